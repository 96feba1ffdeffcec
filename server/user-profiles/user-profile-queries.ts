import { type RawBuilder, sql } from 'kysely'
import { administratorProfileId } from '../../contract/constants.ts'
import type { RequestedPeriod } from '../../contract/assignment-periods.ts'
import type {
  GivenUserProfile,
  UserWithProfiles,
  UserProfile,
  UserProfileOffers,
} from '../../contract/user-profiles.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import { statusOf } from '../database/record-status.ts'
import { companyInScope } from '../scope/company-scope.ts'
import { profileAssignable } from '../scope/giving-scope.ts'
import { heldProfileInScope } from '../scope/profile-scope.ts'
import { scopeOf, writeScopeOf } from '../scope/scope.ts'
import { isUnused, lastUse } from '../scope/unused-assignments.ts'
import { userInScope } from '../scope/user-scope.ts'

export const userProfileConstraints: ConstraintMeanings = {
  // A SPID, profile or user may be deleted between the check and the write.
  user_profiles_spid_fkey: { problems: ['spid-not-found'] },
  user_profiles_profile_fkey: { problems: ['profile-not-found'] },
  user_profiles_user_fkey: { problems: ['user-not-found'] },
}

const companyId = sql.ref('companies.id')

/** SPIDs of the row of `companies`. */
export const spidsOfCompany = sql`coalesce((
  select json_agg(json_build_object('spid', sp.spid, 'description', sp.description) order by sp.spid)
  from spids sp where sp.company_id = companies.id), '[]'::json)`

interface HeldRow extends UserProfile {
  profile: UserWithProfiles['user_profiles'][number]['profile']
  company: UserWithProfiles['user_profiles'][number]['company']
  created_at: Date
  granted_by: string | null
  begin_date: Date | null
  end_date: Date | null
  reason: string | null
  suspended_at: Date | null
  days_max: number | null
  last_used_at: Date | null
  unused: boolean
}

/** Maximum term of the company and profile of the row, in days. Profile 1 takes no period. */
export const daysMaxOf = (profileId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(case when ${profileId} <> ${sql.lit(administratorProfileId)} then least(companies.assignment_days_max, profiles.assignment_days_max) end)`

/**
 * Returns a user's assignments in the caller's scope, ordered by company, service, module and profile. Uses one query.
 */
export async function findHeldBy(
  db: Db,
  who: Principal,
  userId: number,
  now: Date,
): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select up.user_id, up.profile_id, up.company_id, up.spid, up.created_at,
      up.begin_at as begin_date, up.end_at as end_date, up.reason, up.suspended_at,
      ${daysMaxOf(sql.ref('up.profile_id'))} as days_max,
      ${lastUse} as last_used_at, ${isUnused(now)} as unused,
      (select users.name from users where users.id = up.created_by and ${userInScope(scopeOf(who))}) as granted_by,
      json_build_object('id', profiles.id, 'name', profiles.name, 'status', ${statusOf('profiles')},
        'module', json_build_object('id', m.id, 'name', m.name, 'Service', json_build_object('id', s.id, 'name', s.name))) as profile,
      json_build_object('id', companies.id, 'name', companies.name, 'document', companies.document, 'active', companies.active) as company
    from user_profiles up
    join profiles on profiles.id = up.profile_id
    join modules m on m.id = profiles.module_id
    join services s on s.id = m.service_id
    join companies on companies.id = up.company_id
    where up.user_id = ${userId} and ${companyInScope(scopeOf(who), companyId)} and ${heldProfileInScope(scopeOf(who))}
    order by lower(companies.name) collate natural_order, companies.id, lower(s.name) collate natural_order, lower(m.name) collate natural_order, lower(profiles.name) collate natural_order, profiles.id, up.spid nulls first`.execute(
    db,
  )
  return rows
}

/**
 * Returns the companies in which the caller may assign profiles to a user: those that are active and linked to the
 * user. Uses one query.
 */
export async function findCompaniesToGive(
  db: Db,
  who: Principal,
  userId: number,
): Promise<UserProfileOffers['companies']> {
  const { rows } = await sql<UserProfileOffers['companies'][number]>`
    select companies.id, companies.name, companies.document, companies.assignment_days_max, ${spidsOfCompany} as spids
    from user_companies uc join companies on companies.id = uc.company_id and companies.active
    where uc.user_id = ${userId} and ${companyInScope(writeScopeOf(who), companyId)}
    order by lower(companies.name) collate natural_order, companies.id`.execute(db)
  return rows
}

