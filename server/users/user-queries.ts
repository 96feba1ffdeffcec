import { sql } from 'kysely'
import type { ConstraintMeanings } from '../binder/constraints.ts'
import type { Principal } from '../binder/principal.ts'
import type { Db } from '../database/database.ts'
import { recordTable } from '../database/record-table.ts'
import { isInvited } from '../scope/invited-people.ts'
import { scopeOf, writeScopeOf } from '../scope/scope.ts'
import { accountBeyondOwn } from '../scope/account-rank.ts'
import { accountInScope, userInScope } from '../scope/user-scope.ts'

export const userConstraints: ConstraintMeanings = {
  users_email_key: { problems: ['user-email-in-use'], field: 'email' },
}

/** What the trail keeps of a person. */
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

/** One person as the bearer may see them, with how the invitation stands. */
export function findUser(db: Db, who: Principal, id: number) {
  return (
    db
      .selectFrom('users')
      .select((eb) => [
        'users.id',
        'users.name',
        'users.email',
        'users.phone_number',
        'users.code',
        'users.status',
        'users.suspended',
        'users.created_at',
        'users.updated_at',
        'users.company_id',
        'users.version',
        'users.federated',
        'users.last_access_at',
        isInvited.as('invited'),
        // Whatever this call reads: what the bearer may change.
        accountInScope(writeScopeOf(who)).as('account_wide'),
        accountBeyondOwn(who).as('beyond_own'),
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
      // Its check constraint allows nothing else.
      .$narrowType<{ status: 0 | 1 }>()
      .executeTakeFirst()
  )
}

export interface NewUser {
  name: string
  email: string
  phone_number: string
  code: string | null
  company_id: number | null
  federated: boolean
}

/** Whether a person holds a profile in any company. */
export async function holdsProfiles(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('user_profiles')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Inserts a person, unless somebody has the e-mail, or gets it at the same moment; the new one's id. */
export async function insertUser(db: Db, values: NewUser): Promise<number | undefined> {
  const row = await db
    .insertInto('users')
    .values(values)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Whose e-mail it is, and whether the bearer sees that person. */
export function findByEmail(db: Db, who: Principal, email: string) {
  return db
    .selectFrom('users')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.status',
      'users.suspended',
      userInScope(scopeOf(who)).as('seen'),
    ])
    .where('users.email', '=', email)
    .executeTakeFirst()
}

/** Whether the first access of a person is still to come. */
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

/** Names of companies, in the order of the alphabet. */
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

export async function setStatus(db: Db, ids: readonly number[], status: 0 | 1): Promise<void> {
  await db.updateTable('users').set({ status }).where('id', 'in', ids).execute()
}

interface Closing {
  by: number
  now: Date
}

/** What people lent, and were lent, ends with them; answers which, in the order of their ids, by whose deletion ends it. */
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
