import type { Db } from '../database/database.ts'
import { Problem } from '../pipeline/problem.ts'
import type { SessionState, SignedInPrincipal } from '../pipeline/principal.ts'
import type { Write } from '../pipeline/record.ts'
import { closeOwnSession, closeOtherSessions, findOwnSessions } from './own-session-queries.ts'

/** Where the bearer is signed in (ASVS 5.0 V7.5.2). */
export function listOwnSessions(db: Db, { userId, session }: SignedInPrincipal, now: Date) {
  return showSessions(db, userId, session, now)
}

/** The live sessions of a user, as they are shown to whoever asks from this session; a program asks from none. */
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

/** Ends one of the bearer's sessions; triggers of the database tell every process (decision 2). */
export async function endOwnSession({ db, who, audit }: Write, id: string, now: Date) {
  if (!(await closeOwnSession(db, who.userId, id, now))) throw new Problem('not-found')
  audit({ target: `session:${id}` })
  return {}
}

/** Ends all of them but the one that asks; the audit event names each. */
export async function endOtherSessions(
  { db, who, audit }: Write & { who: SignedInPrincipal },
  now: Date,
) {
  const ended = await closeOtherSessions(db, who.userId, who.session.id, now)
  audit({ target: `user:${who.userId}`, after: { ended_session_ids: ended } })
  return { ended: ended.length }
}
