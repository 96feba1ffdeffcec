import { type RawBuilder, sql } from 'kysely'

/** Operand that matches any of these texts or patterns. */
export const anyOf = (texts: readonly string[]) => sql`any (${[...texts]}::text[])`

/** Escapes a text for LIKE. */
export const asPattern = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`)

/**
 * Characters that may not stand next to a match, by kind of text. If they do, the match is part of a longer text, such
 * as ana@… in mariana@….
 */
const continuation = {
  email: { before: '[[:alnum:]._+-]', after: String.raw`[[:alnum:]-]|\.[[:alnum:]]` },
  name: { before: '[[:alnum:]]', after: '[[:alnum:]]' },
  /** An e-mail in a file name may be followed by an extension or a date. */
  fileName: { before: '[[:alnum:]._+-]', after: '[[:alnum:]]' },
} as const

/** Minimum number of letters after the '@' with which an incomplete e-mail still identifies a user. */
const minDomainLetters = 3

/**
 * Whether a value contains the beginning of one of these e-mails, as a user types it into a search. The beginning must
 * contain the '@' and `minDomainLetters` letters. Other e-mails may have the same beginning.
 */
export function containsStart(
  value: RawBuilder<unknown>,
  emails: readonly string[],
): RawBuilder<boolean> {
  const begun = emails.map((email) => email.slice(0, email.indexOf('@') + 1 + minDomainLetters))
  const whole = begun.map(
    (text) =>
      String.raw`(?<!${continuation.email.before})${text.replace(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)}`,
  )
  return sql<boolean>`(${value} ilike ${anyOf(begun.map((text) => `%${asPattern(text)}%`))}
    and ${value} ~* ${anyOf(whole)})`
}

/** Whether a value contains one of these texts as a whole. In JSON the text may follow an escaped line break. */
export function containsText(
  value: RawBuilder<unknown>,
  kind: keyof typeof continuation,
  texts: readonly string[],
): RawBuilder<boolean> {
  const { before, after } = continuation[kind]
  const whole = texts.map((text) => {
    const literal = text.replace(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)
    return String.raw`(?:(?<!${before})|(?<=\\[nrt]))${literal}(?!${after})`
  })
  // ILIKE is cheaper than the regular expression and rarely matches, so it comes first.
  const within = texts.map((text) => `%${asPattern(text)}%`)
  return sql<boolean>`(${value} ilike ${anyOf(within)} and ${value} ~* ${anyOf(whole)})`
}
