import { normaliseText } from '../../contract/text-folding.ts'

/** Separator before each digit, by its index from 0: 00.000.000/0000-00. */
const marks: Partial<Record<number, string>> = { 2: '.', 5: '.', 8: '/', 12: '-' }
const placesMax = 14
/** Maximum length of the typed text (console.md §9). */
const typedMax = 18

const invalidCharacter = /[^0-9A-Za-z./\s-]/
const notPlaces = /[^0-9A-Za-z]/g

/**
 * Formats a partly typed CNPJ. Since July 2026 its first twelve characters may be letters (rulings §6). Text with an
 * invalid character stays unformatted, so that the user sees the mistake.
 */
export function maskTyped(typed: string): string {
  const text = normaliseText(typed)
  if (invalidCharacter.test(text)) return text.slice(0, typedMax)
  const places = text.replace(notPlaces, '').toUpperCase().slice(0, placesMax)
  return Array.from(places, (place, index) => `${marks[index] ?? ''}${place}`).join('')
}
