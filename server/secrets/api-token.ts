import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * Prefix of API tokens (decision 38). A token consists of `portaria_`, 43 letters and digits from 256 random bits, and
 * a checksum of six characters (CRC-32 in base 62). Leak scanners recognise tokens without false positives, and the
 * server refuses mistyped or made-up tokens without a database query.
 */
export const apiTokenPrefix = 'portaria_'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 43
const checksumLength = 6
const shape = new RegExp(`^${apiTokenPrefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`)

export function newApiToken(): string {
  const random = Array.from({ length: randomLength }, () => digits[randomInt(digits.length)])
  const unchecked = apiTokenPrefix + random.join('')
  return unchecked + checksumOf(unchecked)
}

/** Whether a bearer token begins like an API token, valid or not. */
export function isApiToken(token: string): boolean {
  return token.startsWith(apiTokenPrefix)
}

/** Whether a token has the shape and checksum of an API token. */
export function hasChecksum(token: string): boolean {
  return (
    shape.test(token) &&
    checksumOf(token.slice(0, -checksumLength)) === token.slice(-checksumLength)
  )
}

/** Returns the prefix and the four characters after it, by which users recognise a token. */
export function startOfToken(token: string): string {
  return token.slice(0, apiTokenPrefix.length + 4)
}

/** Returns the CRC-32 of a text in base 62, padded to six digits. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let places = ''
  for (let place = 0; place < checksumLength; place++) {
    places = (digits[rest % digits.length] ?? '') + places
    rest = Math.floor(rest / digits.length)
  }
  return places
}
