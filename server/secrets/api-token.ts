import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * An API token: `portaria_`, 43 letters and digits of 256 random bits, and six more that are their checksum, CRC-32 in
 * base 62. So whoever scans code and logs for leaked secrets finds ours and no other text, and what was mistyped or made
 * up is refused without a look at the database (decision 38).
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

/** Whether it means to be an API token; whether it is one, the checksum says. */
export function isApiToken(token: string): boolean {
  return token.startsWith(apiTokenPrefix)
}

/** Whether a token of this shape can have been made here. */
export function hasChecksum(token: string): boolean {
  return (
    shape.test(token) &&
    checksumOf(token.slice(0, -checksumLength)) === token.slice(-checksumLength)
  )
}

/** How a token begins, with four letters of its own: enough to recognise it by among a person's. */
export function startOfToken(token: string): string {
  return token.slice(0, apiTokenPrefix.length + 4)
}

/** CRC-32 of a text in base 62, six places. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let places = ''
  for (let place = 0; place < checksumLength; place++) {
    places = (digits[rest % digits.length] ?? '') + places
    rest = Math.floor(rest / digits.length)
  }
  return places
}
