import { type RawBuilder, sql } from 'kysely'

/** Operand that matches any of these texts or patterns. */
export const anyOf = (texts: readonly string[]) => sql`any (${[...texts]}::text[])`

/** Escapes a text for LIKE. */
export const asPattern = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`)

/** Characters that continue a text of this kind: next to them it is part of a longer one, as ana@… is in mariana@…. */
const continuation = {
  email: { before: '[[:alnum:]._+-]', after: String.raw`[[:alnum:]-]|\.[[:alnum:]]` },
  name: { before: '[[:alnum:]]', after: '[[:alnum:]]' },
  /** E-mail within a file name, before the extension or a date. */
  fileName: { before: '[[:alnum:]._+-]', after: '[[:alnum:]]' },
} as const

/** Letters after the '@' that identify a partly typed e-mail. */
const minDomainLetters = 3

/**
 * Whether a value contains the beginning of one of these e-mails, at least up to the '@' and `minDomainLetters` letters, as
 * typed into a search. Another e-mail may begin alike.
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

/** Whether a value contains one of these texts as a whole; in JSON, the start of a line follows an escaped `\n`. */
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
  // ILIKE first: it is cheaper than the regular expression and rarely matches.
  const within = texts.map((text) => `%${asPattern(text)}%`)
  return sql<boolean>`(${value} ilike ${anyOf(within)} and ${value} ~* ${anyOf(whole)})`
}
