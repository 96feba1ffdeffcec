import { randomInt } from 'node:crypto'

const alphabets = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789', '!@#$%&*?']
/** At this length a password has at least 131 bits (ASVS V11.5.1). */
const length = 22

/**
 * Creates a random password that satisfies the policy. It has no letters that look like digits, because users may type
 * it from a mail.
 */
export function newTemporaryPassword(): string {
  const all = alphabets.join('')
  const characters = alphabets.map(pick)
  while (characters.length < length) characters.push(pick(all))
  for (let index = characters.length - 1; index > 0; index--) {
    const other = randomInt(index + 1)
    const [a, b] = [characters[index], characters[other]]
    if (a !== undefined && b !== undefined) [characters[index], characters[other]] = [b, a]
  }
  return characters.join('')
}

function pick(alphabet: string): string {
  return alphabet.charAt(randomInt(alphabet.length))
}
