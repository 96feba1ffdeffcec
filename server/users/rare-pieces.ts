import { type RawBuilder, sql } from 'kysely'
import { searchKey } from '../../contract/text-folding.ts'
import type { Db } from '../database/database.ts'
import { allOf } from '../database/list-page.ts'
import { wordsOf } from '../database/row-search.ts'

/** Minimum length of a word that is searched by its rarest trigrams. Shorter words have too few trigrams. */
const minLength = 9
/**
 * Maximum number of trigrams that are searched. Three trigrams that each occur in 1 % of the rows leave one row in a
 * million.
 */
const maxPieces = 3
/** Maximum number of trigrams whose frequency is compared. They are spread evenly over the typed text. */
const maxCompared = 20
/** Rows in the sample. A trigram is rare if fewer than one in twenty of these rows contain it. */
const sampleSize = 300

/**
 * Returns a condition that is true for every line with the long words of the search, and for few other lines. Undefined
 * if no trigram of these words is rare. By default the index reads one posting list for each trigram of a word. Most
 * trigrams of an e-mail are frequent ('gma', 'mai', 'ail') and cost a hundred times as much as the three rarest.
 */
export async function longWordCondition(
  db: Db,
  typed: readonly string[],
): Promise<RawBuilder<boolean> | undefined> {
  const pieces = piecesOf(typed)
  if (pieces.length === 0) return undefined
  const { rows } = await sql<{ pattern: string; held: number }>`
    with sample as materialized (
      select search_line from users tablesample system ((
        select least(100, 100.0 * ${sql.lit(sampleSize)} / greatest(reltuples, 1)) from pg_class where oid = 'users'::regclass))
        repeatable (1) limit ${sql.lit(sampleSize)})
    select pattern, (select count(*) from sample where search_line like pattern) as held
    from unnest(${pieces}::text[]) as pattern where (select count(*) from sample) > ${sql.lit(sampleSize / 3)}
    order by held limit ${sql.lit(maxPieces)}`.execute(db)
  const rare = rows.filter(({ held }) => held < sampleSize / 20)
  if (rare.length === 0) return undefined
  return allOf(...rare.map(({ pattern }) => sql<boolean>`users.search_line like ${pattern}::text`))
}

/** Returns LIKE patterns for trigrams of the long ASCII words, folded like the stored line. */
function piecesOf(typed: readonly string[]): string[] {
  const pieces = typed
    .flatMap((text) => wordsOf(text))
    .map(searchKey)
    .filter((word) => word.length >= minLength && /^[!-~]+$/.test(word))
    .flatMap((word) => Array.from(word.slice(2), (_, at) => word.slice(at, at + 3)))
    // The index treats all other characters as word separators.
    .filter((piece) => /[a-z0-9]{2}/.test(piece))
  const step = Math.ceil(pieces.length / maxCompared)
  return [...new Set(pieces.filter((_, at) => at % step === 0))].map(
    (piece) => `%${piece.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
  )
}
