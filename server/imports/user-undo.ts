import { sql } from 'kysely'
import { administratorProfileId } from '../../contract/constants.ts'
import { type UserProfile, userProfiles } from '../../contract/user-profiles.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Db } from '../database/database.ts'
import { isInvited } from '../scope/invited-people.ts'
import { findOutranking } from '../scope/account-rank.ts'
import {
  administratorIsLeft,
  isAdministratorAmong,
  lockAdministrators,
} from '../scope/administrators.ts'
import { isOnlyDelegated } from '../scope/granting-scope.ts'
import { isSeatRefusal } from '../plans/seat-queries.ts'
import { isDutyRefusal } from '../separation-rules/separation-rule-queries.ts'
import { isAdministrator } from '../scope/scope.ts'
import { findVisibleUsers } from '../user-profiles/many-offer-queries.ts'
import { refusalToAssign, refusalToRemove } from '../user-profiles/user-profile-policy.ts'
import {
  deleteUserProfiles,
  findWithOtherPeriod,
  updatePeriods,
} from '../user-profiles/user-profile-queries.ts'
import { findAssignments } from '../user-profiles/assignment-queries.ts'
import { inChunks } from './chunks.ts'
import type { AppliedRow, UndoRules } from './import-rules.ts'
import { keyOf } from './user-import-queries.ts'
import {
  resultOf,
  type StoredPeriod,
  storedPeriod,
  type UserImportParts,
} from './user-import-values.ts'

/**
 * Undoes an import of users. Deletes the created users with their invitations, and removes from existing users what the
 * import assigned. Refuses if a created user has signed in, or a user has received more since.
 */
export function undoPeople({ who, now }: UserImportParts): UndoRules {
  return {
    async lock(db, ids) {
      if (await isAdministratorAmong(db, ids)) await lockAdministrators(db)
      // Locks invitations before users, in the same order as the mail queue. Waits for a mail that is being sent.
      await sql`select from outbox where first_access_of = any (${ids}::integer[]) and sent_at is null order by id for update`.execute(
        db,
      )
      // Locks only users who have never signed in. Their first sign-in waits; sign-ins of other users do not.
      await sql`select from users where id = any (${ids}::integer[]) and ${isInvited} order by id for update`.execute(
        db,
      )
      const { rows } = await sql<{ id: number; version: number }>`
        select id, version from users where id = any (${ids}::integer[]) order by id for key share`.execute(
        db,
      )
      // Id 0 stands for users outside the importer's scope.
      return new Map([[0, 0], ...rows.map(({ id, version }) => [id, version] as const)])
    },
    async findUsed(db, applied) {
      if (!isAdministrator(who) && !(await mayUndo(db, { who, now }, applied)))
        throw new Problem('import-not-found')
      await requireOwnAdministratorKept(db, { who, now }, applied)
      return [
        ...(await findSignedIn(db, applied)),
        ...(await findAssignedMore(db, applied)),
        ...(await findOtherPeriods(db, applied)),
      ]
    },
    async restore(db, applied) {
      await removeProfiles(db, applied)
      await restorePeriods(db, applied)
      const linked = applied.map((each) => resultOf(each)).filter((each) => each.linked)
      await sql`delete from user_companies uc using jsonb_to_recordset(${JSON.stringify(linked)}::jsonb) as gone(id integer, company_id integer)
        where uc.user_id = gone.id and uc.company_id = gone.company_id`.execute(db)
      await sql`delete from company_invitations ci using users, jsonb_to_recordset(${JSON.stringify(linked.filter(({ id }) => id === 0))}::jsonb) as gone(email text, company_id integer)
        where users.email = gone.email and ci.user_id = users.id and ci.company_id = gone.company_id and ci.invited_by = ${who.userId}`.execute(
        db,
      )
      const ofAdministrators = applied.some(
        (each) => resultOf(each).profile_id === administratorProfileId,
      )
      if (ofAdministrators && !(await administratorIsLeft(db)))
        throw new Problem('import-changed-since')
      return applied.map(({ before }) => before)
    },
    async remove(db, ids) {
      const ofAdministrators = await isAdministratorAmong(db, ids)
      await inChunks([...new Set(ids)], async (part) => {
        await sql`delete from users where id = any (${part}::integer[])`.execute(db)
        return []
      })
      if (ofAdministrators && !(await administratorIsLeft(db)))
        throw new Problem('import-changed-since')
    },
  }
}

/**
 * Whether a caller without the administrator profile may undo the whole import. All rows must be of the caller's company.
 * Their users must be visible and not outrank the caller, who must be allowed to remove every assigned profile.
 */
