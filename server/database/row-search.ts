import { type RawBuilder, sql } from 'kysely'
import { searchMaxLength } from '../../contract/list.ts'

/** What a search looks at in the rows of one list. */
export interface Searched {
  /** The name of a row, folded (tables/shared-functions.sql). */
  name: RawBuilder<unknown>
  /** Whether a row shows one word, anywhere; `pattern` is what its line must be like. */
  shows: (pattern: RawBuilder<string>) => RawBuilder<boolean>
  /** Where an index knows the lines. */
  indexed?: {
    /** Whether the line of a row holds a word, asked so that the index answers; with each character twice in the pattern. */
    holds: (doubled: RawBuilder<string>) => RawBuilder<boolean>
    /** Whether there may be rows that show a word though their line doesn't hold it. */
    elsewhere: (pattern: RawBuilder<string>) => RawBuilder<boolean>
  }
}

/** For lists that keep all they search in one line of the row, of which the name is the first part. */
export function searchedLine(table: string): Searched {
  const line = sql.ref(`${table}.search_line`)
  return { name: nameIn(line), shows: (pattern) => sql<boolean>`${line} like ${pattern}` }
}

/** The first part of a line. */
export function nameIn(line: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`split_part(${line}, chr(10), 1)`
}

/** Conditions that leave the rows which show every word of a search, in whatever order, case and accents; the rarest first. */
export function showsAll({ shows }: Searched, search: string | undefined): RawBuilder<boolean>[] {
  return patternsOf(search).map((pattern) => shows(pattern))
}

/**
 * The first of these conditions as an index answers it where there is one: whether the line of a row holds the word, and
 * whether that may leave out rows that show it elsewhere. A single character is in too many lines for an index.
 */
export function indexedWord(
  { indexed }: Searched,
  search: string | undefined,
): { holds: RawBuilder<boolean>; elsewhere: RawBuilder<boolean> } | undefined {
  const [word = ''] = wordsOf(search)
  if (indexed === undefined || word.length < 2) return undefined
  return {
    holds: indexed.holds(sql<string>`search_pattern(search_doubled(search_fold(${word})))`),
    elsewhere: indexed.elsewhere(patternOf(word)),
  }
}

/**
 * Whether the name of a row holds all of them; nothing without a search. Put so that the planner takes it for true of
 * nearly every row: it knows nothing of names, and would rather sort the table than believe that a page is found soon.
 */
export function namedAll(
  { name }: Searched,
  search: string | undefined,
): RawBuilder<boolean> | undefined {
  const words = patternsOf(search).map((pattern) => sql`${name} like ${pattern}`)
  return words.length === 0
    ? undefined
    : sql<boolean>`(nullif(${sql.join(words, sql` and `)}, false) is not null)`
}

function patternsOf(search: string | undefined): RawBuilder<string>[] {
  return wordsOf(search).map(patternOf)
}

const patternOf = (word: string) => sql<string>`search_pattern(${word})`

/** So many words of a search are looked for: each is one more question to every row, and nobody needs a ninth. */
const wordsMax = 8

/**
 * The words that must be found, those first that are likely to be rare, with figures or long: most rows need not be asked
 * for a second one. A word that is part of another is found with it. Of more than eight, the eight likely rarest count.
 */
export function wordsOf(search = ''): string[] {
  const words = search.split(/\s+/).filter(Boolean)
  const rarity = (word: string) => word.length + (/\d/.test(word) ? searchMaxLength : 0)
  return [...new Set(words)]
    .filter((word) => !words.some((other) => other !== word && other.includes(word)))
    .toSorted((a, b) => rarity(b) - rarity(a))
    .slice(0, wordsMax)
}
