import { type RawBuilder, sql } from 'kysely'
import { homeCountMax } from '../../contract/home.ts'
import { homeRowsMax } from '../../contract/limits.ts'
import type { Db } from '../database/database.ts'

interface BoundedCount<Row> {
  count: number
  more: boolean
  rows: Row[]
}

/**
 * Counts the rows of a statement up to a maximum and returns the first rows. One query reads at most the maximum.
 * `order` names columns of the statement and must be a total order.
 */
export async function countWithFirst<Row extends object>(
  db: Db,
  found: RawBuilder<Row>,
  order: RawBuilder<unknown>,
): Promise<BoundedCount<Row>> {
  const { rows } = await sql<{ total: number; row: Row }>`
    select (count(*) over ())::integer as total, to_jsonb(one) as row
    from (select * from (${found}) as each order by ${order} limit ${homeCountMax + 1}) as one
    order by ${order} limit ${homeRowsMax}`.execute(db)
  return { ...boundedBy(rows[0]?.total ?? 0), rows: rows.map(({ row }) => row) }
}

/** Returns only the count. */
export async function countOf(db: Db, found: RawBuilder<unknown>) {
  return (await countIf(db, sql`true`, found)) ?? boundedBy(0)
}

/** Returns only the count; null, without counting, unless the condition applies. */
export async function countIf(db: Db, condition: RawBuilder<unknown>, found: RawBuilder<unknown>) {
  const { rows } = await sql<{ total: number | null }>`
    select case when ${condition} then (select count(*)::integer
      from (${found} limit ${homeCountMax + 1}) as one) end as total`.execute(db)
  const total = rows[0]?.total
  return typeof total === 'number' ? boundedBy(total) : null
}

const boundedBy = (total: number) => ({
  count: Math.min(total, homeCountMax),
  more: total > homeCountMax,
})
