import { sql } from 'kysely'
import type { SessionState } from '../binder/principal.ts'
import type { Db } from '../database/database.ts'

const none: ReadonlySet<string> = new Set()

/** One query: the session, its user and the tokens of it that were taken back. */
export async function findSession(db: Db, id: string): Promise<SessionState | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select((eb) => [
      'sessions.id',
      'sessions.user_id',
      'sessions.browser_digest',
      'sessions.expires_at',
      'sessions.last_used_at',
      'sessions.ended_at',
      'users.name',
      'users.email',
      'users.public_id',
      'users.federated',
      'users.company_id',
      'users.status',
      'users.suspended',
      sql<string[]>`array(${eb
        .selectFrom('tokens')
        .select('tokens.id')
        .whereRef('tokens.session_id', '=', 'sessions.id')
        .where('tokens.revoked_at', 'is not', null)})`.as('revoked_tokens'),
    ])
    .where('sessions.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    userId: row.user_id,
    browserDigest: row.browser_digest,
    expiresAt: row.expires_at.getTime(),
    lastUsedAt: row.last_used_at.getTime(),
    ended: row.ended_at !== null || row.status !== 1 || row.suspended,
    revokedTokens: row.revoked_tokens.length > 0 ? new Set(row.revoked_tokens) : none,
    user: {
      name: row.name,
      email: row.email,
      cognitoId: row.federated ? row.email : row.public_id,
      companyId: row.company_id,
    },
  }
}

export interface NewSession {
  id: string
  userId: number
  method: 'password' | 'federated'
  browserDigest: Buffer
  address: string
  userAgent: string
  now: Date
  expiresAt: Date
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      method: session.method,
      browser_digest: session.browserDigest,
      address: session.address,
      user_agent: session.userAgent.slice(0, 400),
      created_at: session.now,
      last_used_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute()
}

/** The access before becomes the previous one, which the access page tells. */
export async function stampAccess(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({ previous_access_at: eb.ref('last_access_at'), last_access_at: now }))
    .where('id', '=', userId)
    .execute()
}

export interface NewToken {
  id: string
  sessionId: string
  place?: { moduleId: number; companyId: number; spid: string | null }
}

export async function insertToken(db: Db, { id, sessionId, place }: NewToken): Promise<void> {
  await db
    .insertInto('tokens')
    .values({
      id,
      session_id: sessionId,
      kind: place ? 'module' : 'initial',
      module_id: place?.moduleId ?? null,
      company_id: place?.companyId ?? null,
      spid: place?.spid ?? null,
    })
    .execute()
}

/** Ends a token; tells whether it was alive. */
export async function revokeToken(db: Db, id: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('tokens')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type EndReason =
  | 'sign-out'
  | 'idle'
  | 'lifetime'
  | 'password-changed'
  | 'administrator'
  | 'code-replayed'

export async function endSession(db: Db, id: string, reason: EndReason, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Writes the last use of many sessions in one statement; never moves it back. */
export async function flushLastUse(db: Db, used: ReadonlyMap<string, number>): Promise<void> {
  const ids = [...used.keys()]
  const at = [...used.values()].map((milliseconds) => new Date(milliseconds).toISOString())
  await sql`
    update sessions set last_used_at = greatest(last_used_at, used.at)
    from unnest(${ids}::uuid[], ${at}::timestamptz[]) as used(id, at)
    where sessions.id = used.id and sessions.id in (
      select id from sessions where id = any(${ids}::uuid[]) and ended_at is null ${skippingBusy})`.execute(
    db,
  )
}

/** Skips rows that another transaction has locked to end them: waiting while holding others could deadlock. */
const skippingBusy = sql`for no key update skip locked`

/** Closes what ran out by itself, so that lists and counts tell the truth; being refused does not wait for it. */
export async function closeOutworn(db: Db, now: Date, idleBefore: Date): Promise<void> {
  await sql`
    update sessions set ended_at = ${now}, end_reason = case when expires_at <= ${now} then 'lifetime' else 'idle' end
    where id in (
      select id from sessions
      where ended_at is null and (expires_at <= ${now} or last_used_at <= ${idleBefore}) ${skippingBusy})`.execute(
    db,
  )
}

export async function findPreviousAccess(db: Db, userId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('users')
    .select('previous_access_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.previous_access_at ?? null
}
