import { sql } from 'kysely'
import { consoleModuleId } from '../../contract/constants.ts'
import { mastersMax } from '../../contract/delegations.ts'
import { userStatus } from '../../contract/user-search.ts'
import { lockKeys } from '../../database/lock-keys.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { Db } from '../database/database.ts'
import { companyInScope } from '../scope/company-scope.ts'
import type { Scope } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'

/** Problems that are reported for violated constraints. */
export const delegationConstraints: ConstraintMeanings = {
  delegations_apart: { problems: ['delegation-duplicate'] },
}

/** Values of a new delegation. */
interface Lent {
  userId: number
  companyId: number
  /** Days in São Paulo, as YYYY-MM-DD. `end` is null for a delegation without an end. */
  begin: string
  end: string | null
  profiles: readonly number[]
}

interface Delegable {
  id: number
  name: string
  module: { id: number; name: string }
}

/** Condition on `user_profiles` as `up`: the assignment grants access now. */
const isRunning = sql<boolean>`((up.begin_at is null or up.begin_at <= now()) and (up.end_at is null or up.end_at > now())
  and up.suspended_at is null)`

const ofModule = sql<Delegable['module']>`json_build_object('id', m.id, 'name', m.name)`

/**
 * Returns the master profiles of this console that are assigned to a user in a company. Excludes delegated profiles,
 * which can't be delegated further.
 */
export function findDelegable(db: Db, userId: number, companyId: number): Promise<Delegable[]> {
  return db
    .selectFrom('profiles as p')
    .innerJoin('modules as m', 'm.id', 'p.module_id')
    .select(['p.id', 'p.name', ofModule.as('module')])
    .where('p.id', 'in', (eb) =>
      eb
        .selectFrom('user_profiles as up')
        .select('up.profile_id')
        .where('up.user_id', '=', userId)
        .where('up.company_id', '=', companyId)
        .where(isRunning),
    )
    .where('p.module_id', '=', consoleModuleId)
    .where('p.master_profile', '=', true)
    .where('p.active', '=', true)
    .orderBy(sql`lower(p.name) collate natural_order`)
    .orderBy('p.id')
    .execute()
}

/** Returns other active users in scope who have a master profile of this console in a company by assignment. */
export function findMasters(
  db: Db,
  scope: Scope,
  { companyId, except }: { companyId: number; except: number },
) {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.name'])
    .where('users.display_status', '=', userStatus.active)
    .where('users.id', '<>', except)
    .where('users.id', 'in', (eb) =>
      eb
        .selectFrom('user_profiles as up')
        .innerJoin('profiles as p', 'p.id', 'up.profile_id')
        .select('up.user_id')
        .where('up.company_id', '=', companyId)
        .where(isRunning)
        .where('p.module_id', '=', consoleModuleId)
        .where('p.master_profile', '=', true)
        .where('p.active', '=', true),
    )
    .where(userInScope(scope))
    .orderBy(sql`lower(users.name) collate natural_order`)
    .orderBy('users.id')
    .limit(mastersMax)
    .execute()
}

