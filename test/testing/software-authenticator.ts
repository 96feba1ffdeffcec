import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Assertion, CreationOptions, RequestOptions } from '../../contract/webauthn.ts'

/** Values that a map of CBOR may contain here. */
type CborValue = number | string | Uint8Array | readonly CborValue[] | CborMap
type CborMap = ReadonlyMap<number | string, CborValue>

/** Encodes a value as CBOR (RFC 8949), as far as WebAuthn needs it. */
export function encodeCbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value)
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([cborHead(2, value.length), value])
  if (value instanceof Map) {
    const entries = [...(value as CborMap)].flatMap(([key, held]) => [
      encodeCbor(key),
      encodeCbor(held),
    ])
    return Buffer.concat([cborHead(5, value.size), ...entries])
  }
  const items = value as readonly CborValue[]
  return Buffer.concat([cborHead(4, items.length), ...items.map((each) => encodeCbor(each))])
}

function cborHead(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  if (size < 65_536) return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
  const head = Buffer.alloc(5)
  head[0] = (major << 5) | 26
  head.writeUInt32BE(size, 1)
  return head
}

/** What a message contains instead of the correct value. */
export interface Faults {
  type?: string
  challenge?: string
  origin?: string
  crossOrigin?: boolean
  topOrigin?: string
  rpId?: string
  /** Bits of the flags that are set or cleared. */
  set?: number
  clear?: number
  counter?: number
  id?: string
  /** Also changes the `id` of the message. */
  credentialId?: Buffer
  /** COSE_Key of the message. */
  coseKey?: CborMap
  fmt?: string
  attStmt?: CborMap
  /** Bytes after the authenticator data. */
  trailing?: Buffer
  /** Null: absent. */
  userHandle?: string | null
  /** Changes the signature. */
  forge?: (signature: Buffer) => Buffer
}

/** Bits of the authenticator data's flags (WebAuthn §6.1). */
export const flag = { UP: 1, UV: 4, BE: 8, BS: 16, AT: 64, ED: 128 } as const

export type Algorithm = 'ES256' | 'EdDSA' | 'RS256'

/**
 * An authenticator with one passkey, in software. Because it must also send wrong messages, each part of a message can
 * be replaced.
 */
export class SoftwareAuthenticator {
  readonly origin: string
  readonly credentialId: Buffer
  readonly aaguid: Buffer
  counter = 0
  userHandle = ''
  readonly #algorithm: Algorithm
  readonly #flags: number
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject

  constructor(
    origin: string,
    {
      algorithm = 'ES256',
      synchronised = false,
      aaguid = Buffer.alloc(16),
      modulusLength = 2048,
    }: {
      algorithm?: Algorithm
      synchronised?: boolean
      aaguid?: Buffer
      modulusLength?: number
    } = {},
  ) {
    this.origin = origin
    this.credentialId = randomBytes(32)
    this.aaguid = aaguid
    this.#algorithm = algorithm
    this.#flags = flag.UP | flag.UV | (synchronised ? flag.BE | flag.BS : 0)
    const pair =
      algorithm === 'ES256'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : algorithm === 'EdDSA'
          ? generateKeyPairSync('ed25519')
          : generateKeyPairSync('rsa', { modulusLength })
    this.#privateKey = pair.privateKey
    this.#publicKey = pair.publicKey
  }

  get id(): string {
    return this.credentialId.toString('base64url')
  }

  /** The public key as COSE_Key. */
  get coseKey(): Map<number, CborValue> {
    const jwk = this.#publicKey.export({ format: 'jwk' })
    const bytes = (text: string | undefined) => Buffer.from(text ?? '', 'base64url')
    if (this.#algorithm === 'ES256')
      return new Map<number, CborValue>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(jwk.x)],
        [-3, bytes(jwk.y)],
      ])
    if (this.#algorithm === 'EdDSA')
      return new Map<number, CborValue>([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, bytes(jwk.x)],
      ])
    return new Map<number, CborValue>([
      [1, 3],
      [3, -257],
      [-1, bytes(jwk.n)],
      [-2, bytes(jwk.e)],
    ])
  }

  /** Returns what `navigator.credentials.create()` does, as JSON. */
  create(options: CreationOptions, faults: Faults = {}) {
    this.userHandle = options.user.id
    const { credentialId = this.credentialId } = faults
    const clientData = this.#clientData('webauthn.create', options.challenge, faults)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credentialId.length)
    const authData = this.#authenticatorData(options.rp.id, flag.AT, faults, [
      this.aaguid,
      length,
      credentialId,
      encodeCbor(faults.coseKey ?? this.coseKey),
    ])
    const attestationObject = encodeCbor(
      new Map<string, CborValue>([
        ['fmt', faults.fmt ?? 'none'],
        ['attStmt', faults.attStmt ?? new Map()],
        ['authData', authData],
      ]),
    )
    const id = credentialId.toString('base64url')
    return {
      id: faults.id ?? id,
      rawId: faults.id ?? id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  /** Returns the attestation statement of a self attestation, as some authenticators send it unasked. */
  selfAttestation(options: CreationOptions, alg: number): CborMap {
    const made = this.create(options)
    const decoded = Buffer.from(made.response.attestationObject, 'base64url')
    const authData = decoded.subarray(decoded.indexOf('authData') + 'authData'.length)
    const data = authData.subarray(authData[0] === 0x58 ? 2 : 3)
    const clientData = Buffer.from(made.response.clientDataJSON, 'base64url')
    return new Map<string, CborValue>([
      ['alg', alg],
      ['sig', this.#sign(Buffer.concat([data, hash('sha256', clientData, 'buffer')]))],
    ])
  }

  /** Returns what `navigator.credentials.get()` does, as JSON. */
  get(options: Pick<RequestOptions, 'challenge' | 'rpId'>, faults: Faults = {}): Assertion {
    this.counter += 1
    const clientData = this.#clientData('webauthn.get', options.challenge, faults)
    const authData = this.#authenticatorData(options.rpId, 0, faults, [])
    const signature = this.#sign(Buffer.concat([authData, hash('sha256', clientData, 'buffer')]))
    const id = faults.id ?? (faults.credentialId ?? this.credentialId).toString('base64url')
    const { userHandle = this.userHandle } = faults
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: (faults.forge?.(signature) ?? signature).toString('base64url'),
        ...(userHandle !== null && { userHandle }),
      },
    }
  }

  #clientData(type: string, challenge: string, faults: Faults): Buffer {
    const { crossOrigin = false, topOrigin } = faults
    return Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? this.origin,
        crossOrigin,
        ...(topOrigin !== undefined && { topOrigin }),
      }),
    )
  }

  #authenticatorData(
    rpId: string,
    more: number,
    { set = 0, clear = 0, ...faults }: Faults,
    attested: Buffer[],
  ): Buffer {
    const head = Buffer.alloc(5)
    head[0] = ((this.#flags | more) & ~clear) | set
    head.writeUInt32BE(faults.counter ?? this.counter, 1)
    return Buffer.concat([
      hash('sha256', faults.rpId ?? rpId, 'buffer'),
      head,
      ...attested,
      faults.trailing ?? Buffer.alloc(0),
    ])
  }

  #sign(data: Buffer): Buffer {
    return sign(this.#algorithm === 'EdDSA' ? null : 'sha256', data, this.#privateKey)
  }
}
