import { normaliseText } from '../../contract/text-folding.ts'

/** What stands before the place of that number, counted from 0: 00.000.000/0000-00. */
const marks: Partial<Record<number, string>> = { 2: '.', 5: '.', 8: '/', 12: '-' }
const placesMax = 14
/** The longest that a CNPJ is typed (console.md §9). */
const typedMax = 18

const foreign = /[^0-9A-Za-z./\s-]/
const notPlaces = /[^0-9A-Za-z]/g

/**
 * A CNPJ as far as it was typed, in its mask; since July 2026 its first twelve places may be letters (rulings §6). Text
 * with a character that no CNPJ has stays as it is, so that the person sees what is wrong with it.
 */
export function maskTyped(typed: string): string {
  const text = normaliseText(typed)
  if (foreign.test(text)) return text.slice(0, typedMax)
  const places = text.replace(notPlaces, '').toUpperCase().slice(0, placesMax)
  return Array.from(places, (place, index) => `${marks[index] ?? ''}${place}`).join('')
}
