/** Whether a text can be stored and sent at all: no U+0000, which PostgreSQL refuses, and no half of a character. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
