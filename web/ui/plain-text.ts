import { searchKey } from '../../contract/text-folding.ts'

/** Returns the folded words of a search; empty for an empty search. */
export function wordsOf(typed: string): string[] {
  return searchKey(typed).split(/\s+/).filter(Boolean)
}

/** Whether a text contains every word of a search, in any order, ignoring case and accents. */
export function holdsAll(text: string, typed: string): boolean {
  const plain = searchKey(text)
  return wordsOf(typed).every((word) => plain.includes(word))
}
