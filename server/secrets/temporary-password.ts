import { randomInt } from 'node:crypto'

/** Capital letters and digits without look-alikes: no 0 and O, no 1 and I. Each character has 5 bits. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const groupLength = 4
/** With this number of groups, a password has 120 bits (decision 75). */
const groups = 6
const mailed = new RegExp(`^[${alphabet}]{${groups * groupLength}}$`)

/**
 * Creates a random password in groups, such as `K7PD-4MXQ-…`, for people who read it on one screen and type it on
 * another (decision 75).
 */
export function newTemporaryPassword(): string {
  return inGroups(
    Array.from({ length: groups * groupLength }, () =>
      alphabet.charAt(randomInt(alphabet.length)),
    ).join(''),
  )
}

/**
 * Returns a typed temporary password as it was mailed: case, spaces and hyphens do not matter. Returns any other text
 * unchanged. The policy requires a special character in passwords that people choose, so none of these is changed.
 */
export function asMailed(typed: string): string {
  const characters = typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
  return mailed.test(characters) ? inGroups(characters) : typed
}

const inGroups = (characters: string): string =>
  characters.match(new RegExp(`.{${groupLength}}`, 'g'))?.join('-') ?? characters
