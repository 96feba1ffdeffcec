import { sql } from 'kysely'
import { inactivityTimeout } from '../../contract/constants.ts'
import { type OwnSession, ownSessionsMax } from '../../contract/sessions.ts'
import { after, minutes } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'

/** Use is written in batches: a session that looks idle by less than this may be in use at this moment. */
const writtenLate = minutes(1)

/**
 * The live sessions of a user, the present one first where there is one, then the last used; on `sessions_user_idx`. In doubt a session is
 * shown: one that is over and seen hurts nobody, one that lives unseen would.
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
    .where('last_used_at', '>', after(now, -inactivityTimeout - writtenLate))
    .orderBy(sql`id = ${currentId ?? null}`, 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(ownSessionsMax)
    .$narrowType<Pick<OwnSession, 'method'>>()
    .execute()
}

/** Ends a session if it is the user's and hasn't ended; answers whether it did. */
export async function closeOwnSession(
  db: Db,
  userId: number,
  id: string,
  now: Date,
): Promise<boolean> {
  const ended = await closeSessions(db, userId, now).where('id', '=', id).execute()
  return ended.length === 1
}

/** Ends every session of the user but one, those too that a list leaves out; answers which. */
export async function closeOtherSessions(
  db: Db,
  userId: number,
  keptId: string,
  now: Date,
): Promise<string[]> {
  const ended = await closeSessions(db, userId, now).where('id', '!=', keptId).execute()
  return ended.map(({ id }) => id)
}

/** Ends sessions of a user for whoever looks after the account: one, or all; answers which. */
export async function closeSessionsByOthers(
  db: Db,
  { userId, id, now }: { userId: number; id?: string; now: Date },
): Promise<string[]> {
  const ended = await closeSessions(db, userId, now, 'administrator')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute()
  return ended.map((session) => session.id)
}

/** Signed out, as by SAIR; that it was done from another session the audit trail tells. */
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
