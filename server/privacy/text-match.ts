import { type RawBuilder, sql } from 'kysely'

/** Any one of these texts, or patterns, as an operator compares with it. */
export const anyOf = (texts: readonly string[]) => sql`any (${[...texts]}::text[])`

/** A text as LIKE looks for it. */
export const asPattern = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`)

/** What goes on a text of this kind: there it is a part of a longer one, as ana@… is of mariana@…. */
const goesOn = {
  email: { before: '[[:alnum:]._+-]', after: String.raw`[[:alnum:]-]|\.[[:alnum:]]` },
  name: { before: '[[:alnum:]]', after: '[[:alnum:]]' },
  /** E-mail within a file name, before the extension or a date. */
  fileName: { before: '[[:alnum:]._+-]', after: '[[:alnum:]]' },
} as const

/** Letters after the '@' that identify a partly typed e-mail. */
const domainBegun = 3

/**
 * Whether a value contains the beginning of one of these e-mails, at least up to the '@' and `domainBegun` letters, as
 * typed into a search. Another e-mail may begin alike.
 */
export function beginsIn(
  value: RawBuilder<unknown>,
  emails: readonly string[],
): RawBuilder<boolean> {
  const begun = emails.map((email) => email.slice(0, email.indexOf('@') + 1 + domainBegun))
  const whole = begun.map(
    (text) =>
      String.raw`(?<!${goesOn.email.before})${text.replace(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)}`,
  )
  return sql<boolean>`(${value} ilike ${anyOf(begun.map((text) => `%${asPattern(text)}%`))}
    and ${value} ~* ${anyOf(whole)})`
}

/** Whether one of these texts stands in a value by itself; what begins a line within JSON stands after `\n`. */
export function standsIn(
  value: RawBuilder<unknown>,
  kind: keyof typeof goesOn,
  texts: readonly string[],
): RawBuilder<boolean> {
  const { before, after } = goesOn[kind]
  const whole = texts.map((text) => {
    const literal = text.replace(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)
    return String.raw`(?:(?<!${before})|(?<=\\[nrt]))${literal}(?!${after})`
  })
  // The pattern costs less, and finds few.
  const within = texts.map((text) => `%${asPattern(text)}%`)
  return sql<boolean>`(${value} ilike ${anyOf(within)} and ${value} ~* ${anyOf(whole)})`
}
