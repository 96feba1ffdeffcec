import { type RawBuilder, sql } from 'kysely'
import type { ProblemCode } from '../../contract/problems.ts'
import type { RecoveryKind } from '../../contract/recoveries.ts'
import type { Db } from '../database/database.ts'
import { isChangingEmail } from '../email-changes/pending-change.ts'
import { hasOwnFactor } from '../factors/has-factor.ts'
import { userInScope } from '../scope/user-scope.ts'
import type { Scope } from '../scope/scope.ts'

/** The user of a recovery. */
export interface RecoveryOwner {
  id: number
  name: string
  email: string
  phone_number: string | null
  recovery_frozen_until: Date | null
  /** Whether the user has a passkey or an authenticator app. */
  own_factor: boolean
  /** Whether a change of the e-mail is pending. */
  email_changing: boolean
  /** Whether the user may sign in: neither deleted nor blocked. */
  may_enter: boolean
}

/** Locks and returns the user, so that recoveries of one account start and end one after the other. */
export async function lockRecoveryOwner(db: Db, userId: number, now: Date): Promise<RecoveryOwner> {
  const user = db.selectFrom('users').where('id', '=', userId)
  await user.select('id').forNoKeyUpdate().executeTakeFirstOrThrow()
  // A statement of its own: the one that waits for the lock does not see what others committed to other tables meanwhile.
  return user
    .select([
      'id',
      'name',
      'email',
      'phone_number',
      'recovery_frozen_until',
      hasOwnFactor.as('own_factor'),
      isChangingEmail(now).as('email_changing'),
      sql<boolean>`(active and not suspended)`.as('may_enter'),
    ])
    .executeTakeFirstOrThrow()
}

/** Whether recovery is frozen because the user reported a notice (decision 97). */
export const isFrozen = (
  { recovery_frozen_until: until }: Pick<RecoveryOwner, 'recovery_frozen_until'>,
  now: Date,
): boolean => until !== null && until > now

/** Returns until when recovery is frozen; undefined if it is not. */
export async function findFreeze(db: Db, userId: number, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('users')
    .select('recovery_frozen_until')
    .where('id', '=', userId)
    .where('recovery_frozen_until', '>', now)
    .executeTakeFirst()
  return row?.recovery_frozen_until ?? undefined
}

/** Condition on `recoveries`: neither ended nor expired. */
export const isPendingRecovery = (now: Date) =>
  sql<boolean>`(recoveries.cancelled_at is null and recoveries.done_at is null and recoveries.expires_at > ${now})`

/** Selects the pending recoveries of a user. */
export function pendingOf(db: Db, userId: number, now: Date) {
  return db
    .selectFrom('recoveries')
    .selectAll('recoveries')
    .$narrowType<{ kind: RecoveryKind }>()
    .where('recoveries.user_id', '=', userId)
    .where(isPendingRecovery(now))
}

/** Returns the pending recovery of this kind. */
export function findPending(db: Db, userId: number, kind: RecoveryKind, now: Date) {
  return pendingOf(db, userId, now).where('kind', '=', kind).executeTakeFirst()
}

/** Returns a pending recovery of the user by its id. */
export function findPendingById(db: Db, userId: number, id: number, now: Date) {
  return pendingOf(db, userId, now).where('recoveries.id', '=', id).executeTakeFirst()
}

export type StoredRecovery = NonNullable<Awaited<ReturnType<typeof findPending>>>

/**
 * Returns the pending recoveries of a user, with the name of the person who started each, if in the scope. Without a
 * scope the name is shown, because the user may know who acts on the account. `refusal` is `approvalRefusal`.
 */
export function listPending(
  db: Db,
  {
    userId,
    scope,
    refusal,
    now,
  }: {
    userId: number
    scope: Scope | undefined
    refusal: RawBuilder<ProblemCode | null>
    now: Date
  },
) {
  return pendingOf(db, userId, now)
    .innerJoin('users', 'users.id', 'recoveries.user_id')
    .select(refusal.as('refusal'))
    .select((eb) =>
      eb
        .selectFrom('users')
        .select('users.name')
        .whereRef('users.id', '=', 'recoveries.started_by')
        .where(scope === undefined ? sql<boolean>`true` : userInScope(scope))
        .as('starter_name'),
    )
    .orderBy('recoveries.id')
    .execute()
}

interface NewRecovery {
  userId: number
  kind: RecoveryKind
  by: number | null
  reason: string | null
  now: Date
  waitsUntil: Date | null
  expiresAt: Date
}

/** Makes this person, with this reason, the one who started a recovery. Returns the recovery. */
export async function takeOver(
  db: Db,
  recovery: StoredRecovery,
  by: { started_by: number; reason: string | null },
): Promise<StoredRecovery> {
  await db.updateTable('recoveries').set(by).where('id', '=', recovery.id).execute()
  return { ...recovery, ...by }
}

/** Inserts a recovery. One of the same kind that has expired is closed. */
export async function insertRecovery(db: Db, recovery: NewRecovery): Promise<StoredRecovery> {
  const { userId, kind, by, reason, now, waitsUntil, expiresAt } = recovery
  await db
    .updateTable('recoveries')
    .set({ cancelled_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('cancelled_at', 'is', null)
    .where('done_at', 'is', null)
    .where('expires_at', '<=', now)
    .execute()
  return db
    .insertInto('recoveries')
    .values({
      user_id: userId,
      kind,
      started_at: now,
      started_by: by,
      reason,
      waits_until: waitsUntil,
      expires_at: expiresAt,
    })
    .returningAll()
    .$narrowType<{ kind: RecoveryKind }>()
    .executeTakeFirstOrThrow()
}

/** Approves a recovery; `by` is null if the user did it. */
export async function markApproved(
  db: Db,
  id: number,
  { by, now }: { by: number | null; now: Date },
): Promise<void> {
  await db
    .updateTable('recoveries')
    .set({ approved_at: now, approved_by: by })
    .where('id', '=', id)
    .where('approved_at', 'is', null)
    .execute()
}

/** Marks a recovery as completed. */
export async function markDone(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('recoveries').set({ done_at: now }).where('id', '=', id).execute()
}

/** Cancels pending recoveries of a user, one or all, and invalidates the temporary password. Returns their ids. */
export async function cancelRecoveries(
  db: Db,
  userId: number,
  { id, by, now }: { id?: number; by: number | null; now: Date },
): Promise<number[]> {
  const cancelled = await db
    .updateTable('recoveries')
    .set({ cancelled_at: now, cancelled_by: by })
    .where('user_id', '=', userId)
    .where('cancelled_at', 'is', null)
    .where('done_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .returning(['id', 'kind'])
    .execute()
  if (cancelled.some(({ kind }) => kind === 'password'))
    await db.deleteFrom('recovery_passwords').where('user_id', '=', userId).execute()
  return cancelled.map((one) => one.id)
}

/** Sets or ends the freeze of recovery. */
export async function setFreeze(db: Db, userId: number, until: Date | null): Promise<void> {
  await db
    .updateTable('users')
    .set({ recovery_frozen_until: until })
    .where('id', '=', userId)
    .execute()
}

/** Deletes recoveries that ended before this time. The housekeeping calls this. */
export async function removeOldRecoveryRequests(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('recoveries').where('expires_at', '<', before).execute()
}
