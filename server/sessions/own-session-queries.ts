import { sql } from 'kysely'
import { inactivityTimeout } from '../../contract/constants.ts'
import { type OwnSession, ownSessionsMax } from '../../contract/sessions.ts'
import { after, minutes } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'

/** Maximum time after which a use is written. Until then, a session that looks idle may be in use. */
const maxWriteDelay = minutes(1)

/**
 * Returns the live sessions of a user: the current one first, then the others by last use. Uses `sessions_user_idx`.
 * Includes sessions that may just have ended, because hiding a live session would be worse than listing an ended one.
 */
export function findOwnSessions(db: Db, userId: number, currentId: string | undefined, now: Date) {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'method',
      'address',
      'user_agent',
      'created_at as started_at',
      'last_used_at',
      'expires_at',
    ])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', after(now, -inactivityTimeout - maxWriteDelay))
    .orderBy(sql`id = ${currentId ?? null}`, 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(ownSessionsMax)
    .$narrowType<Pick<OwnSession, 'method'>>()
    .execute()
}

/** Ends a session of the user. Returns false if the session belongs to another user or has ended. */
export async function closeOwnSession(
  db: Db,
  userId: number,
  id: string,
  now: Date,
): Promise<boolean> {
  const ended = await closeSessions(db, userId, now).where('id', '=', id).execute()
  return ended.length === 1
}

/** Ends all sessions of the user except one, even those beyond the limit of the list. Returns their ids. */
export async function closeOtherSessions(
  db: Db,
  userId: number,
  currentId: string,
  now: Date,
): Promise<string[]> {
  const ended = await closeSessions(db, userId, now).where('id', '!=', currentId).execute()
  return ended.map(({ id }) => id)
}

/** Ends one or all sessions of a user on behalf of an administrator. Returns the ids of the ended sessions. */
export async function closeSessionsByOthers(
  db: Db,
  { userId, id, now }: { userId: number; id?: string; now: Date },
): Promise<string[]> {
  const ended = await closeSessions(db, userId, now, 'administrator')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute()
  return ended.map((session) => session.id)
}

/**
 * Ends sessions. By default the reason is the same as for a sign-out, because the audit log records in which session
 * the user ended them.
 */
function closeSessions(
  db: Db,
  userId: number,
  now: Date,
  reason: 'sign-out' | 'administrator' = 'sign-out',
) {
  return db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning('id')
}
