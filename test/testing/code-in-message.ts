/** Returns the six-digit code of a message: a line of its own in a mail, or after 'codigo é' in an SMS. */
export function codeIn(text: string): string | undefined {
  return /(?:^|codigo é )(?<code>\d{6})(?:$|\.)/m.exec(text)?.groups?.['code']
}
