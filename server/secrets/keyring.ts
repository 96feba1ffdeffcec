import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** 32 bytes and the name under which what they encrypted is found again. */
export interface EncryptionKey {
  id: string
  key: Buffer
}

/** A value encrypted at rest and the id of the key that did it. */
export interface Sealed {
  ciphertext: Buffer
  keyId: string
}

/** The configured keys: encrypts secrets that must be read again, and keys hashes of what is too short to be hashed bare. */
export class Keyring {
  readonly #keys: readonly EncryptionKey[]

  constructor(keys: readonly EncryptionKey[]) {
    this.#keys = keys
  }

  /** AES-256-GCM: nonce, ciphertext, tag. `context` (such as `module:5`) must be the same to open it again. */
  seal(plaintext: string, context: string): Sealed {
    const { id, key } = this.#current()
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
    const ciphertext = Buffer.concat([
      nonce,
      cipher.update(plaintext, 'utf8'),
      cipher.final(),
      cipher.getAuthTag(),
    ])
    return { ciphertext, keyId: id }
  }

  /** Throws when the key is gone, or the value or its context was changed. */
  open({ ciphertext, keyId }: Sealed, context: string): string {
    const entry = this.#keys.find((candidate) => candidate.id === keyId)
    if (!entry)
      throw new Error(
        `SECRETS_KEYS has no key "${keyId}", with which a stored secret was encrypted.`,
      )
    const decipher = createDecipheriv('aes-256-gcm', entry.key, ciphertext.subarray(0, 12))
      .setAAD(Buffer.from(context))
      .setAuthTag(ciphertext.subarray(-16))
    return decipher.update(ciphertext.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
  }

  /** HMAC-SHA-256 of a short code, bound to what it was sent for; a stolen table alone can't be searched through. */
  hashCode(code: string, context: Uint8Array): Buffer {
    return createHmac('sha256', this.#current().key)
      .update('one-time-password')
      .update(context)
      .update(code)
      .digest()
  }

  /** A short mark over a value that only this house can make, base64url; `purpose` keeps marks apart. */
  mark(purpose: string, value: string): string {
    return createHmac('sha256', this.#current().key)
      .update(`${purpose}\0`)
      .update(value)
      .digest('base64url')
  }

  #current() {
    const [current] = this.#keys
    if (!current) throw new Error('SECRETS_KEYS is empty.')
    return current
  }
}
