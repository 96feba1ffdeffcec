import { normaliseText } from '../../contract/text-folding.ts'

/** Six digits not adjacent to other digits, optionally in two groups of three. */
const group = /(?<!\d)(\d{3})[\s\p{Pd}.]?(\d{3})(?!\d)/gu
/** The word that messages put before a code. */
const word = /c[oó]digo|code/giu

/**
 * Extracts a one-time code of six digits from pasted text, which is the code alone or a whole message (decision 58).
 * Returns undefined if the text contains no such number, or several that the word for 'code' does not narrow down to
 * one.
 */
export function codeInText(pasted: string): string | undefined {
  const text = normaliseText(pasted)
  const digits = text.replace(/\D/g, '')
  if (digits.length === 6 && !/\p{L}/u.test(text)) return digits
  const all = codesIn(text)
  if (all.length === 1) return all[0]
  const [, ...afterWord] = text.split(word)
  const labelled = [...new Set(afterWord.flatMap((part) => codesIn(part).slice(0, 1)))]
  return labelled.length === 1 ? labelled[0] : undefined
}

const codesIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(group), ([, first, second]) => `${first}${second}`)),
]
