/** Text as it is compared in a search: without case or accents. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}
