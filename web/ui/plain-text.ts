import { searchKey } from '../../contract/text-folding.ts'

/** The words of what was typed into a search; none where it is empty. */
export function wordsOf(typed: string): string[] {
  return searchKey(typed).split(/\s+/).filter(Boolean)
}

/** Whether a text holds every word that was typed, in any order, whatever its case and accents. */
export function holdsAll(text: string, typed: string): boolean {
  const plain = searchKey(text)
  return wordsOf(typed).every((word) => plain.includes(word))
}
