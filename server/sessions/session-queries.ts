import { sql } from 'kysely'
import type { AuthenticationMethod } from '../../contract/authentication.ts'
import type { SessionState } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import type { WriteParts } from '../database/write-parts.ts'
import { sharedMethods } from './authentication.ts'

const none: ReadonlySet<string> = new Set()

/** Returns the session with its user and the ids of its revoked tokens, in one query. */
export async function findSession(db: Db, id: string): Promise<SessionState | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select((eb) => [
      'sessions.user_id',
      'sessions.browser_digest',
      'sessions.expires_at',
      'sessions.last_used_at',
      'sessions.ended_at',
      sql<AuthenticationMethod[]>`sessions.amr`.as('amr'),
      'sessions.authenticated_at',
      'users.name',
      'users.email',
      'users.public_id',
      'users.federated',
      'users.company_id',
      'users.active',
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
    // Uses the caller's string, so that only one copy of the id stays in memory.
    id,
    userId: row.user_id,
    browserDigest: row.browser_digest.toString('base64url'),
    expiresAt: row.expires_at.getTime(),
    lastUsedAt: row.last_used_at.getTime(),
    unwritten: false,
    authentication: {
      amr: sharedMethods(row.amr),
      at: row.authenticated_at?.getTime(),
    },
    ended: row.ended_at !== null || !row.active || row.suspended,
    revokedTokens: row.revoked_tokens.length > 0 ? new Set(row.revoked_tokens) : none,
    user: userOf(row),
  }
}

/** How a session began. */
export type SessionMethod = 'password' | 'federated' | 'passkey'

export interface NewSession {
  id: string
  /** Id of the session's initial token. */
  tokenId: string
  userId: number
  method: SessionMethod
  amr: readonly AuthenticationMethod[]
  /** When the user authenticated; null if the identity provider did not state it. */
  authenticatedAt: Date | null
  browserDigest: Buffer
  address: string
  userAgent: string
  now: Date
  expiresAt: Date
}

/**
 * Returns the parts of a statement that creates a session with its initial token. They also update the user's last
 * access, and keep the previous one, which the access page shows. `accepted` returns a row if the user may sign in.
 */
export function newSession(
  session: NewSession,
  entering: WriteParts = { accepted: sql`select` },
): WriteParts {
  const { id, tokenId, userId, now } = session
  return {
    ...entering,
    session: sql`
      insert into sessions (id, user_id, method, amr, authenticated_at, browser_digest, address, user_agent, created_at, last_used_at, expires_at)
      select ${id}::uuid, ${userId}::integer, ${session.method}, ${session.amr}::text[], ${session.authenticatedAt}::timestamptz, ${session.browserDigest}::bytea, ${session.address},
        ${session.userAgent.slice(0, 400)}, ${now}::timestamptz, ${now}::timestamptz, ${session.expiresAt}::timestamptz
      from accepted`,
    token: sql`insert into tokens (id, session_id, kind) select ${tokenId}::uuid, ${id}::uuid, 'initial' from accepted`,
    access: sql`
      update users set previous_access_at = last_access_at, last_access_at = ${now}
      where id = ${userId} and exists (select from accepted)`,
  }
}

/** Returns the user of a session, as tokens and screens show the user. Uses one query, on the primary key. */
export async function findSessionUser(db: Db, id: number): Promise<SessionUser | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'public_id', 'federated', 'company_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export interface SessionUser {
  id: number
  name: string
  email: string
  public_id: string
  federated: boolean
  company_id: number | null
}

/** Converts a user's row to the form that the session cache stores. */
export function userOf(user: Omit<SessionUser, 'id'>): SessionState['user'] {
  return {
    name: user.name,
    email: user.email,
    cognitoId: user.federated ? user.email : user.public_id,
    companyId: user.company_id,
  }
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

export type EndReason =
  | 'sign-out'
  | 'idle'
  | 'lifetime'
  | 'password-changed'
  | 'administrator'
  | 'code-replayed'
  | 'reported'

export async function endSession(db: Db, id: string, reason: EndReason, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Writes the last uses of many sessions in one statement. Never writes an earlier time than the stored one. */
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

/**
 * Skips rows that another transaction has locked to end the session: waiting for them while holding other locks could
 * deadlock.
 */
const skippingBusy = sql`for no key update skip locked`

/**
 * Sets the end of expired and idle sessions, so that lists and counts are correct. Their tokens are refused even before
 * this.
 */
export async function closeExpired(db: Db, now: Date, idleBefore: Date): Promise<void> {
  await sql`
    update sessions set ended_at = ${now}, end_reason = case when expires_at <= ${now} then 'lifetime' else 'idle' end
    where id in (
      select id from sessions
      where ended_at is null and (expires_at <= ${now} or last_used_at <= ${idleBefore}) ${skippingBusy})`.execute(
    db,
  )
}

/** Maximum number of sessions that one statement deletes. Each deleted row is announced to all processes. */
const deletedAtOnce = 500

/** Deletes sessions that ended before this time, with their tokens. Uses `sessions_created_idx`. */
export async function deleteEndedSessions(db: Db, before: Date): Promise<void> {
  const old = db
    .selectFrom('sessions')
    .select('id')
    .where('created_at', '<', before)
    .where('ended_at', '<', before)
    .orderBy('created_at')
    .limit(deletedAtOnce)
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('sessions')
      .where('id', 'in', old)
      .executeTakeFirst()
    if (numDeletedRows < deletedAtOnce) return
  }
}

export async function findPreviousAccess(db: Db, userId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('users')
    .select('previous_access_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.previous_access_at ?? null
}
