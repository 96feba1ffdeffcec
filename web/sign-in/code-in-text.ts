import { normaliseText } from '../../contract/text-folding.ts'

/** Six digits that stand apart, perhaps in two groups of three. */
const group = /(?<!\d)(\d{3})[\s\p{Pd}.]?(\d{3})(?!\d)/gu
/** The word that messages put before a code; what comes after the last one is looked at first. */
const word = /c[oó]digo|code/giu

/**
 * The six digits of a one-time code in what was pasted: the code as it is shown, or a whole message (decision 58).
 * Undefined where there are none, or several and nothing says which.
 */
export function codeInText(pasted: string): string | undefined {
  const text = normaliseText(pasted)
  const digits = text.replace(/\D/g, '')
  if (digits.length === 6 && !/\p{L}/u.test(text)) return digits
  const all = codesIn(text)
  if (all.length === 1) return all[0]
  const [, ...afterWord] = text.split(word)
  const named = [...new Set(afterWord.flatMap((part) => codesIn(part).slice(0, 1)))]
  return named.length === 1 ? named[0] : undefined
}

const codesIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(group), ([, first, second]) => `${first}${second}`)),
]
