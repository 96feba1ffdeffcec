import { foldSigns, normaliseText } from '../../contract/text-folding.ts'

/** The digits of what was typed or pasted: telephones are digits alone, with country code (console.md §5). */
export const digitsOf = (typed: string): string => normaliseText(typed).replace(/\D/g, '')

/** Letters, spaces, apostrophes and hyphens of what was typed: what names are looked for by (rulings §10). */
export const lettersOf = (typed: string): string =>
  Array.from(typed)
    .filter((sign) => /[\p{L}\p{M}\p{Zs}'`-]/u.test(foldSigns(sign)))
    .join('')
