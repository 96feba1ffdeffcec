import { type RawBuilder, sql } from 'kysely'
import type { TrailFilters } from '../../contract/trail.ts'
import type { Db } from '../database/database.ts'
import { allOf } from '../database/list-page.ts'
import { searchedLine, showsAll } from '../database/row-search.ts'
import { companyInScope } from '../scope/company-scope.ts'
import type { Scope } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'
import { recordName, scopedKinds } from './record-names.ts'
import { placeAt, positionOf, wantedEvents } from './trail-conditions.ts'

/** An event as its page reads it; what the reader may not see of it is null already. */
export interface EventRow {
  id: number
  position: string
  happened_at: Date
  operation: string
  event: string
  user_id: number | null
  user_name: string | null
  company_id: number | null
  company_name: string | null
  delegation_id: number | null
  delegated_by: string | null
  api_token_id: number | null
  address: string | null
  user_agent: string | null
  confirmed_by: string | null
  target: string | null
  record_name: string | null
  before: unknown
  after: unknown
  withheld: boolean
  erased: string[]
  has_parts: boolean
  part_of: number | null
  request_id: string
}

interface Wanted {
  scope: Scope
  asked: TrailFilters
  /** How many events, from where on, and in which direction. */
  take: number
  from: string | undefined
  older: boolean
}

/**
 * Events from a position on, in one statement: the index seeks the position and gives so many, and only of those is the
 * rest read. Who reads for a company is told what was written in records that they see; of whom they don't see, nothing
 * but the number.
 */
export async function readEvents(
  db: Db,
  { scope, asked, take, from, older }: Wanted,
): Promise<EventRow[]> {
  const wanted = wantedEvents(scope, asked)
  const place = sql`(e.happened_at, e.seq)`
  const beyond =
    from === undefined ? sql`true` : sql`${place} ${older ? sql`<` : sql`>`} ${placeAt(from)}`
  const direction = older ? sql`desc` : sql`asc`
  const { rows } = await sql<EventRow>`
    with page as materialized (
      select e.*, split_part(e.target, ':', 1) as kind,
        case when e.target ~ '^[a-z-]+:[0-9]{1,9}$' then split_part(e.target, ':', 2)::integer end as record_id
      from audit_entries e where ${wanted} and ${beyond}
      order by e.happened_at ${direction}, e.seq ${direction} limit ${take})
    select page.seq as id, ${positionOf(sql`page.happened_at`, sql`page.seq`)} as position,
      page.happened_at, page.operation, page.event, page.user_id, actor.name as user_name,
      page.company_id, company.name as company_name, page.delegation_id, lender.name as delegated_by,
      page.api_token_id, page.confirmed_by, page.part_of, page.request_id,
      case when actor.seen then value.address end as address,
      case when actor.seen then sessions.user_agent end as user_agent,
      case when shown.whole then coalesce(page.target, value.target) else page.target end as target,
      record.name as record_name,
      case when shown.whole then value.before end as before,
      case when shown.whole then value.after end as after,
      not shown.whole as withheld,
      array(select jsonb_object_keys(page.commitments) except select name from audit_values v where v.seq = page.seq) as erased,
      exists (select from audit_entries part where part.part_of = page.seq) as has_parts
    from page
    left join lateral (
      select (max(v.value) filter (where v.name = 'target'))::jsonb #>> '{}' as target,
        (max(v.value) filter (where v.name = 'address'))::jsonb #>> '{}' as address,
        (max(v.value) filter (where v.name = 'before'))::jsonb as before,
        (max(v.value) filter (where v.name = 'after'))::jsonb as after
      from audit_values v where v.seq = page.seq) value on true
    left join lateral (${seenPerson(scope, sql`page.user_id`)}) actor on true
    left join lateral (select companies.name from companies
      where companies.id = page.company_id and ${companyInScope(scope, sql`companies.id`)}) company on true
    left join delegations on delegations.id = page.delegation_id
    left join lateral (${seenPerson(scope, sql`delegations.delegated_by`)}) lender on true
    left join sessions on sessions.id = page.session_id
    cross join lateral (select ${recordName(scope, sql`page.kind`, sql`page.record_id`)} as name) record
    cross join lateral (select ${showsWhole(scope)} as whole) shown
    order by page.happened_at ${direction}, page.seq ${direction}`.execute(db)
  return rows
}

/** Somebody whom the reader sees; nobody at all is hidden from who sees everything. */
function seenPerson(scope: Scope, userId: RawBuilder<unknown>) {
  if (scope === 'everything')
    return sql`select true as seen, (select users.name from users where users.id = ${userId}) as name`
  return sql`select true as seen, users.name from users where users.id = ${userId} and ${userInScope(scope)}`
}

/** Whether the reader is told what was written: in a record, who sees that; in anything else, who sees who wrote it. */
function showsWhole(scope: Scope): RawBuilder<boolean> {
  if (scope === 'everything') return sql<boolean>`true`
  return sql<boolean>`case when page.kind = any (${[...scopedKinds]}::text[])
    then record.name is not null else actor.seen is not null end`
}

/** How many events there are, counted no further than `most`, and the position before which they lie. */
export async function tallyEvents(
  db: Db,
  { scope, asked, most }: { scope: Scope; asked: TrailFilters; most: number },
): Promise<{ total: number; from: string }> {
  const { rows } = await sql<{ total: number; from: string }>`
    with now as materialized (select clock_timestamp() as at)
    select ${positionOf(sql`now.at`, sql`0`)} as from,
      (select count(*) from (select from audit_entries e
        where ${wantedEvents(scope, asked)} and e.happened_at < now.at limit ${most}) found) as total
    from now`.execute(db)
  const [tally] = rows
  if (!tally) throw new Error('Nothing was counted.')
  return tally
}

/** So many people or companies are offered to choose from. */
const offered = 20

interface Choice {
  id: number | undefined
  search: string | undefined
}

/** The people whom the reader sees, by what is searched of them, or the one with this id. */
export function findPeople(db: Db, scope: Scope, { id, search }: Choice) {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.name', 'users.email as detail'])
    .where(allOf(userInScope(scope), ...showsAll(searchedLine('users'), search)))
    .$if(id !== undefined, (query) => query.where('users.id', '=', id ?? 0))
    .orderBy(sql`users.search_line collate natural_order`)
    .limit(offered)
    .execute()
}

/** The same of companies. */
export function findCompanies(db: Db, scope: Scope, { id, search }: Choice) {
  const seen = companyInScope(scope, sql.ref('companies.id'))
  return db
    .selectFrom('companies')
    .select(['companies.id', 'companies.name', 'companies.document as detail'])
    .where(allOf(seen, ...showsAll(searchedLine('companies'), search)))
    .$if(id !== undefined, (query) => query.where('companies.id', '=', id ?? 0))
    .orderBy(sql`companies.search_line collate natural_order`)
    .limit(offered)
    .execute()
}
