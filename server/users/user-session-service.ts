import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Write } from '../pipeline/record.ts'
import type { Db } from '../database/database.ts'
import { requireAccount } from '../scope/user-scope.ts'
import { closeSessionsByOthers } from '../sessions/own-session-queries.ts'
import { showSessions } from '../sessions/own-sessions.ts'

/** Lists the sessions of a user whose account the caller may manage. */
export async function listSessionsOf(db: Db, who: Principal, userId: number, now: Date) {
  await requireAccount(db, who, { id: userId })
  return showSessions(db, userId, who.session, now)
}

/** Ends one session of a user. Database triggers notify every process (decision 2). */
export async function endSessionOf(
  { db, who, audit }: Write,
  { userId, id }: { userId: number; id: string },
  now: Date,
) {
  await requireAccount(db, who, { id: userId })
  const ended = await closeSessionsByOthers(db, { userId, id, now })
  if (ended.length === 0) throw new Problem('not-found')
  audit({ target: `user:${userId}`, after: { ended_session_ids: ended } })
  return {}
}

/** Ends all sessions of a user. */
export async function endSessionsOf({ db, who, audit }: Write, userId: number, now: Date) {
  await requireAccount(db, who, { id: userId })
  const ended = await closeSessionsByOthers(db, { userId, now })
  audit({ target: `user:${userId}`, after: { ended_session_ids: ended } })
  return { ended: ended.length }
}
