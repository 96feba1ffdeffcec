import { type RawBuilder, type SelectQueryBuilder, type Simplify, sql } from 'kysely'
import type { z } from 'zod'
import type { FilterOf, ListQuery, pagination } from '../../contract/list.ts'
import { indexedWord, namedAll, type Searched, showsAll } from './row-search.ts'
import { plannedEachTime } from './planned-each-time.ts'

interface Page<Row> {
  rows: Row[]
  pagination: z.input<typeof pagination>
}

interface PageParts<D, T extends keyof D, E, U extends keyof E, Row, S extends string> {
  list: ListQuery<S>
  /** The table alone, to be counted. */
  from: SelectQueryBuilder<E, U, object>
  /** Its rows with their columns. */
  rows: SelectQueryBuilder<D, T, Row>
  /** What limits both: the bearer's scope, and the filters of the query. */
  wanted: RawBuilder<boolean>[]
  searched: Searched
  /** What to order by for each `sort` of the query, the default first; where many rows are expected, on an index. */
  sorts: Readonly<Record<S, RawBuilder<unknown>>>
  /** Decides between equals, so that no row shows on two pages. */
  id: RawBuilder<unknown>
}

/**
 * One page of a list (console.md §2): two queries, whatever its size. A search reads every line once, or asks an index;
 * where that may have left out rows, it reads them all after that. Few rows are then read by their ids. Where no column was chosen, those come first that hold the whole search in their name.
 */
export async function findPage<D, T extends keyof D, E, U extends keyof E, Row, S extends string>(
  parts: PageParts<D, T, E, U, Row, S>,
): Promise<Page<Simplify<Row>>> {
  const { list, searched, sorts, id } = parts
  const from = parts.from.withPlugin(plannedEachTime)
  const rows = parts.rows.withPlugin(plannedEachTime)
  const { page, take, search, sort, order } = list
  const shown = showsAll(searched, search)
  const wanted = allOf(...parts.wanted, ...shown)
  const named = namedAll(searched, sort === undefined ? search : undefined)
  const whereNamed = allOf(...parts.wanted, named ?? sql`false`)
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
    indexed ? allOf(...parts.wanted, indexed.holds, ...shown.slice(1)) : wanted,
  )
  if (tally.elsewhere) tally = await tallyWhere(wanted)

  const slice = sliceOf(tally, list)
  const found =
    tally.few && tally.total <= fewMax ? sql<boolean>`${id} = any (${tally.few})` : wanted
  // Whatever the name holds the row shows.
  const inSlice = slice.named ? whereNamed : found
  const [first] = Object.values<RawBuilder<unknown>>(sorts)
  const by = sort === undefined ? first : sorts[sort]
  const paged = rows
    .where(inSlice)
    .$if(slice.named === false, (query) => query.where(sql<boolean>`coalesce(not ${named}, true)`))
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

/** So many rows of a search are not searched for a second time. */
const fewMax = 500

interface Tally {
  total: number
  /** After a search, the ids of the first few. */
  few: (number | string)[] | null
  /**
   * How many hold the search in their name, counted no further than to the end of the page; null where that doesn't
   * decide the order, or where there are few.
   */
  named: number | null
  /** Whether rows may be missing here, as the index that was asked doesn't know all that they show. */
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
    // Nothing is read for it where there are few: PostgreSQL runs such a query when its value is asked for.
    sql`${named ? sql`case when count(*) > ${sql.lit(fewMax)} then ${named} end` : sql`null`}`.as(
      'named',
    ),
  ]
}

interface Slice {
  offset: number
  /** Only those that hold the search in their name, or only the others. */
  named?: boolean
  /** Some of both, to be ordered by that first. */
  mixed: boolean
}

/**
 * Which rows a page shows: of many, those with the search in their name, or the others, each of which an index orders.
 * There are some of both on the page between, and where there are few.
 */
function sliceOf({ total, named }: Tally, { page, take, search, sort }: ListQuery): Slice {
  const offset = (page - 1) * take
  const ranked = search !== undefined && sort === undefined
  if (named === null) return { offset, mixed: ranked && total > 1 }
  if (named === 0) return { offset, mixed: false }
  if (offset >= named) return { offset: offset - named, named: false, mixed: false }
  return named === page * take ? { offset, named: true, mixed: false } : { offset, mixed: true }
}

/** What the filters of a query say, each that it has; the compiler asks for every filter that the list declares. */
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

/** All of these conditions. */
export function allOf(...conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join([sql`true`, ...conditions], sql` and `)})`
}
