import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** 256 random bits in base64url: codes, handles, secrets. Only its digest is stored. */
export function newHandle(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 of a handle; enough for 256 random bits (ASVS 6.5.2). */
export function digestOf(handle: string): Buffer {
  return hash('sha256', handle, 'buffer')
}

/** The same in base64url: to compare and to look up by, at a third of the cost. */
export function digestTextOf(handle: string): string {
  return hash('sha256', handle, 'base64url')
}

/** Six digits, each equally likely. */
export function newOneTimePassword(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Compares without telling where the difference is. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
