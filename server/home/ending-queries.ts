import { sql } from 'kysely'
import { homeDays } from '../../contract/home-days.ts'
import { userStatus } from '../../contract/user-search.ts'
import type { Db } from '../database/database.ts'
import { companyInScope } from '../scope/company-scope.ts'
import type { Scope } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'
import { after, days } from '../shared/clock.ts'
import { assignmentEnds, delegationEnds, tokenEnds } from '../users/pending-users.ts'
import { countWithFirst } from './count-with-first.ts'
import { type FirstSteps, stepsDone } from './first-steps.ts'
import { isoInstant } from '../database/iso-instant.ts'

interface Named {
  id: number
  name: string
}

/**
 * Returns when the caller's password and delegation expire, if they expire soon, and the first steps of a company if one
 * is given. Uses `passwords_current_key`, `delegations_user_idx` and the indexes on companies.
 */
export async function findOwnEnds(
  db: Db,
  userId: number,
  {
    now,
    passwordMaxAgeDays,
    firstStepsOf,
  }: { now: Date; passwordMaxAgeDays: number; firstStepsOf: number | undefined },
) {
  const old = after(now, days(homeDays.passwordEnds - passwordMaxAgeDays))
  const soon = after(now, days(homeDays.delegationEnds))
  const { rows } = await sql<{
    password_set_at: Date | null
    delegation: { company: Named; ends_at: string } | null
    first_steps: FirstSteps | null
  }>`
    select (
      select p.created_at from passwords p join users u on u.id = p.user_id and not u.federated
      where p.user_id = ${userId} and p.superseded_at is null and not p.temporary and p.created_at < ${old}) as password_set_at, (
      select jsonb_build_object('company', jsonb_build_object('id', c.id, 'name', c.name), 'ends_at', ${isoInstant(sql.ref('d.end_at'))})
      from delegations d join companies c on c.id = d.company_id
      where d.user_id = ${userId} and d.closed_at is null and d.begin_at <= ${now} and d.end_at > ${now} and d.end_at < ${soon}
      order by d.end_at, d.id limit 1) as delegation,
      ${firstStepsOf === undefined ? sql`null` : stepsDone(firstStepsOf, userId)} as first_steps`.execute(
    db,
  )
  const setAt = rows[0]?.password_set_at
  return {
    password_ends_at: setAt ? after(setAt, days(passwordMaxAgeDays)) : null,
    delegation: rows[0]?.delegation ?? null,
    first_steps: rows[0]?.first_steps ?? null,
  }
}

/**
 * Returns users in scope whose active delegation ends soon, each with the first to end. Uses `delegations_company_idx`.
 * A company has only a few delegations.
 */
export function findEndingDelegations(db: Db, scope: Scope, now: Date) {
  return countWithFirst(
    db,
    sql<{ id: number; user: Named; company: Named; ends_at: string }>`
      select distinct on (users.id) d.id, jsonb_build_object('id', users.id, 'name', users.name) as user,
        jsonb_build_object('id', c.id, 'name', c.name) as company, ${isoInstant(sql.ref('d.end_at'))} as ends_at
      from delegations d join users on users.id = d.user_id join companies c on c.id = d.company_id
      where ${delegationEnds(scope, now)} and ${userInScope(scope)}
      order by users.id, d.end_at, d.id`,
    sql`ends_at, id`,
  )
}

/**
 * Returns active users in scope with a token that expires soon, each with the first to expire. Uses
 * `api_tokens_expiry_idx`.
 */
export function findEndingTokens(db: Db, scope: Scope, now: Date) {
  return countWithFirst(
    db,
    sql<{ id: number; user: Named; ends_at: string }>`
      select distinct on (users.id) t.id, jsonb_build_object('id', users.id, 'name', users.name) as user,
        ${isoInstant(sql.ref('t.expires_at'))} as ends_at
      from api_tokens t join users on users.id = t.user_id
      where ${tokenEnds(scope, now)} and users.display_status = ${sql.lit(userStatus.active)} and ${userInScope(scope)}
      order by users.id, t.expires_at, t.id`,
    sql`ends_at, id`,
  )
}

/**
 * Returns active users in scope with a profile that ends soon, each with the first to end. Uses
 * `user_profiles_end_idx`.
 */
export function findEndingProfiles(db: Db, scope: Scope, now: Date) {
  return countWithFirst(
    db,
    sql<{ id: number; user: Named; company: Named; ends_at: string }>`
      select distinct on (users.id) up.id, jsonb_build_object('id', users.id, 'name', users.name) as user,
        jsonb_build_object('id', c.id, 'name', c.name) as company, ${isoInstant(sql.ref('up.end_at'))} as ends_at
      from user_profiles up join users on users.id = up.user_id join companies c on c.id = up.company_id
      where ${assignmentEnds(scope, now)} and users.display_status = ${sql.lit(userStatus.active)} and ${userInScope(scope)}
      order by users.id, up.end_at, up.id`,
    sql`ends_at, id`,
  )
}

/**
 * Returns active companies in scope whose last master user by assignment ends soon: none of the active users who hold
 * an active master profile there holds it beyond that time. Uses `user_profiles_end_idx`.
 */
export function findLastMasters(db: Db, scope: Scope, now: Date) {
  const soon = after(now, days(homeDays.lastMasterEnds))
  const master = sql`up join users u on u.id = up.user_id and u.active and not u.suspended
    join profiles p on p.id = up.profile_id and p.active and p.master_profile`
  return countWithFirst(
    db,
    sql<Named & { ends_at: string }>`
      select c.id, c.name, ${isoInstant(sql`max(up.end_at)`)} as ends_at
      from user_profiles ${master} join companies c on c.id = up.company_id
      where c.active and ${companyInScope(scope, sql.ref('c.id'))} and up.end_at > ${now} and up.end_at < ${soon}
        and not exists (select from user_profiles ${master}
          where up.company_id = c.id and (up.end_at is null or up.end_at >= ${soon}))
      group by c.id`,
    sql`ends_at, id`,
  )
}