async function mayUndo(
  db: Db,
  { who, now }: Pick<UserImportParts, 'who' | 'now'>,
  applied: readonly AppliedRow[],
): Promise<boolean> {
  if (applied.some((each) => resultOf(each).company_id !== who.place?.companyId)) return false
  const ids = [...new Set(applied.map(({ after }) => after.id))].filter((id) => id !== 0)
  if ((await findVisibleUsers(db, who, ids)).size < ids.length) return false
  if ((await findOutranking(db, who, ids)).size > 0) return false
  const assignments = await findAssignments(db, who, applied.flatMap(profilesAssignedBy), now)
  if (!assignments.every((row) => refusalToRemove(who, row) === undefined)) return false
  const periods = new Map(applied.flatMap(periodsReplacedBy).map((row) => [keyOf(row), row]))
  if (periods.size > 0 && isOnlyDelegated(who, userProfiles.userProfileAdd)) return false
  const replaced = await findAssignments(db, who, [...periods.values()], now)
  return replaced.every((row) => {
    const restored = periods.get(keyOf(row))
    return restored && refusalToAssign(who, row, restored) === undefined
  })
}

/** Throws if the undo removes the caller's own administrator profile, which no user may do (rulings §10). */
async function requireOwnAdministratorKept(
  db: Db,
  { who, now }: Pick<UserImportParts, 'who' | 'now'>,
  applied: readonly AppliedRow[],
): Promise<void> {
  const own = applied.flatMap(profilesAssignedBy).filter(({ user_id }) => user_id === who.userId)
  const codes = (await findAssignments(db, who, own, now)).map((row) => refusalToRemove(who, row))
  if (codes.includes('administrator-indispensable'))
    throw new Problem('administrator-indispensable')
}

/** Returns the created users who have signed in since the import. */
async function findSignedIn(db: Db, applied: readonly AppliedRow[]): Promise<number[]> {
  const made = applied.filter(({ before }) => !before).map(({ after }) => after.id)
  const { rows } = await sql<{ id: number }>`
    select id from users where id = any (${made}::integer[]) and not ${isInvited}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Returns users who were created or linked to a company by the import, and who now hold more there than the import
 * assigned.
 */
async function findAssignedMore(db: Db, applied: readonly AppliedRow[]): Promise<number[]> {
  const rows = applied.map((each) => ({ ...resultOf(each), made: each.before === null }))
  const { rows: found } = await sql<{ id: number }>`
    with own as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as line(id integer, company_id integer, linked boolean, profile_id integer, spid text, made boolean)),
    concerned as (select distinct id, case when made then null else company_id end as company_id from own where made or linked)
    select up.user_id as id from user_profiles up
    join concerned c on c.id = up.user_id and (c.company_id is null or c.company_id = up.company_id)
    left join own on own.id = up.user_id and own.company_id = up.company_id and own.profile_id = up.profile_id
      and own.spid is not distinct from up.spid
    where own.id is null
    union
    select uc.user_id from user_companies uc join concerned c on c.id = uc.user_id and c.company_id is null
    left join own on own.id = uc.user_id and own.company_id = uc.company_id where own.id is null
    union
    select d.user_id from delegations d join concerned c on c.id = d.user_id and c.company_id = d.company_id
    where d.closed_at is null and (d.end_at is null or d.end_at > now())`.execute(db)
  return found.map(({ id }) => id)
}

/** Returns users whose period of an assignment that the import replaced has changed since, or who no longer have it. */
async function findOtherPeriods(db: Db, applied: readonly AppliedRow[]): Promise<number[]> {
  const given = applied.map((each) => resultOf(each)).filter(({ replaced }) => replaced)
  const rows = given.map(({ id, company_id, profile_id, spid, period }) => ({
    user_id: id,
    company_id: company_id ?? 0,
    profile_id: profile_id ?? 0,
    spid,
    ...(period ?? storedPeriod({})),
  }))
  return inChunks(rows, (part) => findWithOtherPeriod(db, part))
}

async function restorePeriods(db: Db, applied: readonly AppliedRow[]): Promise<void> {
  try {
    await inChunks(applied.flatMap(periodsReplacedBy), (part) => updatePeriods(db, part))
  } catch (error) {
    throw isSeatRefusal(error) || isDutyRefusal(error) ? new Problem('import-changed-since') : error
  }
}

/** Returns the assignment whose period a row replaced, with its previous period; an empty array if there is none. */
function periodsReplacedBy(applied: AppliedRow): (UserProfile & StoredPeriod)[] {
  const { id, profile_id, company_id, spid, replaced } = resultOf(applied)
  return replaced && profile_id !== null && company_id !== null
    ? [{ user_id: id, profile_id, company_id, spid, ...replaced }]
    : []
}

async function removeProfiles(db: Db, applied: readonly AppliedRow[]): Promise<void> {
  await inChunks(applied.flatMap(profilesAssignedBy), (part) => deleteUserProfiles(db, part))
}

/** Returns the profile that a row assigned to an existing user, in an array that is empty if there is none. */
function profilesAssignedBy(applied: AppliedRow): UserProfile[] {
  const { id, profile_id, company_id, spid, replaced } = resultOf(applied)
  return replaced || profile_id === null || company_id === null || id === 0
    ? []
    : [{ user_id: id, profile_id, company_id, spid }]
}