/**
 * Returns the given companies that the caller may see, with their SPIDs. `offered` is true if the company is active and
 * the caller may assign profiles there. Uses one query.
 */
export async function findCompaniesInScope(
  db: Db,
  who: Principal,
  companyIds: readonly number[],
): Promise<(UserProfileOffers['companies'][number] & { offered: boolean })[]> {
  const { rows } = await sql<UserProfileOffers['companies'][number] & { offered: boolean }>`
    select companies.id, companies.name, companies.document, companies.assignment_days_max, ${spidsOfCompany} as spids,
      companies.active and ${companyInScope(writeScopeOf(who), companyId)} as offered
    from companies
    where companies.id = any (${[...companyIds]}::integer[]) and ${companyInScope(scopeOf(who), companyId)}
    order by lower(companies.name) collate natural_order, companies.id`.execute(db)
  return rows
}

/**
 * Returns the profiles that the caller may assign. For each profile, returns those of the given companies in which it
 * can be assigned. Uses one query.
 */
export async function findProfilesToGive(
  db: Db,
  who: Principal,
  companyIds: readonly number[],
  serviceId: number | undefined,
): Promise<UserProfileOffers['profiles']> {
  const { rows } = await sql<UserProfileOffers['profiles'][number]>`
    select profiles.id, profiles.name, profiles.master_profile, profiles.assignment_days_max,
      json_build_object('id', modules.id, 'name', modules.name, 'is_enable_spid', modules.is_enable_spid,
        'Service', json_build_object('id', services.id, 'name', services.name)) as module,
      array_agg(c.id order by c.id) as company_id
    from profiles
    join modules on modules.id = profiles.module_id
    join services on services.id = modules.service_id
    join unnest(${[...companyIds]}::integer[]) as c(id) on (profiles.company_id is null or profiles.company_id = c.id)
    join (select distinct company_id, module_id from seat_grants where company_id = any (${[...companyIds]}::integer[])) entitled
      on entitled.company_id = c.id and entitled.module_id = profiles.module_id
    where (${serviceId ?? null}::integer is null or services.id = ${serviceId ?? null}) and ${profileAssignable(who)}
    group by profiles.id, modules.id, services.id
    order by lower(services.name) collate natural_order, lower(modules.name) collate natural_order, lower(profiles.name) collate natural_order, profiles.id`.execute(
    db,
  )
  return rows
}

