import { type RawBuilder, sql } from 'kysely'
import { searchMaxLength } from '../../contract/list.ts'

/** Searched expressions of a list. */
export interface Searched {
  /** Folded name of a row (tables/shared-functions.sql). */
  name: RawBuilder<unknown>
  /** Whether a row contains a word in any searched text; `pattern` is the LIKE pattern. */
  shows: (pattern: RawBuilder<string>) => RawBuilder<boolean>
  /** Set if the search text of rows has an index. */
  indexed?: {
    /**
     * Condition that uses the index: the indexed text contains a word. In text and pattern each character is doubled.
     */
    holds: (doubled: RawBuilder<string>) => RawBuilder<boolean>
    /** Whether rows may contain a word outside their indexed search text. */
    elsewhere: (pattern: RawBuilder<string>) => RawBuilder<boolean>
  }
}

/** For tables whose searched text is in one column that begins with the name. */
export function searchedLine(table: string): Searched {
  const line = sql.ref(`${table}.search_line`)
  return { name: nameIn(line), shows: (pattern) => sql<boolean>`${line} like ${pattern}` }
}

/** Returns the name at the beginning of a search text. */
export function nameIn(line: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`split_part(${line}, chr(10), 1)`
}

/** Returns one condition per word of a search, regardless of order, case and accents; the rarest word first. */
export function showsAll({ shows }: Searched, search: string | undefined): RawBuilder<boolean>[] {
  return patternsOf(search).map((pattern) => shows(pattern))
}

/**
 * Returns the condition of the first word for the index, and whether it may miss rows that contain the word elsewhere.
 * Undefined without an index, and for a single character, which too many rows contain.
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
 * Returns the condition that a name contains all words; undefined without a search. Written so that the planner expects it to
 * be true for nearly every row: otherwise it sorts the whole table instead of reading a page from an ordered index.
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

/** Maximum words of a search; each adds a condition per row. */
const maxWords = 8

/**
 * Returns the words of a search, probably rare ones (with digits, or long) first, so that most rows fail at the first
 * condition. Omits words contained in another, and all but the eight probably rarest.
 */
export function wordsOf(search = ''): string[] {
  const words = search.split(/\s+/).filter(Boolean)
  const rarity = (word: string) => word.length + (/\d/.test(word) ? searchMaxLength : 0)
  return [...new Set(words)]
    .filter((word) => !words.some((other) => other !== word && other.includes(word)))
    .toSorted((a, b) => rarity(b) - rarity(a))
    .slice(0, maxWords)
}
