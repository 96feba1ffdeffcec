import { foldSigns, normaliseText } from '../../contract/text-folding.ts'

/** Returns the digits of the input: phone numbers have only digits, with country code (console.md §5). */
export const digitsOf = (typed: string): string => normaliseText(typed).replace(/\D/g, '')

/**
 * Returns the letters, spaces, apostrophes and hyphens of the input, the characters allowed in name searches (rulings
 * §10).
 */
export const lettersOf = (typed: string): string =>
  Array.from(typed)
    .filter((sign) => /[\p{L}\p{M}\p{Zs}'`-]/u.test(foldSigns(sign)))
    .join('')
