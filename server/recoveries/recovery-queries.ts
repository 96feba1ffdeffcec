import { type RawBuilder, sql } from 'kysely'
import type { ProblemCode } from '../../contract/problems.ts'
import type { RecoveryKind } from '../../contract/recoveries.ts'
import type { Db } from '../database/database.ts'
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

const ownFactor = sql<boolean>`(exists (select from passkeys where passkeys.user_id = users.id)
  or exists (select from totp_factors where totp_factors.user_id = users.id))`

/** Condition on `email_changes`: the change has neither ended nor expired. */
export const isPendingChange = (now: Date) =>
  sql<boolean>`(email_changes.cancelled_at is null and email_changes.done_at is null and email_changes.expires_at > ${now})`

/** Locks and returns the user, so that recoveries of one account start and end one after the other. */
export function lockRecoveryOwner(db: Db, userId: number, now: Date): Promise<RecoveryOwner> {
  return db
    .selectFrom('users')
    .select([
      'id',
      'name',
      'email',
      'phone_number',
      'recovery_frozen_until',
      ownFactor.as('own_factor'),
      sql<boolean>`exists (select from email_changes where email_changes.user_id = users.id and ${isPendingChange(now)})`.as(
        'email_changing',
      ),
      sql<boolean>`(active and not suspended)`.as('may_enter'),
    ])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

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

/** Makes this person the one who started a recovery. Returns the recovery. */
export async function takeOver(
  db: Db,
  recovery: StoredRecovery,
  by: number,
): Promise<StoredRecovery> {
  await db.updateTable('recoveries').set({ started_by: by }).where('id', '=', recovery.id).execute()
  return { ...recovery, started_by: by }
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

/** Cancels the pending change of the e-mail of a user. Returns whether there was one. */
export async function cancelEmailChange(db: Db, userId: number, now: Date): Promise<boolean> {
  const cancelled = await db
    .updateTable('email_changes')
    .set({ cancelled_at: now })
    .where('user_id', '=', userId)
    .where(isPendingChange(now))
    .returning('id')
    .execute()
  return cancelled.length > 0
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
