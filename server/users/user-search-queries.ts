import { type RawBuilder, sql } from 'kysely'
import type { BodyOf } from '../../contract/endpoint.ts'
import {
  daysWithoutAccess,
  type OwnFactor,
  userSearchMax,
  userStatus,
} from '../../contract/user-search.ts'
import type { users } from '../../contract/users.ts'
import type { Db } from '../database/database.ts'
import { allOf } from '../database/list-page.ts'
import { escapedWord, firstWordOf, nameIn, rankIn, ranks, wordsOf } from '../database/row-search.ts'
import { plannedEachTime } from '../database/planned-each-time.ts'
import { companyInScope } from '../scope/company-scope.ts'
import { hasExpiredPassword, isInvited } from '../scope/invited-people.ts'
import type { Scope } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'
import { after, days } from '../shared/clock.ts'
import { companyNames } from './company-names.ts'
import { lonePairOf, pairCondition } from './pair-search.ts'
import { hasPasskey, hasTotp, ownFactor } from '../factors/has-factor.ts'
import { isPending } from './pending-users.ts'
import { longWordCondition } from './rare-pieces.ts'

type Search = BodyOf<typeof users.userSearch>

/** A page that ends at or before this row is first looked for among the first `maxNear` users of the sort order. */
const maxFirst = 50
/** Number of users at the beginning of the sort order that are searched first, before a search of all users. */
const maxNear = 10_000

/** Sort expressions, each with an index. The search line begins with the name. */
export const sorts: Readonly<Record<Search['sort'], RawBuilder<unknown>>> = {
  name: sql`users.search_line collate natural_order`,
  email: sql`users.email`,
  created_at: sql`users.created_at`,
  update_at: sql`users.updated_at`,
  last_access_at: sql`users.last_access_at`,
  status: sql`users.display_status`,
}

/** Scopes of a search. */
export interface UserScopes {
  /** Users that the search may find. */
  people: Scope
  /** Users that the caller may invite again. */
  invited: Scope
  /** Users with a recovery that the caller may approve: `awaitsApproval`. */
  recovering: RawBuilder<boolean>
  /** Whether the rows contain the users' companies. */
  companies?: boolean
  /** Whether the rows contain the users' own second factors. */
  factors?: boolean
}

/** Shared parts of the statements of a search. `among` selects a subset of users that contains all matches. */
interface SearchParts {
  search: Search
  condition: RawBuilder<boolean>
  among: RawBuilder<unknown>
  /** Rank by the search line, which then must be the sort column. */
  rank?: (line: RawBuilder<unknown>) => RawBuilder<number>
  now: Date
  /** Whether the rows contain the users' companies. */
  companies: boolean
  /** Whether the rows contain the users' own second factors. */
  factors: boolean
}

/**
 * Returns one page of users. Words are matched against the search line, which has a trigram index and is included in
 * every sort index. The number of statements does not depend on the number of users: usually two, and one more if the
 * longest word has two characters, or if a long word may be rare. Up to two more follow if the first `maxNear` users do
 * not fill the page. The count stops at the last page.
 */
