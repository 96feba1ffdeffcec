/** Answers that a person would call the same are the same: case, accents and spaces don't count (rulings §4). */
export function normaliseAnswer(answer: string): string {
  return answer
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}
