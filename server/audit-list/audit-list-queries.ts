import { type RawBuilder, sql } from 'kysely'
import type { AuditFilters } from '../../contract/audit-log.ts'
import type { Db } from '../database/database.ts'
import { allOf } from '../database/list-page.ts'
import { searchedLine, showsAll } from '../database/row-search.ts'
import { companyInScope } from '../scope/company-scope.ts'
import type { Scope } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'
import { recordCalled } from './record-labels.ts'
import { recordName, scopedKinds } from './record-names.ts'
import { placeAt, positionOf, eventCondition } from './audit-conditions.ts'
import { withoutUsedConfirmations } from './used-confirmations.ts'

/** An event as read from the database; null for values that the caller may not see. */
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
  signed: unknown
  withheld: boolean
  erased: string[]
  has_parts: boolean
  part_of: number | null
  request_id: string
}

interface EventQuery {
  scope: Scope
  filters: AuditFilters
  /** Maximum number of events. */
  take: number
  /** Position from which events are read. */
  from: string | undefined
  /** Whether to read older events instead of newer ones. */
  older: boolean
  /** Whether to leave out confirmations of identity that a listed write used. */
  folded?: boolean
}

/**
 * Returns events from a position on, in one statement. An index scan finds the page, and only its rows are joined with
 * the other columns. If the caller's scope is a company, values are returned only for visible records, and users out of
 * scope only by id.
 */
export async function readEvents(
  db: Db,
  { scope, filters, take, from, older, folded = false }: EventQuery,
): Promise<EventRow[]> {
  const condition = allOf(
    eventCondition(scope, filters),
    ...(folded ? withoutUsedConfirmations(filters) : []),
  )
  const place = sql`(e.happened_at, e.seq)`
  const beyond =
    from === undefined ? sql`true` : sql`${place} ${older ? sql`<` : sql`>`} ${placeAt(from)}`
  const direction = older ? sql`desc` : sql`asc`
  const { rows } = await sql<EventRow>`
    with page as materialized (
      select e.*, split_part(e.target, ':', 1) as kind,
        case when e.target ~ '^[a-z-]+:[0-9]{1,9}$' then split_part(e.target, ':', 2)::integer end as record_id
      from audit_entries e where ${condition} and ${beyond}
      order by e.happened_at ${direction}, e.seq ${direction} limit ${take})
    select page.seq as id, ${positionOf(sql`page.happened_at`, sql`page.seq`)} as position,
      page.happened_at, page.operation, page.event, page.user_id, actor.name as user_name,
      page.company_id, company.name as company_name, page.delegation_id, lender.name as delegated_by,
      page.api_token_id, page.confirmed_by, page.part_of, page.request_id,
      case when actor.seen then value.address end as address,
      case when actor.seen then sessions.user_agent end as user_agent,
      case when shown.whole then coalesce(page.target, value.target) else page.target end as target,
      coalesce(record.name, called.name) as record_name,
      case when shown.whole then value.before end as before,
      case when shown.whole then value.after end as after,
      case when shown.whole then value.signed end as signed,
      not shown.whole as withheld,
      array(select jsonb_object_keys(page.commitments) except select name from audit_values v where v.seq = page.seq) as erased,
      exists (select from audit_entries part where part.part_of = page.seq) as has_parts
    from page
    left join lateral (
      select (max(v.value) filter (where v.name = 'target'))::jsonb #>> '{}' as target,
        (max(v.value) filter (where v.name = 'address'))::jsonb #>> '{}' as address,
        (max(v.value) filter (where v.name = 'before'))::jsonb as before,
        (max(v.value) filter (where v.name = 'after'))::jsonb as after,
        (max(v.value) filter (where v.name = 'signed'))::jsonb as signed
      from audit_values v where v.seq = page.seq) value on true
    left join lateral (${seenPerson(scope, sql`page.user_id`)}) actor on true
    left join lateral (select companies.name from companies
      where companies.id = page.company_id and ${companyInScope(scope, sql`companies.id`)}) company on true
    left join delegations on delegations.id = page.delegation_id
    left join lateral (${seenPerson(scope, sql`delegations.delegated_by`)}) lender on true
    left join sessions on sessions.id = page.session_id
    cross join lateral (select ${recordName(scope, sql`page.kind`, sql`page.record_id`)} as name) record
    cross join lateral (select ${recordCalled(scope, sql`page.kind`, sql`split_part(page.target, ':', 2)`)} as name) called
    cross join lateral (select ${showsWhole(scope)} as whole) shown
    order by page.happened_at ${direction}, page.seq ${direction}`.execute(db)
  return rows
}

/** Selects the user if visible to the caller. With full scope, also returns a row for events without a user. */
function seenPerson(scope: Scope, userId: RawBuilder<unknown>) {
  if (scope === 'everything')
    return sql`select true as seen, (select users.name from users where users.id = ${userId}) as name`
  return sql`select true as seen, users.name from users where users.id = ${userId} and ${userInScope(scope)}`
}

/**
 * Whether the values of an event are visible. If the record's kind has a scope, the record must be visible, otherwise
 * the acting user.
 */
function showsWhole(scope: Scope): RawBuilder<boolean> {
  if (scope === 'everything') return sql<boolean>`true`
  return sql<boolean>`case when page.kind = any (${[...scopedKinds]}::text[])
    then record.name is not null else actor.seen is not null end`
}

/**
 * Time up to which events are counted. A standby uses the time of the last commit that it has replayed: by its own clock,
 * events that it does not have yet would be counted too early.
 */
const countedUntil = sql`case when pg_is_in_recovery()
  then coalesce(pg_last_xact_replay_timestamp(), clock_timestamp()) else clock_timestamp() end`

/** Counts the events up to `countLimit`. Also returns the position from which an export reads them. */
export async function tallyEvents(
  db: Db,
  { scope, filters, countLimit }: { scope: Scope; filters: AuditFilters; countLimit: number },
): Promise<{ total: number; from: string }> {
  const { rows } = await sql<{ total: number; from: string }>`
    with now as materialized (select ${countedUntil} as at)
    select ${positionOf(sql`now.at`, sql`0`)} as from,
      (select count(*) from (select from audit_entries e
        where ${eventCondition(scope, filters)} and e.happened_at < now.at limit ${countLimit}) found) as total
    from now`.execute(db)
  const [tally] = rows
  if (!tally) throw new Error('The count query returned no row.')
  return tally
}

/** Maximum number of users or companies that are offered for a filter. */
const maxChoices = 20

interface Choice {
  id: number | undefined
  search: string | undefined
}

/** Returns the users in scope that match the search, or the one with this id. */
export function findPeople(db: Db, scope: Scope, { id, search }: Choice) {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.name', 'users.email as detail'])
    .where(allOf(userInScope(scope), ...showsAll(searchedLine('users'), search)))
    .$if(id !== undefined, (query) => query.where('users.id', '=', id ?? 0))
    .orderBy(sql`users.search_line collate natural_order`)
    .limit(maxChoices)
    .execute()
}

/** Returns the companies in scope that match the search, or the one with this id. */
export function findCompanies(db: Db, scope: Scope, { id, search }: Choice) {
  const seen = companyInScope(scope, sql.ref('companies.id'))
  return db
    .selectFrom('companies')
    .select(['companies.id', 'companies.name', 'companies.document as detail'])
    .where(allOf(seen, ...showsAll(searchedLine('companies'), search)))
    .$if(id !== undefined, (query) => query.where('companies.id', '=', id ?? 0))
    .orderBy(sql`companies.search_line collate natural_order`)
    .limit(maxChoices)
    .execute()
}
