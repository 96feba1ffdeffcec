import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** A key of 32 bytes, and the id stored beside the values that it encrypted. */
export interface EncryptionKey {
  id: string
  key: Buffer
}

/** An encrypted value and the id of its key. */
export interface Sealed {
  ciphertext: Buffer
  keyId: string
}

/**
 * The configured keys, newest first. Encrypts secrets that must be readable again. Also keys the hashes of values that
 * are too short for a plain hash.
 */
export class Keyring {
  readonly #keys: readonly EncryptionKey[]

  constructor(keys: readonly EncryptionKey[]) {
    this.#keys = keys
  }

  /**
   * Encrypts with AES-256-GCM. The ciphertext consists of nonce, encrypted text and tag. `open` must be called with the
   * same `context` (such as `module:5`).
   */
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

  /** Decrypts a value. Throws if the key is missing, or if the value or its context was changed. */
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

  /**
   * Returns the HMAC-SHA-256 of a short code, bound to its context. A key is needed because leaked hashes of short
   * codes could be guessed.
   */
  hashCode(code: string, context: Uint8Array): Buffer {
    return createHmac('sha256', this.#current().key)
      .update('one-time-password')
      .update(context)
      .update(code)
      .digest()
  }

  /** Returns a keyed MAC of a value in base64url. Values for different `purpose`s are not comparable. */
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
