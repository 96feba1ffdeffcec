import type { Db } from '../database/database.ts'
import { Problem } from '../pipeline/problem.ts'
import type { SessionState, SignedInPrincipal } from '../pipeline/principal.ts'
import type { Write } from '../pipeline/record.ts'
import { closeOwnSession, closeOtherSessions, findOwnSessions } from './own-session-queries.ts'

/** Lists the caller's live sessions (ASVS 5.0 V7.5.2). */
export function listOwnSessions(db: Db, { userId, session }: SignedInPrincipal, now: Date) {
  return showSessions(db, userId, session, now)
}

/** Returns the live sessions of a user. Marks `session` as the current one; a program has no current session. */
export async function showSessions(
  db: Db,
  userId: number,
  session: SessionState | undefined,
  now: Date,
) {
  const found = await findOwnSessions(db, userId, session?.id, now)
  return {
    sessions: found.map((own) =>
      own.id === session?.id
        ? { ...own, current: true, last_used_at: new Date(session.lastUsedAt) }
        : { ...own, current: false },
    ),
  }
}

/** Ends one of the caller's sessions. A database trigger notifies every process (decision 2). */
export async function endOwnSession({ db, who, audit }: Write, id: string, now: Date) {
  if (!(await closeOwnSession(db, who.userId, id, now))) throw new Problem('not-found')
  audit({ target: `session:${id}` })
  return {}
}

/** Ends all sessions of the caller except the current one. The audit event contains their ids. */
export async function endOtherSessions(
  { db, who, audit }: Write & { who: SignedInPrincipal },
  now: Date,
) {
  const ended = await closeOtherSessions(db, who.userId, who.session.id, now)
  audit({ target: `user:${who.userId}`, after: { ended_session_ids: ended } })
  return { ended: ended.length }
}
