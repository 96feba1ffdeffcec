import { type RawBuilder, sql } from 'kysely'
import { searchKey } from '../../contract/text-folding.ts'
import type { Db } from '../database/database.ts'
import { wordsOf } from '../database/row-search.ts'

const before = Array.from('abcdefghijklmnopqrstuvwxyz0123456789')

/** Returns a folded word of two characters if the search contains no longer word; undefined otherwise. */
export function lonePairOf(typed: readonly string[]): string | undefined {
  const words = typed.flatMap((text) => wordsOf(text))
  if (words.some((word) => word.length > 2)) return undefined
  return words.map(searchKey).find((word) => /^[a-z0-9]{2}$/.test(word))
}

/**
 * Returns a condition that is true for every line with this pair. Undefined if, in a sample, one line in twenty has the
 * pair: without an index, the first matches of a frequent pair are found fast. The trigram index needs three
 * characters. So the condition looks up the pair after each possible letter, digit or separator. A partial index covers
 * lines with other characters.
 */
export async function pairCondition(
  db: Db,
  pair: string,
): Promise<RawBuilder<boolean> | undefined> {
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
