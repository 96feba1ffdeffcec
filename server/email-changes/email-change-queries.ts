import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { dropTemporaryPassword } from '../passwords/first-access-queries.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import { isPendingChange } from './pending-change.ts'

export const emailChangeConstraints: ConstraintMeanings = {
  email_changes_pending_key: { problems: ['email-change-exists'] },
}

/** Columns of a change that has not ended. */
const shown = [
  'id',
  'user_id',
  'old_email',
  'new_email',
  'started_at',
  'started_by',
  'takes_effect_at',
  'expires_at',
  'old_confirmed_at',
  'new_confirmed_at',
] as const

/** Selects changes that have neither ended nor expired. */
function selectPending(db: Db, now: Date) {
  return db.selectFrom('email_changes').select(shown).where(isPendingChange(now))
}

export type PendingChange = NonNullable<Awaited<ReturnType<typeof findPendingChange>>>

/** Returns the pending change of a user. Other resources ask this before a recovery (decision 98). */
export function findPendingChange(db: Db, userId: number, now: Date) {
  return selectPending(db, now).where('user_id', '=', userId).executeTakeFirst()
}

/** Returns the pending change with the code of a link, and the mailbox to which the link was sent. */
export async function findByLink(db: Db, digest: Buffer, now: Date) {
  const row = await selectPending(db, now)
    .select((eb) => eb('old_digest', '=', digest).as('of_old'))
    .where((eb) => eb.or([eb('old_digest', '=', digest), eb('new_digest', '=', digest)]))
    .executeTakeFirst()
  return row && { change: row, mailbox: row.of_old === true ? ('old' as const) : ('new' as const) }
}

/** The user of a change, with what decides whether the change may start or take effect. */
export type ChangedUser = Awaited<ReturnType<typeof lockUser>>

/** Locks a user. Every write of a change locks its user first, so that writes of one change wait for each other. */
export function lockUser(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'active', 'suspended', 'federated', 'last_access_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export interface NewChange {
  user_id: number
  old_email: string
  new_email: string
  started_at: Date
  started_by: number
  takes_effect_at: Date
  expires_at: Date
  old_digest: Buffer
  new_digest: Buffer
}

/** Stores a change, in place of one that has expired. The user must be locked. */
export async function insertChange(db: Db, change: NewChange): Promise<void> {
  await db
    .deleteFrom('email_changes')
    .where('user_id', '=', change.user_id)
    .where('cancelled_at', 'is', null)
    .where('done_at', 'is', null)
    .where('expires_at', '<=', change.started_at)
    .execute()
  await db.insertInto('email_changes').values(change).execute()
}

/** Records that a mailbox has confirmed. Returns the change; undefined if this mailbox has confirmed it before. */
export function markConfirmed(
  db: Db,
  { id, mailbox, now }: { id: number; mailbox: 'old' | 'new'; now: Date },
) {
  const column = `${mailbox}_confirmed_at` as const
  return db
    .updateTable('email_changes')
    .set({ [column]: now })
    .where('id', '=', id)
    .where(column, 'is', null)
    .returning(shown)
    .executeTakeFirst()
}

/** Ends a change without effect. `by` is the user who cancelled it in a session. */
export async function markCancelled(
  db: Db,
  { id, by, now }: { id: number; by: number | null; now: Date },
): Promise<void> {
  await db
    .updateTable('email_changes')
    .set({ cancelled_at: now, cancelled_by: by })
    .where('id', '=', id)
    .execute()
}

export async function markDone(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('email_changes').set({ done_at: now }).where('id', '=', id).execute()
}

/** Maximum number of changes per round. Later rounds take the rest. */
const maxPerRound = 50

/** Returns the changes that the new mailbox has confirmed and whose waiting time is over. */
export async function findDue(db: Db, now: Date): Promise<{ id: number; user_id: number }[]> {
  return selectPending(db, now)
    .innerJoin('users', (join) => join.onRef('users.id', '=', 'email_changes.user_id'))
    .clearSelect()
    .select(['email_changes.id', 'email_changes.user_id'])
    .where('new_confirmed_at', 'is not', null)
    .where('takes_effect_at', '<=', now)
    .where('users.active', '=', true)
    .where('users.suspended', '=', false)
    .orderBy('takes_effect_at')
    .limit(maxPerRound)
    .execute()
}

/**
 * Replaces the e-mail of a user. Returns false if another account has it, even if that account was created
 * concurrently. Must run in a transaction.
 */
export async function replaceEmail(db: Db, userId: number, email: string): Promise<boolean> {
  await sql`savepoint before_email`.execute(db)
  try {
    await db.updateTable('users').set({ email }).where('id', '=', userId).execute()
    return true
  } catch (error) {
    if (!isTaken(error)) throw error
    await sql`rollback to savepoint before_email`.execute(db)
    return false
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'users_email_key'

/**
 * Invalidates what was mailed to the previous address: codes of unfinished sign-ins, and the temporary password of a
 * recovery.
 */
export async function dropMailedSecrets(db: Db, userId: number, now: Date): Promise<void> {
  await db.deleteFrom('challenges').where('user_id', '=', userId).execute()
  await db.deleteFrom('recovery_passwords').where('user_id', '=', userId).execute()
  await dropTemporaryPassword(db, userId, now)
}

/** Deletes changes that expired before this time, however they ended. The housekeeping calls this. */
export async function deleteExpiredChanges(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('email_changes').where('expires_at', '<', before).execute()
}
