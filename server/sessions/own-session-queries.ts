import { sql } from 'kysely'
import { inactivityTimeout } from '../../contract/constants.ts'
import { type OwnSession, ownSessionsMax } from '../../contract/sessions.ts'
import { after, minutes } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'

/** Uses are written in batches, so a session that has been idle for up to this long may be in use. */
const maxWriteDelay = minutes(1)

/**
 * Returns the live sessions of a user, the current one first, then by last use; on `sessions_user_idx`. A session that may
 * have ended is listed: listing an ended session is harmless, hiding a live one is not.
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

/** Ends a session of the user. Returns false if it is not theirs or has ended. */
export async function closeOwnSession(
  db: Db,
  userId: number,
  id: string,
  now: Date,
): Promise<boolean> {
  const ended = await closeSessions(db, userId, now).where('id', '=', id).execute()
  return ended.length === 1
}

/** Ends all sessions of the user but one, beyond the limit of the list too. Returns their ids. */
export async function closeOtherSessions(
  db: Db,
  userId: number,
  currentId: string,
  now: Date,
): Promise<string[]> {
  const ended = await closeSessions(db, userId, now).where('id', '!=', currentId).execute()
  return ended.map(({ id }) => id)
}

/** Ends one or all sessions of a user on behalf of an administrator. Returns their ids. */
export async function closeSessionsByOthers(
  db: Db,
  { userId, id, now }: { userId: number; id?: string; now: Date },
): Promise<string[]> {
  const ended = await closeSessions(db, userId, now, 'administrator')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute()
  return ended.map((session) => session.id)
}

/** The end reason is the same as for SAIR; the audit log shows from which session it was done. */
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
