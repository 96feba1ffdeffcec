import { type RawBuilder, sql } from 'kysely'
import { searchKey } from '../../contract/text-folding.ts'
import type { Db } from '../database/database.ts'
import { allOf } from '../database/list-page.ts'
import { wordsOf } from '../database/row-search.ts'

/** From so many characters on a word is looked for by its rarest pieces: of a shorter one there are hardly fewer than all. */
const longFrom = 9
/** So many pieces are looked for: three that one person in a hundred has leave one in a million. */
const piecesMax = 3
/** So many are compared, evenly spread over what was typed. */
const comparedMax = 20
/** Among so many people from all over the table; a piece is worth looking for where fewer than one in twenty of them have it. */
const sampled = 300

/**
 * True of every line that holds the long words that were typed, and of few others; nothing where no piece of them is rare. A
 * word is in a line with all its trigrams, and the index goes through as many lists of people: of an e-mail most are
 * everybody's ('gma', 'mai', 'ail'), a hundred times the work of the three that decide.
 */
export async function mayHoldLong(
  db: Db,
  typed: readonly string[],
): Promise<RawBuilder<boolean> | undefined> {
  const pieces = piecesOf(typed)
  if (pieces.length === 0) return undefined
  const { rows } = await sql<{ pattern: string; held: number }>`
    with sample as materialized (
      select search_line from users tablesample system ((
        select least(100, 100.0 * ${sql.lit(sampled)} / greatest(reltuples, 1)) from pg_class where oid = 'users'::regclass))
        repeatable (1) limit ${sql.lit(sampled)})
    select pattern, (select count(*) from sample where search_line like pattern) as held
    from unnest(${pieces}::text[]) as pattern where (select count(*) from sample) > ${sql.lit(sampled / 3)}
    order by held limit ${sql.lit(piecesMax)}`.execute(db)
  const rare = rows.filter(({ held }) => held < sampled / 20)
  if (rare.length === 0) return undefined
  return allOf(...rare.map(({ pattern }) => sql<boolean>`users.search_line like ${pattern}::text`))
}

/** Patterns of three characters each, of words that folded are what the line holds of them, character for character. */
function piecesOf(typed: readonly string[]): string[] {
  const pieces = typed
    .flatMap((text) => wordsOf(text))
    .map(searchKey)
    .filter((word) => word.length >= longFrom && /^[!-~]+$/.test(word))
    .flatMap((word) => Array.from(word.slice(2), (_, at) => word.slice(at, at + 3)))
    // Of other characters the index knows little more than that they part words.
    .filter((piece) => /[a-z0-9]{2}/.test(piece))
  const step = Math.ceil(pieces.length / comparedMax)
  return [...new Set(pieces.filter((_, at) => at % step === 0))].map(
    (piece) => `%${piece.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
  )
}
