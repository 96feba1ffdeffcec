import { type RawBuilder, type SelectQueryBuilder, type Simplify, sql } from 'kysely'
import type { z } from 'zod'
import type { FilterOf, ListQuery, pagination } from '../../contract/list.ts'
import { indexedWord, namedAll, rankIn, type Searched, shownAll, showsAll } from './row-search.ts'
import { plannedEachTime } from './planned-each-time.ts'

interface Page<Row> {
  rows: Row[]
  pagination: z.input<typeof pagination>
}

interface PageParts<D, T extends keyof D, E, U extends keyof E, Row, S extends string> {
  list: ListQuery<S>
  /** Query on the table without joins, for counting rows. */
  from: SelectQueryBuilder<E, U, object>
  /** Query for the rows with all their columns. */
  rows: SelectQueryBuilder<D, T, Row>
  /** Conditions of both queries: the caller's scope and the filters. */
  conditions: RawBuilder<boolean>[]
  searched: Searched
  /** Sort expression for each `sort` of the query, the default first. Needs an index if many rows are expected. */
  sorts: Readonly<Record<S, RawBuilder<unknown>>>
  /** Breaks ties in the order, so that no row appears on two pages. */
  id: RawBuilder<unknown>
}

/**
 * Returns one page of a list (console.md §2) with one query that counts and one that reads. A search counts with an
 * index if it can, and counts again by a scan if the index may have missed rows. If few rows match, the page is read by
 * their ids. Without a chosen sort column, rows whose name contains the whole search come first. A `ranked` search orders
 * by rank (decision 76).
 */
export async function findPage<D, T extends keyof D, E, U extends keyof E, Row, S extends string>(
  parts: PageParts<D, T, E, U, Row, S>,
): Promise<Page<Simplify<Row>>> {
  const { list, searched, sorts, id } = parts
  const from = parts.from.withPlugin(plannedEachTime)
  const rows = parts.rows.withPlugin(plannedEachTime)
  const { page, take, search, sort, order } = list
  const ranked = list.ranked === 1 && search !== undefined
  const shown = ranked ? shownAll(searched, search) : showsAll(searched, search)
  const wanted = allOf(...parts.conditions, ...shown)
  const named = namedAll(searched, sort === undefined && !ranked ? search : undefined)
  const whereNamed = allOf(...parts.conditions, named ?? sql`false`)
  const namedRows = from
    .select(sql`1`.as('one'))
    .where(whereNamed)
    .limit(page * take)
  const indexed = indexedWord(searched, search)
  const tallyWhere = (found: RawBuilder<boolean>) =>
    from
      .select(tallyOf(id, search, named && sql`(select count(*) from ${namedRows.as('named')})`))
      .select((indexed?.elsewhere ?? sql<boolean>`false`).as('elsewhere'))
      .where(found)
      .$castTo<Tally>()
      .executeTakeFirstOrThrow()
  let tally = await tallyWhere(
    indexed ? allOf(...parts.conditions, indexed.holds, ...shown.slice(ranked ? 0 : 1)) : wanted,
  )
  if (tally.elsewhere) tally = await tallyWhere(wanted)

  const slice = sliceOf(tally, list)
  const found =
    tally.few && tally.total <= fewMax ? sql<boolean>`${id} = any (${tally.few})` : wanted
  // Every row whose name matches also matches the search.
  const inSlice = slice.named ? whereNamed : found
  const [first] = Object.values<RawBuilder<unknown>>(sorts)
  const by = sort === undefined ? first : sorts[sort]
  const paged = rows
    .where(inSlice)
    .$if(slice.named === false, (query) => query.where(sql<boolean>`coalesce(not ${named}, true)`))
    .$if(ranked, (query) => query.orderBy(rankIn(searched.name, search)))
    .$if(slice.mixed, (query) => query.orderBy(sql`${named}`, 'desc'))
    .$if(by !== undefined, (query) => query.orderBy(sql`${by}`, order))
    .orderBy(id, order)
    .limit(take)
    .offset(slice.offset)
  return {
    rows: tally.total === 0 ? [] : await paged.execute(),
    pagination: { totalRecords: tally.total, totalPage: Math.ceil(tally.total / take), page, take },
  }
}

/**
 * If at most this number of rows match a search, the count query returns their ids, and the second query reads by id
 * instead of searching again.
 */
const fewMax = 500

interface Tally {
  total: number
  /** Ids of matching rows, up to `fewMax`; null without a search. */
  few: (number | string)[] | null
  /**
   * Number of rows whose name contains the search, counted up to the end of the page. Null if few rows match, or if
   * matching names do not affect the order.
   */
  named: number | null
  /** Whether the index may have missed rows, because it does not cover all searched text. */
  elsewhere: boolean
}

function tallyOf(
  id: RawBuilder<unknown>,
  search: string | undefined,
  named: RawBuilder<unknown> | undefined,
) {
  const few = search === undefined ? sql`null` : sql`(array_agg(${id}))[1:${sql.lit(fewMax)}]`
  return [
    sql`count(*)`.as('total'),
    sql`${few}`.as('few'),
    // PostgreSQL evaluates the subquery only if its branch is taken, so not for few rows.
    sql`${named ? sql`case when count(*) > ${sql.lit(fewMax)} then ${named} end` : sql`null`}`.as(
      'named',
    ),
  ]
}

interface Slice {
  offset: number
  /** If true, the page contains only rows whose name contains the search; if false, only the others. */
  named?: boolean
  /** True if the page contains rows whose name contains the search, followed by other rows. */
  mixed: boolean
}

/**
 * Returns which rows a page contains. If many rows match, a page contains either only rows whose name contains the
 * search or only the others, read in the order of an index. The page at the boundary, and a small result, contain both
 * kinds.
 */
function sliceOf({ total, named }: Tally, { page, take, search, sort, ranked }: ListQuery): Slice {
  const offset = (page - 1) * take
  const namesFirst = search !== undefined && sort === undefined && ranked === undefined
  if (named === null) return { offset, mixed: namesFirst && total > 1 }
  if (named === 0) return { offset, mixed: false }
  if (offset >= named) return { offset: offset - named, named: false, mixed: false }
  return named === page * take ? { offset, named: true, mixed: false } : { offset, mixed: true }
}

/**
 * Returns the conditions of the list's filters. The compiler requires an entry for every filter that the list declares.
 */
export function filtered<Q extends ListQuery>(
  list: Q,
  filters: { [F in FilterOf<Q>]: (value: NonNullable<Q[F]>) => RawBuilder<boolean> },
): RawBuilder<boolean>[] {
  const names = Object.keys(filters) as FilterOf<Q>[]
  return names.flatMap((name) => {
    const value = list[name]
    return value === undefined || value === null ? [] : [filters[name](value)]
  })
}

/** Combines conditions with `and`. */
export function allOf(...conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join([sql`true`, ...conditions], sql` and `)})`
}
