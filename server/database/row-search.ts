import { type RawBuilder, sql } from 'kysely'
import { searchMaxLength } from '../../contract/list.ts'
import { searchKey } from '../../contract/text-folding.ts'

/** Expressions that the search of a list uses. */
export interface Searched {
  /** Folded name of a row (tables/shared-functions.sql). */
  name: RawBuilder<unknown>
  /** Whether a row contains a word in any searched text; `pattern` is the LIKE pattern. */
  shows: (pattern: RawBuilder<string>) => RawBuilder<boolean>
  /** Whether a row contains a word in the text that the palette shows beside the name. */
  hint?: (pattern: RawBuilder<string>) => RawBuilder<boolean>
  /** Set if an index covers the search text. */
  indexed?: {
    /**
     * Condition that uses the index: the indexed text contains the word. In the text and in the word, each character is
     * doubled.
     */
    holds: (doubled: RawBuilder<string>) => RawBuilder<boolean>
    /** Whether any row contains the word outside its indexed text. */
    elsewhere: (pattern: RawBuilder<string>) => RawBuilder<boolean>
  }
}

/** Returns the search of a table with one column of searched text, which begins with the name. */
export function searchedLine(table: string): Searched {
  const line = sql.ref(`${table}.search_line`)
  return { name: nameIn(line), shows: (pattern) => sql<boolean>`${line} like ${pattern}` }
}

/** Returns the name at the beginning of a search text. */
export function nameIn(line: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`split_part(${line}, chr(10), 1)`
}

/** Returns one condition per word of a search, the rarest word first. Order, case and accents do not matter. */
export function showsAll({ shows }: Searched, search: string | undefined): RawBuilder<boolean>[] {
  return patternsOf(search).map((pattern) => shows(pattern))
}

/**
 * Returns the condition for the index, from the first word, and whether the index misses rows that contain this word
 * elsewhere. Undefined without an index. Also undefined for a single character, because too many rows contain it.
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
 * Returns the condition that a name contains all words; undefined without a search. The form of the condition makes the
 * planner expect that nearly every row meets it. Otherwise the planner would sort the whole table instead of reading a
 * page from an ordered index.
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

/** Returns one condition per word for a search that finds rows only by their name and hint. */
export function shownAll(
  { name, hint }: Searched,
  search: string | undefined,
): RawBuilder<boolean>[] {
  return patternsOf(search).map((pattern) =>
    hint
      ? sql<boolean>`(${name} like ${pattern} or ${hint(pattern)})`
      : sql`${name} like ${pattern}`,
  )
}

/**
 * Ranks of a match, the best first. `start`: each searched word is a whole word of the name, and the name begins with
 * the first of them. `word`: each is a whole word of the name. `beginning`: each begins a word of the name. `name`:
 * each is in the name. `elsewhere`: any other match.
 */
export const ranks = { start: 0, word: 1, beginning: 2, name: 3, elsewhere: 4 } as const

/** Returns the word that was typed first. */
export const firstWordOf = (search = ''): string => search.split(/\s+/).find(Boolean) ?? ''

/** Returns the rank of a row in a search. Words are separated by blanks, as names are stored. */
export function rankIn(name: RawBuilder<unknown>, search = ''): RawBuilder<number> {
  const first = firstWordOf(search)
  const all = (condition: (word: RawBuilder<string>) => RawBuilder<boolean>) =>
    sql.join(
      [sql`true`, ...wordsOf(search).map((word) => condition(escapedWord(word)))],
      sql` and `,
    )
  return sql<number>`case
    when ${all((word) => sql`' ' || ${name} || ' ' like '% ' || ${word} || ' %'`)} then
      case when ${name} || ' ' like ${escapedWord(first)} || ' %' then ${sql.lit(ranks.start)} else ${sql.lit(ranks.word)} end
    when ${all((word) => sql`' ' || ${name} like '% ' || ${word} || '%'`)} then ${sql.lit(ranks.beginning)}
    when ${all((word) => sql`${name} like '%' || ${word} || '%'`)} then ${sql.lit(ranks.name)}
    else ${sql.lit(ranks.elsewhere)} end`
}

/** SQL expression: a folded word, escaped for LIKE. */
export const escapedWord = (word: string) =>
  sql<string>`substr(${patternOf(word)}, 2, length(${patternOf(word)}) - 2)`

function patternsOf(search: string | undefined): RawBuilder<string>[] {
  return wordsOf(search).map(patternOf)
}

const patternOf = (word: string) => sql<string>`search_pattern(${word})`

/** Maximum number of words of a search. Each word adds a condition that is evaluated per row. */
const maxWords = 8

/**
 * Returns the folded words of a search. Words that are probably rare come first, so that most rows fail at the first
 * condition; these are words with digits and long words. Omits words that another word contains, and all but the first
 * eight.
 */
export function wordsOf(search = ''): string[] {
  const words = searchKey(search).split(/\s+/).filter(Boolean)
  const rarity = (word: string) => word.length + (/\d/.test(word) ? searchMaxLength : 0)
  return [...new Set(words)]
    .filter((word) => !words.some((other) => other !== word && other.includes(word)))
    .toSorted((a, b) => rarity(b) - rarity(a))
    .slice(0, maxWords)
}
