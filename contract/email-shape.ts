/** Limit of an e-mail, as of everybody's (console.md §9). */
export const emailMax = 200

/** What an e-mail looks like: the rule that zod has where it is told none. */
export const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** Whether a text is what `emailOf` lets through; the first screen asks this, and loads no schemas (decision 37). */
export function isEmail(typed: string): boolean {
  const text = typed.trim()
  return text.length <= emailMax && emailPattern.test(text)
}
