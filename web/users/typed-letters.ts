/** The digits of what was typed or pasted: telephones are digits alone, with country code (console.md §5). */
export const digitsOf = (typed: string): string => typed.replace(/\D/g, '')

/** Letters, spaces, apostrophes and hyphens of what was typed: what names are looked for by (rulings §10). */
export const lettersOf = (typed: string): string => typed.replace(/[^\p{L}\p{M} '’-]/gu, '')
