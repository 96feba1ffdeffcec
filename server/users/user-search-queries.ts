import { type RawBuilder, sql } from 'kysely'
import type { BodyOf } from '../../contract/endpoint.ts'
import { daysWithoutAccess, userSearchMax } from '../../contract/user-search.ts'
import type { users } from '../../contract/users.ts'
import type { Db } from '../database/database.ts'
import { allOf } from '../database/list-page.ts'
import { wordsOf } from '../database/row-search.ts'
import { plannedEachTime } from '../database/statement-names.ts'
import { companyInScope } from '../scope/company-scope.ts'
import { isInvited } from '../scope/invited-people.ts'
import type { Scope } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'
import { after, days } from '../shared/clock.ts'
import { lonePairOf, mayHoldPair } from './pair-search.ts'
import { mayHoldLong } from './rare-pieces.ts'

type Search = BodyOf<typeof users.userSearch>

/** A page that ends within so many rows is likely to be found among the first so many people of the order. */
const firstMax = 50
const nearMax = 10_000

/** Each order has an index; the line begins with the name. */
export const sorts: Readonly<Record<Search['sort'], RawBuilder<unknown>>> = {
  name: sql`users.search_line collate natural_order`,
  email: sql`users.email`,
  created_at: sql`users.created_at`,
  update_at: sql`users.updated_at`,
  last_access_at: sql`users.last_access_at`,
  status: sql`users.standing`,
}

/** What the statements of one search share; `among` are the people who may be wanted, of whom the others aren't asked. */
interface Question {
  search: Search
  wanted: RawBuilder<boolean>
  among: RawBuilder<unknown>
}

/**
 * One page of people: two statements, however many there are; one more before them where two letters or a long word may be
 * rare, and two more where a word stands all in one place of the order. The count goes no further than pages do. Every word
 * is looked for in the line, whose trigrams are indexed, and which each index of an order holds too.
 */
export async function searchUsers(all: Db, scope: Scope, search: Search, now: Date) {
  const db = all.withPlugin(plannedEachTime)
  const { page, take } = search.pagination
  const wanted = allOf(userInScope(scope), ...conditionsOf(scope, search.filters, now))
  const question = { search, wanted, among: await amongWhom(db, search) }
  const { total, ids } = await tallyOf(db, question, forPages)
  const users = ids ? await rowsOf(db, question, idsIn(ids)) : await pageInOrder(db, question)
  const totalRecords = Math.min(total, userSearchMax)
  return {
    users,
    pagination: {
      totalRecords,
      totalPage: Math.ceil(totalRecords / take),
      page,
      take,
      more: total > userSearchMax,
    },
  }
}

/** The people among whom to look: all, or those who have the rarest of what was typed; the rest is asked of them alone. */
async function amongWhom(db: Db, { filters }: Search): Promise<RawBuilder<unknown>> {
  const { name, email, phone_number, search } = filters
  const typed = [name, email, phone_number, search].filter((text) => text !== undefined)
  const pair = lonePairOf(typed)
  const rare = pair === undefined ? await mayHoldLong(db, typed) : await mayHoldPair(db, pair)
  // Without the offset all conditions would be put to the index at once.
  return rare ? sql`(select * from users where ${rare} offset 0)` : sql`users`
}

/** Counts no further than one more than `counted`; of no more than `sorted` people it tells the ids of the page, too. */
interface Bounds {
  counted: number
  sorted: RawBuilder<unknown>
}

/**
 * Two thousand are sorted whatever they are among, and a tenth of all. Of more, the index of the order is read until the page
 * is full: that is soon where many are wanted, and may be never where few are.
 */
const forPages: Bounds = {
  counted: userSearchMax,
  sorted: sql`greatest(2000, (select reltuples / 10 from pg_class where oid = 'users'::regclass))`,
}

/** Where the page wasn't full soon. */
const forTheFirst: Bounds = { counted: 30_000, sorted: sql`30000` }

async function tallyOf(db: Db, { search, wanted, among }: Question, { counted, sorted }: Bounds) {
  const { rows } = await sql<{ total: number; ids: number[] | null }>`
    with found as materialized (
      select users.id, ${sorts[search.sort]} as place from ${among} as users where ${wanted} limit ${counted + 1}),
    tally as materialized (select count(*) as total from found)
    select total, case when total <= least(${counted}, ${sorted}) then array(
      select id from found ${ordered(search, sql`place`, sql`id`)} ${cutOf(search)}) end as ids
    from tally`.execute(db)
  const [tally] = rows
  if (!tally) throw new Error('A count has one row.')
  return tally
}

