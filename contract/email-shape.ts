import { foldMarks } from './text-folding.ts'

/** Limit of an e-mail, as of everybody's (console.md §9). */
export const emailMax = 200

/**
 * Dot-atom of RFC 5322 with at most 64 characters (RFC 5321, 4.5.3.1.1), then a domain of LDH labels with at most 63
 * characters each; the last one has no digits, or is punycode.
 */
export const emailPattern =
  /^(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])$/

/** Whether a text is what `emailOf` lets through; the first screen asks this, and loads no schemas (decision 37). */
export function isEmail(typed: string): boolean {
  const text = foldMarks(typed)
  return text.length <= emailMax && emailPattern.test(text)
}
