import { foldMarks } from './text-folding.ts'

/** Limit of an e-mail, as of everybody's (console.md §9). */
export const emailMax = 200

/**
 * Dot-atom of RFC 5322 with at most 64 characters (RFC 5321, 4.5.3.1.1), then a domain of LDH labels with at most 63
 * characters each; the last one has no digits, or is punycode.
 */
export const emailPattern =
  /^(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])$/

/** The URL parser of browsers and Node; the contract knows neither of them otherwise. */
declare const URL: { canParse(url: string): boolean; new (url: string): { hostname: string } }

/** A label that begins or ends with a hyphen: encoded, it would not. */
const hyphenAtEdge = /(?:^|\.)-|-(?:\.|$)/

/** Characters that UTS #46 would turn into others, such as U+212A, the Kelvin sign, into a plain k. */
const isLookAlike = (character: string): boolean => character.normalize('NFKC') !== character

/**
 * The domain in ASCII: 'ação.com.br' is 'xn--ao-siap.com.br' in mail and here. The URL parser does it (UTS #46), in browsers
 * and Node alike; what it refuses, and look-alikes of other characters, stay as they are, for a rule to refuse.
 */
export function asciiDomain(domain: string): string {
  if (!/[^\0-\x7F]/.test(domain) || /[\s/?#@:%\\[\]]/.test(domain)) return domain
  if (domain.length > emailMax || hyphenAtEdge.test(domain)) return domain
  if (Array.from(domain).some(isLookAlike)) return domain
  const url = `http://${domain}`
  return URL.canParse(url) ? new URL(url).hostname : domain
}

/** An e-mail without the marks that people type around it, and with its domain in ASCII; its letters stay as they are. */
export function foldEmail(typed: string): string {
  const text = foldMarks(typed)
  const domain = text.lastIndexOf('@') + 1
  return domain === 0 ? text : text.slice(0, domain) + asciiDomain(text.slice(domain))
}

/** Whether a text is what `emailOf` lets through; the first screen asks this, and loads no schemas (decision 37). */
export function isEmail(typed: string): boolean {
  const text = foldEmail(typed)
  return text.length <= emailMax && emailPattern.test(text)
}
