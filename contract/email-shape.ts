import { foldMarks } from './text-folding.ts'

/** Maximum length of an e-mail (console.md §9). */
export const emailMax = 200

/**
 * Matches an e-mail: a dot-atom of RFC 5322 with at most 64 characters (RFC 5321 §4.5.3.1.1), then a domain of LDH
 * labels with at most 63 characters each. The last label has no digits or is punycode.
 */
export const emailPattern =
  /^(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])$/

/** The global `URL` of browsers and Node. The contract is compiled without the type definitions of either. */
declare const URL: { canParse(url: string): boolean; new (url: string): { hostname: string } }

/** Matches a domain label that begins or ends with a hyphen. Punycode would hide the hyphen. */
const hyphenAtEdge = /(?:^|\.)-|-(?:\.|$)/

/** Whether UTS #46 would turn the character into another, such as U+212A (Kelvin sign) into a plain k. */
const isLookAlike = (character: string): boolean => character.normalize('NFKC') !== character

/**
 * Returns the domain in ASCII: 'ação.com.br' becomes 'xn--ao-siap.com.br'. Uses the URL parser (UTS #46) of browsers
 * and Node. Domains that the parser refuses or that contain look-alikes are returned unchanged, so that validation
 * refuses them.
 */
export function asciiDomain(domain: string): string {
  if (!/[^\0-\x7F]/.test(domain) || /[\s/?#@:%\\[\]]/.test(domain)) return domain
  if (domain.length > emailMax || hyphenAtEdge.test(domain)) return domain
  if (Array.from(domain).some(isLookAlike)) return domain
  const url = `http://${domain}`
  return URL.canParse(url) ? new URL(url).hostname : domain
}

/** Folds a typed e-mail with `foldMarks` and converts its domain to ASCII. The case of letters is unchanged. */
export function foldEmail(typed: string): string {
  const text = foldMarks(typed)
  const domain = text.lastIndexOf('@') + 1
  return domain === 0 ? text : text.slice(0, domain) + asciiDomain(text.slice(domain))
}

/** Whether `emailOf` would accept the text. */
export function isEmail(typed: string): boolean {
  const text = foldEmail(typed)
  return text.length <= emailMax && emailPattern.test(text)
}
