import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { sameBytes } from './random.ts'

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

/** Thrown if a stored value was encrypted with a key that this process does not have. */
export class UnknownKey extends Error {
  override readonly name = 'UnknownKey'

  constructor(keyId: string) {
    super(
      `SECRETS_KEYS has no key "${keyId}", with which a stored secret was encrypted. Add this key, and restart the process.`,
    )
  }
}

/**
 * The configured keys; the first one encrypts, all of them decrypt and verify (decision 87). Encrypts secrets that must be readable again. Also keys the hashes of values that
 * are too short for a plain hash.
 */
export class Keyring {
  readonly #keys: readonly EncryptionKey[]

  constructor(keys: readonly EncryptionKey[]) {
    this.#keys = keys
  }

  /** Id of the key that encrypts. */
  get firstId(): string {
    return this.#current().id
  }

  /** Ids of the keys that only decrypt and verify. */
  get otherIds(): string[] {
    return this.#keys.slice(1).map(({ id }) => id)
  }

  /** Throws UnknownKey if there is no key with this id. */
  requireKey(keyId: string): EncryptionKey {
    const entry = this.#keys.find((candidate) => candidate.id === keyId)
    if (!entry) throw new UnknownKey(keyId)
    return entry
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
    const { key } = this.requireKey(keyId)
    const decipher = createDecipheriv('aes-256-gcm', key, ciphertext.subarray(0, 12))
      .setAAD(Buffer.from(context))
      .setAuthTag(ciphertext.subarray(-16))
    return decipher.update(ciphertext.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
  }

  /**
   * Returns the HMAC-SHA-256 of a short code, bound to its context. A key is needed because leaked hashes of short
   * codes could be guessed.
   */
  hashCode(code: string, context: Uint8Array): Buffer {
    return codeHash(this.#current(), code, context)
  }

  /**
   * Whether `hash` is the hash of the code under any of the keys, since another process may have another first key. The
   * time depends only on the number of keys.
   */
  isHashOfCode(hash: Uint8Array, code: string, context: Uint8Array): boolean {
    return isAny(
      this.#keys.map((key) => codeHash(key, code, context)),
      hash,
    )
  }

  /** Returns a keyed MAC of a value in base64url. Values for different `purpose`s are not comparable. */
  mark(purpose: string, value: string): string {
    return markUnder(this.#current(), purpose, value)
  }

  /** Returns the MACs of a value under all keys, that of `mark` first. */
  marks(purpose: string, value: string): string[] {
    return this.#keys.map((key) => markUnder(key, purpose, value))
  }

  /** Whether this is a MAC of the value under any of the keys. The time depends only on the number of keys. */
  isMark(mark: string, purpose: string, value: string): boolean {
    return isAny(
      this.marks(purpose, value).map((each) => Buffer.from(each)),
      Buffer.from(mark),
    )
  }

  #current() {
    const [current] = this.#keys
    if (!current) throw new Error('SECRETS_KEYS is empty.')
    return current
  }
}

function codeHash({ key }: EncryptionKey, code: string, context: Uint8Array): Buffer {
  return createHmac('sha256', key).update('one-time-password').update(context).update(code).digest()
}

function markUnder({ key }: EncryptionKey, purpose: string, value: string): string {
  return createHmac('sha256', key).update(`${purpose}\0`).update(value).digest('base64url')
}

/** Whether one of the candidates equals `given`. Compares all of them, so that the time does not depend on which. */
function isAny(candidates: readonly Uint8Array[], given: Uint8Array): boolean {
  return candidates.filter((candidate) => sameBytes(candidate, given)).length > 0
}
