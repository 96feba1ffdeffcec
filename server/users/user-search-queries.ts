import { type RawBuilder, sql } from 'kysely'
import type { BodyOf } from '../../contract/endpoint.ts'
import { daysWithoutAccess, userSearchMax } from '../../contract/user-search.ts'
import type { users } from '../../contract/users.ts'
import type { Db } from '../database/database.ts'
import { allOf } from '../database/list-page.ts'
import { wordsOf } from '../database/row-search.ts'
import { plannedEachTime } from '../database/statement-names.ts'
import { isInvited } from '../scope/invited-people.ts'
import type { Scope } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'
import { after, days } from '../shared/clock.ts'
import { isRarePair, lonePairOf, mayHoldPair } from './pair-search.ts'

type Search = BodyOf<typeof users.userSearch>

/** So many people are read by their ids and sorted; of more, an index gives the order and a page is full soon. */
const fewMax = 2000

/** Each order has an index; the line begins with the name. */
export const sorts: Readonly<Record<Search['sort'], string>> = {
  name: 'users.search_line',
  email: 'users.email',
  created_at: 'users.created_at',
  update_at: 'users.updated_at',
  last_access_at: 'users.last_access_at',
  status: 'users.standing',
}

/**
 * One page of people: two statements, however many there are, and one more before them where two letters are looked for. The first counts no further than pages go. Every word is
 * looked for in the line, whose trigrams are indexed, and which each index of an order holds too.
 */
export async function searchUsers(all: Db, scope: Scope, search: Search, now: Date) {
  const db = all.withPlugin(plannedEachTime)
  const { page, take } = search.pagination
  const wanted = allOf(userInScope(scope), ...conditionsOf(search.filters, now))
  const { name, email, phone_number, search: anywhere } = search.filters
  const pair = lonePairOf([name, email, phone_number, anywhere])
  const rare = pair !== undefined && (await isRarePair(db, pair))
  const tally = await db
    .selectFrom(
      db
        .selectFrom('users')
        .select('users.id')
        .where(rare ? allOf(wanted, mayHoldPair(pair)) : wanted)
        .limit(userSearchMax + 1)
        .as('found'),
    )
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number[] | null>`(array_agg(found.id))[1:${sql.lit(fewMax)}]`.as('few'),
    ])
    .executeTakeFirstOrThrow()
  const { rows } = await pageOf(search, tally.total > fewMax ? wanted : among(tally.few)).execute(
    db,
  )
  const total = Math.min(tally.total, userSearchMax)
  return {
    users: rows,
    pagination: {
      totalRecords: total,
      totalPage: Math.ceil(total / take),
      page,
      take,
      more: tally.total > userSearchMax,
    },
  }
}

const among = (ids: number[] | null): RawBuilder<boolean> =>
  sql<boolean>`users.id = any (${ids ?? []}::integer[])`

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

/**
 * The page is found by what the index holds, and only its rows are read whole. Who never came has waited longest for an
 * access.
 */
function pageOf({ pagination: { page, take }, sort, order }: Search, wanted: RawBuilder<boolean>) {
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const nulls = order === 'asc' ? sql`nulls first` : sql`nulls last`
  const last = sort === 'last_access_at' ? nulls : sql``
  const ordered = sql`order by ${sql.ref(sorts[sort])} ${direction} ${last}, users.id ${direction}`
  return sql<Row>`
    select users.id, users.name, users.email, users.phone_number, users.standing as status, users.created_at,
      users.updated_at as update_at, users.last_access_at, ${isInvited} as invited
    from (
      select users.id from users where ${wanted} ${ordered} limit ${take} offset ${(page - 1) * take}
    ) as page join users on users.id = page.id ${ordered}`
}

/** What comes before and after each part of the line. */
const around = {
  name: ['', '\n%\n%'],
  email: ['%\n', '\n%'],
  phone_number: ['%\n%\n', ''],
} as const

/** What the filters ask for, each as a condition on `users`. */
export function conditionsOf(filters: Search['filters'], now: Date): RawBuilder<boolean>[] {
  const { name, email, phone_number, search, status, no_access, invited } = filters
  const since = after(now, -days(daysWithoutAccess))
  return [
    ...holds(search),
    ...holds(name, 'name'),
    ...holds(email, 'email'),
    ...holds(phone_number, 'phone_number'),
    ...(status ? [sql<boolean>`users.standing = ${sql.lit(status)}`] : []),
    ...(no_access
      ? [
          sql<boolean>`(users.last_access_at < ${since} or (users.last_access_at is null and users.created_at < ${since}))`,
        ]
      : []),
    ...(typeof invited === 'boolean' ? [invited ? isInvited : sql<boolean>`not ${isInvited}`] : []),
  ]
}

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
