/** Returns the six-digit code of a message, from its own line or the SMS wording. Addresses contain digits too. */
export function codeIn(text: string): string | undefined {
  return /(?:^|codigo é )(?<code>\d{6})(?:$|\.)/m.exec(text)?.groups?.['code']
}
