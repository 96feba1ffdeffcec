import { createHmac, randomBytes } from 'node:crypto'
import { sameBytes } from '../secrets/random.ts'

/** Parameters that every authenticator app supports (RFC 6238): HMAC-SHA-1, 6 digits, steps of 30 s. */
const stepLength = 30_000
const digits = 6
/** Number of steps by which the clock of the app may be early or late (RFC 6238 §5.2). */
const drift = 1

/** Alphabet of Base32 (RFC 4648 §6). */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns 160 random bits in Base32, as long as the hash (RFC 4226 §4, R6). */
export function newTotpSecret(): string {
  let bits = 0n
  for (const byte of randomBytes(20)) bits = (bits << 8n) | BigInt(byte)
  return Array.from({ length: 32 }, (_, place) =>
    alphabet.charAt(Number((bits >> BigInt(5 * (31 - place))) & 31n)),
  ).join('')
}

/** Returns the number of the step at this time, counted from 1970. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / stepLength)

/** Returns the code of a step (RFC 4226 §5.3). */
export function totpCodeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 15
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * Returns the step of a code, at most one step before or after now, and later than `lastStep`; undefined for a wrong
 * code. Compares all steps, so that the duration does not reveal which one matches.
 */
export function matchTotp(
  secret: string,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number },
): number | undefined {
  const current = stepAt(now)
  const matching = Array.from({ length: 2 * drift + 1 }, (_, n) => current - drift + n).filter(
    (step) => sameBytes(Buffer.from(totpCodeAt(secret, step)), Buffer.from(code)),
  )
  return matching.find((step) => step > lastStep)
}

/** Returns the URI that apps read from the QR code (Key URI Format of Google Authenticator). */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }) {
  const [by, of] = [encodeURIComponent(issuer), encodeURIComponent(account)]
  return `otpauth://totp/${by}:${of}?secret=${secret}&issuer=${by}&algorithm=SHA1&digits=${digits}&period=${stepLength / 1000}`
}

function bytesOf(secret: string): Buffer {
  let bits = 0n
  for (const character of secret) bits = (bits << 5n) | BigInt(alphabet.indexOf(character))
  return Buffer.from(bits.toString(16).padStart((secret.length * 5) / 4, '0'), 'hex')
}