/** Lets only one transaction at a time create delegations of a company, so that the limit is counted correctly. */
export async function lockDelegationsOf(db: Db, companyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKeys.delegations}::integer, ${companyId}::integer)`.execute(
    db,
  )
}

/**
 * Locks and returns both users of a delegation; the borrower only if in scope and linked to the company. Until the
 * transaction ends, neither user can be deleted and the borrower can't be unlinked.
 */
export async function lockParticipants(
  db: Db,
  scope: Scope,
  { userId, companyId, lender }: { userId: number; companyId: number; lender: number },
) {
  const linked = await db
    .selectFrom('user_companies')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    // As in `lockUserLinks`: grants to the same person and company run one at a time.
    .forNoKeyUpdate()
    .executeTakeFirst()
  return db
    .selectFrom('users')
    .select(['users.id', 'users.active', 'users.suspended'])
    .where((eb) =>
      eb.or([
        eb('users.id', '=', lender),
        eb.and([eb('users.id', '=', linked?.user_id ?? null), userInScope(scope)]),
      ]),
    )
    .orderBy('users.id')
    .forShare()
    .execute()
}

/** Locks the lender's assignments, so that none of them is removed before the delegation references it. */
export async function lockLenderProfiles(
  db: Db,
  { userId, companyId, profiles }: Pick<Lent, 'userId' | 'companyId' | 'profiles'>,
): Promise<void> {
  await db
    .selectFrom('user_profiles')
    .select('id')
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .where('profile_id', 'in', profiles)
    .orderBy('id')
    .forKeyShare()
    .execute()
}

const firstOf = (day: string) =>
  sql<Date>`(${day}::date::timestamp at time zone 'America/Sao_Paulo')`
const lastOf = (day: string) =>
  sql<Date>`((${day}::date + 1)::timestamp at time zone 'America/Sao_Paulo' - interval '1 millisecond')`

/**
 * Returns the period of a delegation (rulings §10). It begins at the start of the first day, or now if that is later,
 * and ends at the end of the last day.
 */
function periodOf({ begin, end }: Pick<Lent, 'begin' | 'end'>, now: Date) {
  return {
    begin_at: sql<Date>`greatest(${firstOf(begin)}, ${now}::timestamptz)`,
    end_at: end === null ? null : lastOf(end),
  }
}

/**
 * Returns the number of current and future delegations of the company, and whether one of them overlaps for the same
 * user.
 */
export async function findConflicts(db: Db, lent: Lent, now: Date) {
  const { begin_at, end_at } = periodOf(lent, now)
  const { rows } = await sql<{ open: number; overlapping: boolean }>`
    select count(*) filter (where end_at is null or end_at > ${now})::integer as open,
      coalesce(bool_or(user_id = ${lent.userId}
        and tstzrange(begin_at, end_at) && tstzrange(${begin_at}, ${end_at}::timestamptz)), false) as overlapping
    from delegations where company_id = ${lent.companyId} and closed_at is null`.execute(db)
  return rows[0] ?? { open: 0, overlapping: false }
}

/** Inserts a delegation. Returns its id and period for the audit event. */
export async function insertDelegation(db: Db, lent: Lent, by: number, now: Date) {
  const made = await db
    .insertInto('delegations')
    .values({
      user_id: lent.userId,
      company_id: lent.companyId,
      delegated_by: by,
      created_at: now,
      ...periodOf(lent, now),
    })
    .returning(['id', 'begin_at', 'end_at'])
    .executeTakeFirstOrThrow()
  const rows = lent.profiles.map((profile_id) => ({ delegation_id: made.id, profile_id }))
  await db.insertInto('delegation_profiles').values(rows).execute()
  return made
}

interface Removal {
  email: string
  /** Id of a delegation; undefined for all delegations of the user in the company. */
  id: number | undefined
  companyId: number
  by: number
  now: Date
}

/** Closes the current and future delegations of a user in scope, and returns them. */
export function closeDelegations(db: Db, scope: Scope, removal: Removal) {
  const { email, id, companyId, by, now } = removal
  return db
    .updateTable('delegations as d')
    .set({ closed_at: now, closed_by: by })
    .where('d.user_id', '=', (eb) =>
      eb
        .selectFrom('users')
        .select('users.id')
        .where('users.email', '=', email)
        .where(userInScope(scope)),
    )
    .where(
      id === undefined ? sql<boolean>`d.company_id = ${companyId}` : sql<boolean>`d.id = ${id}`,
    )
    .where(companyInScope(scope, sql.ref('d.company_id')))
    .where('d.closed_at', 'is', null)
    .where((eb) => eb.or([eb('d.end_at', 'is', null), eb('d.end_at', '>', now)]))
    .returning(['d.id', 'd.user_id', 'd.company_id', 'd.begin_at', 'd.end_at', 'd.delegated_by'])
    .execute()
}