/**
 * The page as the index of the order gives it. A word may stand all in one place of it, such as a given name where names are
 * the order: who begins with 'v' comes last. So a first page is looked for near the beginning, then among all who have the
 * word, if they can be sorted.
 */
async function pageInOrder(db: Db, question: Question): Promise<Row[]> {
  const { pagination, filters } = question.search
  const { page, take } = pagination
  const typed = filters.name ?? filters.email ?? filters.search ?? filters.phone_number
  const everybody = inOrder(question, sql`users`)
  if (typed === undefined || page * take > firstMax) return rowsOf(db, question, everybody)
  const near = sql`(select * from users ${orderOf(question.search)} limit ${sql.lit(nearMax)})`
  const users = await rowsOf(db, question, inOrder(question, near))
  if (users.length === take) return users
  const { ids } = await tallyOf(db, question, forTheFirst)
  return rowsOf(db, question, ids ? idsIn(ids) : everybody)
}

const idsIn = (ids: readonly number[]) => sql`unnest(${[...ids]}::integer[]) as page (id)`

/** A page found by what the index of the order holds, without going to the rows. */
const inOrder = ({ search, wanted }: Question, among: RawBuilder<unknown>) => sql`(
  select users.id from ${among} as users where ${wanted} ${orderOf(search)} ${cutOf(search)}) as page`

interface Row {
  id: number
  name: string
  email: string
  phone_number: string | null
  status: 1 | 2 | 3
  created_at: Date
  update_at: Date
  last_access_at: Date | null
  invited: boolean
}

/** The rows of a page whole. */
async function rowsOf(db: Db, { search }: Question, page: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select users.id, users.name, users.email, users.phone_number, users.standing as status, users.created_at,
      users.updated_at as update_at, users.last_access_at, ${isInvited} as invited
    from ${page} join users on users.id = page.id ${orderOf(search)}`.execute(db)
  return rows
}

const cutOf = ({ pagination: { page, take } }: Search) =>
  sql`limit ${take} offset ${(page - 1) * take}`

const orderOf = (search: Search) => ordered(search, sorts[search.sort], sql`users.id`)

/** Who never came has waited longest for an access. */
function ordered({ sort, order }: Search, place: RawBuilder<unknown>, id: RawBuilder<unknown>) {
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const nulls = order === 'asc' ? sql`nulls first` : sql`nulls last`
  const last = sort === 'last_access_at' ? nulls : sql``
  return sql`order by ${place} ${direction} ${last}, ${id} ${direction}`
}

/** What comes before and after each part of the line. */
const around = {
  name: ['', '\n%\n%'],
  email: ['%\n', '\n%'],
  phone_number: ['%\n%\n', ''],
} as const

/** What the filters ask for, each as a condition on `users`. */
export function conditionsOf(
  scope: Scope,
  filters: Search['filters'],
  now: Date,
): RawBuilder<boolean>[] {
  const { name, email, phone_number, search, status, company_id, no_access, invited } = filters
  const since = after(now, -days(daysWithoutAccess))
  return [
    ...holds(search),
    ...holds(name, 'name'),
    ...holds(email, 'email'),
    ...holds(phone_number, 'phone_number'),
    ...(status ? [sql<boolean>`users.standing = ${sql.lit(status)}`] : []),
    ...(company_id ? [worksFor(scope, company_id)] : []),
    ...(no_access
      ? [
          sql<boolean>`(users.last_access_at < ${since} or (users.last_access_at is null and users.created_at < ${since}))`,
        ]
      : []),
    ...(typeof invited === 'boolean' ? [invited ? isInvited : sql<boolean>`not ${isInvited}`] : []),
  ]
}

/** Limited to companies in scope, so that the filter doesn't reveal other employers of a company's people. */
const worksFor = (scope: Scope, companyId: number) =>
  sql<boolean>`exists (select from user_companies uc
    where uc.user_id = users.id and uc.company_id = ${companyId} and ${companyInScope(scope, sql.ref('uc.company_id'))})`

/**
 * Every word anywhere in the line, or in one part of it. It is one pattern for the whole line either way: the trigrams and
 * the planner know the line, and of its parts the planner would believe that hardly anybody has the word there.
 */
function holds(typed: string | undefined, part?: keyof typeof around): RawBuilder<boolean>[] {
  const [head, tail] = part === undefined ? ['', ''] : around[part]
  return wordsOf(typed).map(
    (word) =>
      sql<boolean>`users.search_line like ${head}::text || search_pattern(${word}) || ${tail}::text`,
  )
}