/** Returns the rows of a write as a table expression. Rows without a period have null in its columns. */
export const asTable = (rows: readonly UserProfile[]): RawBuilder<unknown> =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted(user_id integer, profile_id integer, company_id integer, spid text,
    begin_date date, end_date date, reason text)`

/**
 * Locks the links between the users and companies of these assignments until the transaction ends. A concurrent
 * unlinking then either commits before the check, or waits and removes these profiles too. Grants to the same person
 * and company run one at a time, so that two of them cannot complete a pair that a rule forbids (decision 102).
 */
export async function lockUserLinks(db: Db, rows: readonly UserProfile[]): Promise<void> {
  await sql`
    select from user_companies where (user_id, company_id) in (select wanted.user_id, wanted.company_id from ${asTable(rows)})
    order by user_id, company_id for no key update`.execute(db)
}

/** An assignment with the instants at which it begins and ends. */
export interface Assignment extends UserProfile {
  begin_date: Date | null
  end_date: Date | null
  reason: string | null
  suspended_at: Date | null
}

const beginOfWanted = sql`(wanted.begin_date::timestamp at time zone 'America/Sao_Paulo')`
const endOfWanted = sql`((wanted.end_date + 1)::timestamp at time zone 'America/Sao_Paulo' - interval '1 millisecond')`
const returned = sql`up.user_id, up.profile_id, up.company_id, up.spid, up.begin_at as begin_date, up.end_at as end_date, up.reason, up.suspended_at`
const isWanted = sql`wanted.user_id = up.user_id and wanted.profile_id = up.profile_id and wanted.company_id = up.company_id
  and wanted.spid is not distinct from up.spid`
/** To avoid deadlocks, every transaction takes seats in the order of `seat_turn`. */
const seatOrder = sql`seat_turn(wanted.company_id, p.module_id), wanted.company_id, p.module_id, wanted.user_id, wanted.profile_id, wanted.spid`

/** Takes the seat turns of these assignments in one statement, if some of them are only updated. */
export async function lockSeatTurns(db: Db, rows: readonly UserProfile[]): Promise<void> {
  await sql`select take_seat_turns(array_agg(wanted.company_id), array_agg(p.module_id))
    from ${asTable(rows)} join profiles p on p.id = wanted.profile_id`.execute(db)
}

/** Inserts assignments. One that has ended is replaced, and the delegations that rested on it stay ended. */
export async function insertUserProfiles(
  db: Db,
  rows: readonly GivenUserProfile[],
  { by, now }: { by: number; now: Date },
): Promise<Assignment[]> {
  await sql`
    with ended as (select up.id from user_profiles up join ${asTable(rows)} on ${isWanted}
      where up.end_at <= ${now} order by up.id for update of up)
    delete from user_profiles up using ended where up.id = ended.id`.execute(db)
  const inserted = await sql<Assignment>`
    insert into user_profiles as up (user_id, profile_id, company_id, spid, created_by, begin_at, end_at, reason)
    select wanted.user_id, wanted.profile_id, wanted.company_id, wanted.spid, ${by}, ${beginOfWanted}, ${endOfWanted}, wanted.reason
    from ${asTable(rows)} join profiles p on p.id = wanted.profile_id
    order by ${seatOrder}
    on conflict do nothing
    returning ${returned}`.execute(db)
  return inserted.rows
}

/** An assignment with another period than before. */
export interface ChangedPeriod {
  before: Assignment
  after: Assignment
}

/** Replaces begin, end and reason of assignments, and ends their suspension. Returns those that changed. */
export async function updatePeriods(
  db: Db,
  rows: readonly (UserProfile & RequestedPeriod)[],
): Promise<ChangedPeriod[]> {
  const { rows: changed } = await sql<ChangedPeriod>`
    with held as (
      select up.id, ${returned}, ${beginOfWanted} as new_begin, ${endOfWanted} as new_end, wanted.reason as new_reason
      from user_profiles up join ${asTable(rows)} on ${isWanted} join profiles p on p.id = up.profile_id
      where up.suspended_at is not null
        or (up.begin_at, up.end_at, up.reason) is distinct from (${beginOfWanted}, ${endOfWanted}, wanted.reason)
      order by ${seatOrder} for update of up),
    changed as (
      update user_profiles up set begin_at = held.new_begin, end_at = held.new_end, reason = held.new_reason,
        suspended_at = null, end_before_suspension = null
      from held where up.id = held.id returning up.id, ${returned})
    select to_jsonb(held) as before, to_jsonb(changed) as after from held join changed using (id) order by id`.execute(
    db,
  )
  return changed.map(changedPeriodOf)
}

/** Returns the users of those rows whose assignment does not exist or has another period. */
export async function findWithOtherPeriod(
  db: Db,
  rows: readonly (UserProfile & RequestedPeriod)[],
): Promise<number[]> {
  const { rows: found } = await sql<{ id: number }>`
    select distinct wanted.user_id as id from ${asTable(rows)} left join user_profiles up on ${isWanted}
    where up.id is null
      or (up.begin_at, up.end_at, up.reason) is distinct from (${beginOfWanted}, ${endOfWanted}, wanted.reason)`.execute(
    db,
  )
  return found.map(({ id }) => id)
}

/** Returns a change that was read as JSON. */
export const changedPeriodOf = ({ before, after }: ChangedPeriod): ChangedPeriod => ({
  before: assignmentOf(before),
  after: assignmentOf(after),
})

/** Returns an assignment that was read as JSON. */
function assignmentOf({
  user_id,
  profile_id,
  company_id,
  spid,
  begin_date,
  end_date,
  reason,
  suspended_at,
}: Assignment): Assignment {
  const instant = (text: Date | null) => text && new Date(text)
  return {
    user_id,
    profile_id,
    company_id,
    spid,
    begin_date: instant(begin_date),
    end_date: instant(end_date),
    reason,
    suspended_at: instant(suspended_at),
  }
}

/** Returns the ids of delegations that a trigger has ended in this transaction, because the lender lost a profile. */
export async function findEndedWith(db: Db, removed: readonly UserProfile[]): Promise<number[]> {
  const lenders = removed.map(({ user_id }) => user_id)
  const { rows } = await sql<{ id: number }>`
    select id from delegations where delegated_by = any (${lenders}::integer[]) and closed_at = now() and closed_by is null
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes assignments. Returns those that existed. */
export async function deleteUserProfiles(
  db: Db,
  rows: readonly UserProfile[],
): Promise<Assignment[]> {
  const deleted = await sql<Assignment>`
    with held as (
      select up.id from user_profiles up join ${asTable(rows)} on ${isWanted}
      order by up.id for update of up)
    delete from user_profiles up using held where up.id = held.id
    returning ${returned}`.execute(db)
  return deleted.rows
}