export async function searchUsers(all: Db, scopes: UserScopes, search: Search, now: Date) {
  const db = all.withPlugin(plannedEachTime)
  const { page, take } = search.pagination
  const { search: words, ...filters } = search.filters
  const ranked = search.ranked === true && words !== undefined
  const condition = allOf(
    userInScope(scopes.people),
    ...conditionsOf(scopes, { ...filters, search: ranked ? undefined : words }, now),
    ...(ranked ? holds(words, 'nameOrEmail') : []),
  )
  const companies = scopes.companies === true && !ranked
  const factors = scopes.factors === true && !ranked
  const parts = { search, condition, among: await candidates(db, search), now, companies, factors }
  if (ranked) {
    const users = await searchRanked(db, {
      ...parts,
      search: { ...search, sort: 'name', order: 'asc' },
    })
    const pagination = {
      totalRecords: users.length,
      totalPage: Math.min(users.length, 1),
      page,
      take,
    }
    return { users, pagination: { ...pagination, more: false } }
  }
  const { total, ids } = await tallyOf(db, parts, forPages)
  const users = ids ? await rowsOf(db, parts, idsIn(ids)) : await pageInOrder(db, parts)
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

/**
 * Returns the best matches of a search (decision 76). Tries three statements in this order, until one fills the page:
 * the names that begin with the search, whole words among the first names of the order, all matches sorted by rank. If
 * there are more than 30,000 matches, only those by name are sorted. If there are more than 30,000 of these, each rank
 * is searched separately, the best first, in the order of the name index.
 */
async function searchRanked(db: Db, parts: SearchParts): Promise<Row[]> {
  const { take } = parts.search.pagination
  const typed = parts.search.filters.search
  const rank = (line: RawBuilder<unknown>) => rankIn(nameIn(line), typed)
  const where = (...conditions: RawBuilder<boolean>[]): SearchParts => ({
    ...parts,
    condition: allOf(parts.condition, ...conditions),
  })
  const ofRank = (only: number) =>
    where(sql<boolean>`${rank(sql`users.search_line`)} = ${sql.lit(only)}`)
  const first = await rowsOf(
    db,
    parts,
    inOrder(ofRank(ranks.start), nearest(parts.search, firstWordOf(typed))),
  )
  if (first.length === take) return first
  // Names that begin with the same word are adjacent in the index, so `first` contains all of them.
  if (wordsOf(typed).length === 1) {
    const near = await rowsOf(db, parts, inOrder(ofRank(ranks.word), nearest(parts.search)))
    if (first.length + near.length >= take) return [...first, ...near].slice(0, take)
  }
  const sorted = (ids: readonly number[]) => rowsOf(db, { ...parts, rank }, idsIn(ids))
  const all = await tallyOf(db, { ...parts, rank }, forFirstPage)
  if (all.ids) return sorted(all.ids)
  const inName = { ...where(...holds(typed, 'name')), rank, among: sql`users` }
  const named = await tallyOf(db, inName, forFirstPage)
  const users = named.ids ? await sorted(named.ids) : []
  for (const only of named.ids ? [ranks.elsewhere] : Object.values(ranks)) {
    if (users.length >= take) break
    users.push(...(await pageInOrder(db, { ...ofRank(only), among: amongRanked(parts, only) })))
  }
  return users.slice(0, take)
}

/**
 * Returns the users to examine for a rank: for matches at the beginning of a word by patterns that the trigram index
 * finds even if the word has two characters.
 */
function amongRanked(
  { search, among }: SearchParts,
  rank: (typeof ranks)[keyof typeof ranks],
): RawBuilder<unknown> {
  const [longest = ''] = wordsOf(search.filters.search)
  if (rank > ranks.beginning || longest === '') return among
  const ends = rank === ranks.beginning ? [sql`'%'`] : [sql`' %'`, sql`chr(10) || '%'`]
  const patterns = ends.flatMap((end) => [
    sql`users.search_line like ${escapedWord(longest)} || ${end}`,
    sql`users.search_line like '% ' || ${escapedWord(longest)} || ${end}`,
  ])
  return sql`(select * from users where ${sql.join(patterns, sql` or `)} offset 0)`
}

/**
 * Returns the users to examine: all users, or those that match the rarest part of the search. All other conditions
 * apply only to these.
 */
async function candidates(db: Db, { filters }: Search): Promise<RawBuilder<unknown>> {
  const { name, email, phone_number, search } = filters
  const typed = [name, email, phone_number, search].filter((text) => text !== undefined)
  const pair = lonePairOf(typed)
  const rare =
    pair === undefined ? await longWordCondition(db, typed) : await pairCondition(db, pair)
  // `offset 0` prevents the planner from pushing all conditions into the index.
  return rare ? sql`(select * from users where ${rare} offset 0)` : sql`users`
}

/**
 * Limits of the count query. It counts at most `counted` + 1 users. If at most `sorted` users match, it also returns
 * the ids of the page.
 */
interface Bounds {
  counted: number
  sorted: RawBuilder<unknown>
}

/**
 * Up to 2,000 matches, or a tenth of all users, are sorted. If there are more, the sort index is read until the page is
 * full, which is fast for frequent matches.
 */
const forPages: Bounds = {
  counted: userSearchMax,
  sorted: sql`greatest(2000, (select reltuples / 10 from pg_class where oid = 'users'::regclass))`,
}

/** Bounds of the second count, which follows if the first `maxNear` users did not fill the page. */
const forFirstPage: Bounds = { counted: 30_000, sorted: sql`30000` }

async function tallyOf(
  db: Db,
  { search, condition, among, rank }: SearchParts,
  { counted, sorted }: Bounds,
) {
  const { rows } = await sql<{ total: number; ids: number[] | null }>`
    with found as materialized (
      select users.id, ${sorts[search.sort]} as place from ${among} as users where ${condition} limit ${counted + 1}),
    tally as materialized (select count(*) as total from found)
    select total, case when total <= least(${counted}, ${sorted}) then array(
      select id from found ${ordered(search, sql`place`, sql`id`, rank?.(sql`place`))} ${cutOf(search)}) end as ids
    from tally`.execute(db)
  const [tally] = rows
  if (!tally) throw new Error('The count query returned no row.')
  return tally
}

/**
 * Returns the page in the order of the index. All matches may be near the end of that order, for example when the
 * searched first name begins with 'Z'. So a page near the beginning is first looked for among the first `maxNear`
 * users, and then among all matches if these are few enough to sort.
 */
async function pageInOrder(db: Db, parts: SearchParts): Promise<Row[]> {
  const { pagination, filters } = parts.search
  const { page, take } = pagination
  const typed = filters.name ?? filters.email ?? filters.search ?? filters.phone_number
  const allUsers = inOrder(parts, sql`users`)
  if (typed === undefined || page * take > maxFirst) return rowsOf(db, parts, allUsers)
  const users = await rowsOf(db, parts, inOrder(parts, nearest(parts.search)))
  if (users.length === take) return users
  const { ids } = await tallyOf(db, parts, forFirstPage)
  return rowsOf(db, parts, ids ? idsIn(ids) : allUsers)
}

/** Selects the first users in the sort order. With `text`, selects the first users by name from this text on. */
const nearest = (search: Search, text?: string) =>
  sql`(select * from users ${text === undefined ? sql`` : sql`where ${sorts.name} >= search_fold(${text})`}
    ${orderOf(search)} limit ${sql.lit(maxNear)})`

const idsIn = (ids: readonly number[]) => sql`unnest(${[...ids]}::integer[]) as page (id)`

/** Selects the ids of a page by an index-only scan. */
const inOrder = ({ search, condition }: SearchParts, among: RawBuilder<unknown>) => sql`(
  select users.id from ${among} as users where ${condition} ${orderOf(search)} ${cutOf(search)}) as page`

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
  password_expired: boolean
  company_names?: string[]
  company_count?: number
  own_factor?: OwnFactor
}

