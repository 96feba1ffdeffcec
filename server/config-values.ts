import { isEmail } from '../contract/email-shape.ts'
import { isLoopback } from './shared/loopback.ts'
import { maskAddress } from './shared/masked-address.ts'

// Each function reads one environment variable and throws an error that names it if the value is invalid. An empty
// variable counts as absent.

/** Reads a boolean: true for `1` or `true`; false for `0` or `false`, or if the variable is absent. */
export function flag(env: NodeJS.ProcessEnv, name: string): boolean {
  const value = env[name]
  if (value === undefined || value === '' || value === '0' || value === 'false') return false
  if (value === '1' || value === 'true') return true
  throw new Error(`${name} must be 1 or 0, not "${value}".`)
}

/** Reads a whole number from `min` to `max`, inclusive. */
export function number(
  env: NodeJS.ProcessEnv,
  name: string,
  otherwise: number,
  min: number,
  max: number,
): number {
  const value = env[name]
  if (value === undefined || value === '') return otherwise
  if (!/^\d+$/.test(value) || Number(value) < min || Number(value) > max) {
    throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${value}".`)
  }
  return Number(value)
}

/** Reads one of `words`; the default is the first. */
export function oneOf<Word extends string>(
  env: NodeJS.ProcessEnv,
  name: string,
  words: readonly [Word, ...Word[]],
  otherwise: Word = words[0],
): Word {
  const value = env[name]
  if (value === undefined || value === '') return otherwise
  const word = words.find((one) => one === value)
  if (word !== undefined) return word
  throw new Error(
    `${name} must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}, not "${value}".`,
  )
}

/** Reads a line of text without control characters, of at most `maxLength` characters. */
export function oneLine(
  env: NodeJS.ProcessEnv,
  name: string,
  maxLength: number,
): string | undefined {
  const value = env[name]?.trim() || undefined
  if (value === undefined) return undefined
  if (/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u.test(value) || value.length > maxLength)
    throw new Error(`${name} must be one line of at most ${maxLength} characters.`)
  return value
}

/** Reads an https URL, or an http URL of a loopback address. */
export function httpAddress(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name] || undefined
  if (value === undefined) return undefined
  if (!URL.canParse(value) || !(value.startsWith('https://') || isLoopback(value)))
    throw new Error(`${name} must be an https address, not "${maskAddress(value)}".`)
  return value
}

/** Reads an e-mail address or an https address. Returns it as a URI. */
export function contact(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name] || undefined
  if (value === undefined) return undefined
  if (isEmail(value)) return `mailto:${value}`
  if (value.startsWith('https://') && URL.canParse(value)) return new URL(value).href
  throw new Error(
    `${name} must be an e-mail address or an https address, not "${maskAddress(value)}".`,
  )
}

/** Reads the URL of an SMTP server. Errors don't quote it, since it may contain a password. */
export function mailServer(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name] || undefined
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error(`${name} must be like smtp://user:password@host:587, smtps://host, or none.`)
  return value
}

/** Reads an e-mail address, optionally with a display name. */
export function sender(env: NodeJS.ProcessEnv, name: string, otherwise: string): string {
  const value = env[name] || otherwise
  if (!/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value))
    throw new Error(`${name} must be an e-mail address, or a name and <address>, not "${value}".`)
  return value
}
