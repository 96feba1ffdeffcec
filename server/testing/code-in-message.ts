/** The six digits of a message that carries a code: on a line of their own, or as SMS says it. Addresses have digits too. */
export function codeIn(text: string): string | undefined {
  return /(?:^|codigo é )(?<code>\d{6})(?:$|\.)/m.exec(text)?.groups?.['code']
}
