/** Text as it is compared in a search, without case or accents: what `search_fold` makes of it in the database. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}

/** The words of what was typed into a search; none where it is empty. */
export function wordsOf(typed: string): string[] {
  return plainText(typed).split(/\s+/).filter(Boolean)
}

/** Whether a text holds every word that was typed, in any order, whatever its case and accents. */
export function holdsAll(text: string, typed: string): boolean {
  const plain = plainText(text)
  return wordsOf(typed).every((word) => plain.includes(word))
}
