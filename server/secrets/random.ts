import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** Returns 256 random bits in base64url, for codes, handles and secrets. Only the digest is stored. */
export function newHandle(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the SHA-256 of a handle. A slow hash is not needed for 256 random bits (ASVS 6.5.2). */
export function digestOf(handle: string): Buffer {
  return hash('sha256', handle, 'buffer')
}

/** Returns the digest in base64url, for comparison and as a key. Three times as fast as `digestOf`. */
export function digestTextOf(handle: string): string {
  return hash('sha256', handle, 'base64url')
}

/** Returns six random digits. */
export function newOneTimePassword(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Compares in constant time. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
