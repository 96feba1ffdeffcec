import { type RawBuilder, type SelectQueryBuilder, type Simplify, sql } from 'kysely'
import type { z } from 'zod'
import type { ListQuery, pagination } from '../../contract/list.ts'

interface Page<Row> {
  rows: Row[]
  pagination: z.input<typeof pagination>
}

interface PageParts<D, T extends keyof D, Row, S extends string> {
  list: ListQuery<S>
  /** What `tally` says of the rows that the filters leave. */
  count: { executeTakeFirstOrThrow(): Promise<{ total: number; few: (number | string)[] | null }> }
  /** Those rows with their columns. */
  rows: SelectQueryBuilder<D, T, Row>
  /** What to order by for each `sort` of the query; where many rows are expected, on an index. */
  sorts: Readonly<Record<S, RawBuilder<unknown>>>
  /** Decides between equals, so that no row shows on two pages. */
  id: RawBuilder<unknown>
}

/** One page of a list (console.md §2): two queries at most, whatever its size. */
export async function findPage<D, T extends keyof D, Row, S extends string>({
  list: { page, take, sort, order },
  count,
  rows,
  sorts,
  id,
}: PageParts<D, T, Row, S>): Promise<Page<Simplify<Row>>> {
  const { total, few } = await count.executeTakeFirstOrThrow()
  const wanted = few && total <= fewMax ? rows.where(sql<boolean>`${id} = any (${few})`) : rows
  const ordered = wanted.orderBy(sorts[sort], order).orderBy(id, order)
  const paged = ordered.limit(take).offset((page - 1) * take)
  return {
    rows: total === 0 ? [] : await paged.execute(),
    pagination: { totalRecords: total, totalPage: Math.ceil(total / take), page, take },
  }
}

/** So many rows of a search are not searched for a second time. */
const fewMax = 200

/** How many rows there are; after a search, which reads every line once, also the ids of the first few. */
export function tally(id: RawBuilder<unknown>, search: string | undefined) {
  const few = search === undefined ? sql`null` : sql`(array_agg(${id}))[1:${sql.lit(fewMax)}]`
  return [
    sql<number>`count(*)`.as('total'),
    sql<(number | string)[] | null>`${few}`.as('few'),
  ] as const
}

/** Whether a row's line holds what is searched, whatever the case and accents of either (tables/shared-functions.sql). */
export function holds(
  line: RawBuilder<unknown>,
  search: string | undefined,
): RawBuilder<boolean> | undefined {
  return search === undefined ? undefined : sql<boolean>`${line} like search_pattern(${search})`
}

/** All of the conditions that apply to this list. */
export function allOf(...conditions: (RawBuilder<boolean> | undefined | false)[]) {
  const applied = conditions.filter((condition) => condition !== undefined && condition !== false)
  return sql<boolean>`(${sql.join([sql`true`, ...applied], sql` and `)})`
}
