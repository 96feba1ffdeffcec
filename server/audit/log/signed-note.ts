import type { KeyObject, webcrypto } from 'node:crypto'
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

// C2SP signed-note, with its one widespread kind of signature: Ed25519.
const ed25519 = 1

/** Who signs notes: what makes the signature, and how others know it. */
export interface NoteSigner {
  name: string
  publicKey: Buffer
  privateKey: KeyObject
}

/** How a signer is known. */
export type NoteVerifier = Omit<NoteSigner, 'privateKey'>

function keyIdOf({ name, publicKey }: NoteVerifier): Buffer {
  return createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.of(ed25519))
    .update(publicKey)
    .digest()
    .subarray(0, 4)
}

/** The public half as text, `name+id+key`, for whoever wants to verify. */
export function writeVerifierKey(verifier: NoteVerifier): string {
  const key = Buffer.concat([Buffer.of(ed25519), verifier.publicKey]).toString('base64')
  return `${verifier.name}+${keyIdOf(verifier).toString('hex')}+${key}`
}

/** Reads `name+id+key`; undefined where it isn't one, or of another kind. */
export function readVerifierKey(text: string): NoteVerifier | undefined {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+([\w+/=]+)$/.exec(text.trim()) ?? []
  const bytes = Buffer.from(encoded ?? '', 'base64')
  if (!name || bytes.length !== 33 || bytes[0] !== ed25519) return undefined
  const verifier = { name, publicKey: bytes.subarray(1) }
  return keyIdOf(verifier).toString('hex') === id ? verifier : undefined
}

/** The private half as it is kept, sealed by whoever keeps it. */
export function signerOf(name: string, jwk: webcrypto.JsonWebKey): NoteSigner {
  return {
    name,
    publicKey: Buffer.from(jwk.x ?? '', 'base64url'),
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
  }
}

/** The text, which ends with a line break, an empty line, and who signed it. */
export function signNote(text: string, signer: NoteSigner): string {
  const signature = sign(null, Buffer.from(text), signer.privateKey)
  const line = Buffer.concat([keyIdOf(signer), signature]).toString('base64')
  return `${text}\n— ${signer.name} ${line}\n`
}

/** The text of a note that this verifier knows as signed; undefined where it doesn't. */
export function openNote(note: string, verifier: NoteVerifier): string | undefined {
  const end = note.lastIndexOf('\n\n')
  if (end < 0) return undefined
  const text = note.slice(0, end + 1)
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: verifier.publicKey.toString('base64url') },
    format: 'jwk',
  })
  const signed = note
    .slice(end + 2)
    .split('\n')
    .some((line) => {
      const [, name, encoded] = /^— (\S+) (\S+)$/.exec(line) ?? []
      const bytes = Buffer.from(encoded ?? '', 'base64')
      return (
        name === verifier.name &&
        bytes.subarray(0, 4).equals(keyIdOf(verifier)) &&
        verify(null, Buffer.from(text), publicKey, bytes.subarray(4))
      )
    })
  return signed ? text : undefined
}
