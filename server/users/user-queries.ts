import { sql } from 'kysely'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import { statusOf } from '../database/record-status.ts'
import { recordTable } from '../database/record-table.ts'
import { hasExpiredPassword, isInvited } from '../scope/invited-people.ts'
import { scopeOf, writeScopeOf } from '../scope/scope.ts'
import { outranks } from '../scope/account-rank.ts'
import { accountInScope, userInScope } from '../scope/user-scope.ts'

export const userConstraints: ConstraintMeanings = {
  users_email_key: { problems: ['user-email-in-use'], field: 'email' },
}

/** Statements for the table of users, with the columns that the audit log records. */
export const userTable = recordTable('users', [
  'name',
  'email',
  'phone_number',
  'code',
  'status',
  'suspended',
  'company_id',
  'federated',
])

/** Returns a user in the caller's scope, with the state of the invitation. */
export function findUser(db: Db, who: Principal, id: number, now: Date) {
  return db
    .selectFrom('users')
    .select((eb) => [
      'users.id',
      'users.name',
      'users.email',
      'users.phone_number',
      'users.code',
      statusOf('users').as('status'),
      'users.suspended',
      'users.created_at',
      'users.updated_at',
      'users.company_id',
      'users.version',
      'users.federated',
      'users.last_access_at',
      isInvited.as('invited'),
      hasExpiredPassword(now).as('password_expired'),
      // Uses the write scope, because the field states what the caller may change.
      accountInScope(writeScopeOf(who)).as('account_wide'),
      outranks(who).as('beyond_own'),
      eb
        .selectFrom('passwords')
        .select('passwords.expires_at')
        .whereRef('passwords.user_id', '=', 'users.id')
        .where('passwords.superseded_at', 'is', null)
        .as('password_expires_at'),
      eb
        .exists(
          eb
            .selectFrom('outbox')
            .select('outbox.id')
            .whereRef('outbox.first_access_of', '=', 'users.id')
            .where('outbox.sent_at', 'is', null),
        )
        .as('waiting'),
    ])
    .where('users.id', '=', id)
    .where(userInScope(scopeOf(who)))
    .executeTakeFirst()
}

/** Event of the write that ended a user's access. A write for several users has one such event for each of them. */
const endingEvents = { blocked: 'user.block-changed', deleted: 'user.deleted' } as const

/** Returns when the user was blocked or deleted last, and the name of the actor if the caller may see that user. */
export async function findStateSince(
  db: Db,
  who: Principal,
  { id, state }: { id: number; state: keyof typeof endingEvents },
): Promise<{ at: Date; by: string | null } | undefined> {
  const { rows } = await sql<{ at: Date; by: string | null }>`
    select e.happened_at as at, users.name as by
    from audit_entries e left join users on users.id = e.user_id and ${userInScope(scopeOf(who))}
    where e.target = ${`user:${id}`} and e.event = ${endingEvents[state]}
    order by e.happened_at desc, e.seq desc limit 1`.execute(db)
  return rows[0]
}

export interface NewUser {
  name: string
  email: string
  phone_number: string
  code: string | null
  company_id: number | null
  federated: boolean
}

/** Returns whether a user holds a profile in any company. */
export async function holdsProfiles(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('user_profiles')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Inserts a user and returns the id. Undefined if the e-mail exists, even if it was inserted concurrently. */
export async function insertUser(db: Db, values: NewUser): Promise<number | undefined> {
  const row = await db
    .insertInto('users')
    .values(values)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Returns the account with this e-mail, and whether it is in the caller's scope. */
export function findByEmail(db: Db, who: Principal, email: string) {
  return db
    .selectFrom('users')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.active',
      'users.suspended',
      userInScope(scopeOf(who)).as('seen'),
    ])
    .where('users.email', '=', email)
    .executeTakeFirst()
}

/** Returns those of these users who are invited and have not signed in yet. */
export async function findInvitedAmong(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select users.id from users where users.id = any (${[...ids]}::integer[]) and ${isInvited}`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Returns the names of all companies of these users, by user. */
export async function findCompanyNamesOf(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ user_id: number; names: string[] }>`
    select uc.user_id, array_agg(c.name order by lower(c.name) collate natural_order, c.id) as names
    from user_companies uc join companies c on c.id = uc.company_id
    where uc.user_id = any (${[...ids]}::integer[]) group by uc.user_id`.execute(db)
  return new Map(rows.map(({ user_id, names }) => [user_id, names]))
}

/** Returns whether the user is invited and has not signed in yet. False if there is no such user. */
export async function findInvitation(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select(isInvited.as('invited'))
    .where('users.id', '=', id)
    .executeTakeFirst()
  return row?.invited === true
}

export async function worksFor(db: Db, user: number, company: number): Promise<boolean> {
  const row = await db
    .selectFrom('user_companies')
    .select('company_id')
    .where('user_id', '=', user)
    .where('company_id', '=', company)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the names of the companies in alphabetical order. */
export async function findNames(db: Db, companies: readonly number[]): Promise<string[]> {
  if (companies.length === 0) return []
  const rows = await db
    .selectFrom('companies')
    .select('name')
    .where('id', 'in', companies)
    .orderBy(sql`lower(name) collate natural_order`)
    .orderBy('id')
    .execute()
  return rows.map(({ name }) => name)
}

export async function setSuspended(
  db: Db,
  ids: readonly number[],
  suspended: boolean,
): Promise<void> {
  await db.updateTable('users').set({ suspended }).where('id', 'in', ids).execute()
}

export async function setActive(db: Db, ids: readonly number[], active: boolean): Promise<void> {
  await db.updateTable('users').set({ active }).where('id', 'in', ids).execute()
}

interface Closing {
  by: number
  now: Date
}

/** Closes all delegations from and to these users. Returns them by deleted user, each list in the order of ids. */
export async function closeDelegationsOf(
  db: Db,
  userIds: readonly number[],
  { by, now }: Closing,
): Promise<ReadonlyMap<number, { id: number }[]>> {
  const rows = await db
    .updateTable('delegations')
    .set({ closed_at: now, closed_by: by })
    .where((eb) => eb.or([eb('delegated_by', 'in', userIds), eb('user_id', 'in', userIds)]))
    .where('closed_at', 'is', null)
    .where((eb) => eb.or([eb('end_at', 'is', null), eb('end_at', '>', now)]))
    .returning(['id', 'delegated_by', 'user_id'])
    .execute()
  const deleted = new Set(userIds)
  return Map.groupBy(
    rows.toSorted((one, other) => one.id - other.id),
    ({ delegated_by, user_id }) => (deleted.has(delegated_by) ? delegated_by : user_id),
  )
}
