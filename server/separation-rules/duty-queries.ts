import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { heldProfileInScope } from '../scope/profile-scope.ts'
import type { Scope } from '../scope/scope.ts'

/** A profile on one side of an active rule. */
export interface DutySide {
  rule_id: number
  side: 1 | 2
  profile_id: number
  rule: string
  /** Null if the caller may not see which profile it is. */
  profile: string | null
}

/** A profile that a person has in a company, by assignment or delegation. */
export interface Holding {
  user_id: number
  company_id: number
  profile_id: number
  /** Last day in São Paulo, as YYYY-MM-DD; null without an end. */
  last_day: string | null
}

/** The last day of the approved exceptions of a person. */
export interface ExceptionDay {
  rule_id: number
  user_id: number
  company_id: number
  last_day: string
}

/** Returns both sides of every active rule that one of these profiles is on. */
export async function findSides(
  db: Db,
  scope: Scope,
  profileIds: readonly number[],
): Promise<DutySide[]> {
  const { rows } = await sql<DutySide>`
    select s.rule_id, s.side, s.profile_id, r.name as rule, case when ${heldProfileInScope(scope)} then profiles.name end as profile
    from separation_sides s join separation_rules r on r.id = s.rule_id join profiles on profiles.id = s.profile_id
    where s.rule_id in (select given.rule_id from separation_sides given where given.profile_id = any (${[...profileIds]}::integer[]))
    order by s.rule_id, s.side, lower(profiles.name) collate natural_order, profiles.id`.execute(db)
  return rows
}

interface Places {
  userIds: readonly number[]
  companyIds: readonly number[]
}

const dayOfInstant = (column: string) =>
  sql<string>`(${sql.ref(column)} at time zone 'America/Sao_Paulo')::date::text`

/** Returns which of these profiles people have. */
export async function findHoldings(
  db: Db,
  profileIds: readonly number[],
  { userIds, companyIds }: Places,
): Promise<Holding[]> {
  const { rows } = await sql<Holding>`
    select h.user_id, h.company_id, h.profile_id,
      case when h.end_at < 'infinity' then ${dayOfInstant('h.end_at')} end as last_day
    from separation_holdings h
    where h.user_id = any (${[...userIds]}::integer[]) and h.company_id = any (${[...companyIds]}::integer[])
      and h.profile_id = any (${[...profileIds]}::integer[])`.execute(db)
  return rows
}

/** Returns the latest day of the approved exceptions of people from these rules. */
export async function findExceptionDays(
  db: Db,
  ruleIds: readonly number[],
  { userIds, companyIds }: Places,
): Promise<ExceptionDay[]> {
  const { rows } = await sql<ExceptionDay>`
    select e.rule_id, e.user_id, e.company_id, max(${dayOfInstant('e.end_at')}) as last_day
    from separation_exceptions e
    where e.user_id = any (${[...userIds]}::integer[]) and e.company_id = any (${[...companyIds]}::integer[])
      and e.rule_id = any (${[...ruleIds]}::integer[])
      and e.approved_at is not null and e.closed_at is null and e.end_at > now()
    group by e.rule_id, e.user_id, e.company_id`.execute(db)
  return rows
}
