import { type RawBuilder, sql } from 'kysely'
import { searchKey } from '../../contract/text-folding.ts'
import type { Db } from '../database/database.ts'
import { wordsOf } from '../database/row-search.ts'

const before = Array.from('abcdefghijklmnopqrstuvwxyz0123456789')

/** A search by nothing but words of one or two characters: one that is two letters or figures, folded as in the line. */
export function lonePairOf(typed: readonly string[]): string | undefined {
  const words = typed.flatMap((text) => wordsOf(text))
  if (words.some((word) => word.length > 2)) return undefined
  return words.map(searchKey).find((word) => /^[a-z0-9]{2}$/.test(word))
}

/**
 * True of every line that holds the pair; nothing where one in twenty may have it: of a frequent pair the first rows are soon
 * enough found without an index. That knows three characters at a time, and a pair stands behind a letter, a figure, or what
 * is neither: each is a lookup. Lines with any other character have an index of their own.
 */
export async function mayHoldPair(db: Db, pair: string): Promise<RawBuilder<boolean> | undefined> {
  const { rows } = await sql<{ held: number }>`
    select count(*) as held from (select search_line from users limit 2000) as sample
    where search_line like ${`%${pair}%`}::text`.execute(db)
  if ((rows[0]?.held ?? 0) >= 100) return undefined
  const arms = [
    ...before.map((one) => sql`users.search_line like ${`%${one}${pair}%`}::text`),
    sql`users.search_line ~ ${`(^|[\n -/:-@[-\`{-~])${pair}`}::text`,
    sql`users.search_line ~ '[^\\n -~]'`,
  ]
  return sql<boolean>`(${sql.join(arms, sql` or `)})`
}