/** Returns the complete rows of a page. */
async function rowsOf(
  db: Db,
  { search, now, rank, companies, factors }: SearchParts,
  page: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select users.id, users.name, users.email, users.phone_number, users.display_status as status, users.created_at,
      users.updated_at as update_at, users.last_access_at, ${isInvited} as invited, ${hasExpiredPassword(now)} as password_expired
      ${companies ? sql`, employers.company_names, employers.company_count` : sql``}
      ${factors ? sql`, ${ownFactor} as own_factor` : sql``}
    from ${page} join users on users.id = page.id ${companies ? companyNames : sql``} ${orderOf(search, rank?.(sql`users.search_line`))}`.execute(
    db,
  )
  return rows
}

const cutOf = ({ pagination: { page, take } }: Search) =>
  sql`limit ${take} offset ${(page - 1) * take}`

const orderOf = (search: Search, rank?: RawBuilder<unknown>) =>
  ordered(search, sorts[search.sort], sql`users.id`, rank)

/** Returns the ORDER BY clause. Users who have never signed in sort before the oldest access. */
function ordered(
  { sort, order }: Search,
  place: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  rank?: RawBuilder<unknown>,
) {
  const first = rank === undefined ? sql`` : sql`${rank},`
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const nulls = order === 'asc' ? sql`nulls first` : sql`nulls last`
  const last = sort === 'last_access_at' ? nulls : sql``
  return sql`order by ${first} ${place} ${direction} ${last}, ${id} ${direction}`
}

/** Patterns for the text before and after each part of the search line. */
const around = {
  name: ['', '\n%\n%'],
  email: ['%\n', '\n%'],
  phone_number: ['%\n%\n', ''],
  nameOrEmail: ['', '\n%'],
} as const

/** Returns the conditions of the filters on `users`. */
export function conditionsOf(
  scopes: UserScopes,
  filters: Search['filters'],
  now: Date,
): RawBuilder<boolean>[] {
  const { name, email, phone_number, search, status, company_id } = filters
  const { no_access, no_factor, invited, pending } = filters
  const since = after(now, -days(daysWithoutAccess))
  return [
    ...holds(search),
    ...holds(name, 'name'),
    ...holds(email, 'email'),
    ...holds(phone_number, 'phone_number'),
    ...(status ? [sql<boolean>`users.display_status = ${sql.lit(status)}`] : []),
    ...(company_id ? [worksFor(scopes.people, company_id)] : []),
    ...(no_access
      ? [
          sql<boolean>`(users.last_access_at < ${since} or (users.last_access_at is null and users.created_at < ${since}))`,
        ]
      : []),
    ...(no_factor ? [lacksFactor] : []),
    ...(typeof invited === 'boolean' ? [invited ? isInvited : sql<boolean>`not ${isInvited}`] : []),
    ...(pending ? [isPending(pending, scopes, now)] : []),
  ]
}

/** Condition: an active user who signs in with a password and has neither a passkey nor an authenticator app. */
const lacksFactor = sql<boolean>`(users.display_status = ${sql.lit(userStatus.active)}
  and not users.federated and not (${hasPasskey}) and not (${hasTotp}))`

/**
 * Condition: the user works for the company, and the company is in scope. Otherwise the filter would reveal other
 * employers of a company's users.
 */
const worksFor = (scope: Scope, companyId: number) =>
  sql<boolean>`exists (select from user_companies uc
    where uc.user_id = users.id and uc.company_id = ${companyId} and ${companyInScope(scope, sql.ref('uc.company_id'))})`

/**
 * Returns one condition per word, which may be anywhere in the search line or in one part of it. Each condition is a
 * pattern on the whole line, because the trigram index and the planner's statistics are for the line, not for its
 * parts.
 */
function holds(typed: string | undefined, part?: keyof typeof around): RawBuilder<boolean>[] {
  const [head, tail] = part === undefined ? ['', ''] : around[part]
  return wordsOf(typed).map(
    (word) =>
      sql<boolean>`users.search_line like ${head}::text || search_pattern(${word}) || ${tail}::text`,
  )
}
