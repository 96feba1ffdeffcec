/** Whether a text can be stored: no U+0000, which PostgreSQL refuses, and no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
