import type { KeyObject, webcrypto } from 'node:crypto'
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

// C2SP signed-note with Ed25519 signatures.
const ed25519 = 1

/** Private key, name and key id of a signer of notes. */
export interface NoteSigner {
  name: string
  publicKey: Buffer
  privateKey: KeyObject
}

/** Public key, name and key id of a signer. */
export type NoteVerifier = Omit<NoteSigner, 'privateKey'>

function keyIdOf({ name, publicKey }: NoteVerifier): Buffer {
  return createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.of(ed25519))
    .update(publicKey)
    .digest()
    .subarray(0, 4)
}

/** Writes the public key as text, `name+id+key`. */
export function writeVerifierKey(verifier: NoteVerifier): string {
  const key = Buffer.concat([Buffer.of(ed25519), verifier.publicKey]).toString('base64')
  return `${verifier.name}+${keyIdOf(verifier).toString('hex')}+${key}`
}

/** Reads `name+id+key`; undefined if it is invalid or not Ed25519. */
export function readVerifierKey(text: string): NoteVerifier | undefined {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+([\w+/=]+)$/.exec(text.trim()) ?? []
  const bytes = readBase64(encoded)
  if (!name || bytes?.length !== 33 || bytes[0] !== ed25519) return undefined
  const verifier = { name, publicKey: bytes.subarray(1) }
  return keyIdOf(verifier).toString('hex') === id ? verifier : undefined
}

/** Decodes canonical base64, or returns undefined. Node would also accept URL-safe letters and unused bits. */
function readBase64(text: string | undefined): Buffer | undefined {
  const bytes = Buffer.from(text ?? '', 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

/** Returns the signer of a decrypted private key. */
export function signerOf(name: string, jwk: webcrypto.JsonWebKey): NoteSigner {
  return {
    name,
    publicKey: Buffer.from(jwk.x ?? '', 'base64url'),
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
  }
}

/** Signs a text, which must end with a line break. Returns the text, an empty line and the signature. */
export function signNote(text: string, signer: NoteSigner): string {
  const signature = sign(null, Buffer.from(text), signer.privateKey)
  const line = Buffer.concat([keyIdOf(signer), signature]).toString('base64')
  return `${text}\n— ${signer.name} ${line}\n`
}

/** Returns the text of a note, or undefined if it has no valid signature of this signer. */
export function openNote(note: string, verifier: NoteVerifier): string | undefined {
  const end = note.lastIndexOf('\n\n')
  if (end < 0) return undefined
  const text = note.slice(0, end + 1)
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: verifier.publicKey.toString('base64url') },
    format: 'jwk',
  })
  // Signatures of unknown keys are allowed, but malformed lines are not (C2SP signed-note).
  const lines = note.slice(end + 2).split('\n')
  if (lines.pop() !== '') return undefined
  const signatures = lines.map((line) => {
    const [, name, encoded] = /^— (\S+) (\S+)$/.exec(line) ?? []
    const bytes = readBase64(encoded)
    return name !== undefined && bytes && { name, bytes }
  })
  if (!signatures.every((one) => one !== false && one !== undefined)) return undefined
  const signed = signatures.some(
    ({ name, bytes }) =>
      name === verifier.name &&
      bytes.subarray(0, 4).equals(keyIdOf(verifier)) &&
      verify(null, Buffer.from(text), publicKey, bytes.subarray(4)),
  )
  return signed ? text : undefined
}
