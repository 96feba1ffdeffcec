import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pino from 'pino'
import type { RequestContext } from '../../server/pipeline/call.ts'
import { type Change, Changes } from '../../server/database/changes.ts'
import { RateLimiter } from '../../server/rate-limits/rate-limiter.ts'
import { ApiTokenAuthenticator } from '../../server/sessions/api-token-authenticator.ts'
import { ApiTokenCache } from '../../server/sessions/api-token-cache.ts'
import { Guard } from '../../server/sessions/guard.ts'
import { type BegunSession, SessionService } from '../../server/sessions/session-service.ts'
import { SessionCache } from '../../server/sessions/session-cache.ts'
import { SessionTokens } from '../../server/sessions/session-tokens.ts'
import { loadSigningKeys } from '../../server/sessions/signing-keys.ts'
import { type BareDatabase, createBareDatabase } from './bare-database.ts'

/** The session services on a real database, without the rest of the product. */
export interface SessionWorld extends BareDatabase {
  changes: Changes
  tokens: SessionTokens
  sessionCache: SessionCache
  apiTokens: ApiTokenCache
  guard: Guard
  sessions: SessionService
  begin(userId: number): Promise<BegunSession>
  /** Notifies a change through the database and waits until it was processed. */
  announce(change: Change): Promise<void>
  /** Waits until all changes so far were processed. */
  settle(): Promise<void>
}

export async function createSessionWorld(): Promise<SessionWorld> {
  const bare = await createBareDatabase()
  const { db, clock } = bare
  const changes = new Changes(bare.url, pino({ level: 'silent' }))
  await changes.connect()
  const { origin: issuer } = await bare.build.console()
  const signingKeys = await loadSigningKeys(db, bare.keyring)
  signingKeys.follow(changes)
  const tokens = new SessionTokens(issuer, signingKeys, clock)
  const sessionCache = new SessionCache(db, changes, clock)
  const apiTokens = new ApiTokenCache({ db, changes, clock })
  const rateLimiter = new RateLimiter(db, clock)
  const programs = new ApiTokenAuthenticator({
    tokens: apiTokens,
    sessionCache,
    rateLimiter,
    clock,
  })
  const guard = new Guard({ tokens, sessionCache, programs, clock })
  const sessions = new SessionService({ tokens, guard, clock })
  const waiting = new Map<string, () => void>()
  // Registered after the listeners of the caches, so the caches have handled a change before this listener gets it.
  changes.onChange((change) => waiting.get(payloadOf(change))?.())
  const announce = async (change: Change) => {
    const payload = payloadOf(change)
    const received = new Promise<void>((resolve) => waiting.set(payload, resolve))
    await sql`select pg_notify('portaria', ${payload})`.execute(db)
    await received
    waiting.delete(payload)
  }
  return {
    ...bare,
    changes,
    tokens,
    sessionCache,
    apiTokens,
    guard,
    sessions,
    begin: (userId) =>
      sessions.begin(db, { userId, method: 'password', amr: ['pwd', 'mfa'], request: facts() }),
    announce,
    settle: () => announce({ kind: 'rows', keys: [`session:${randomUUID()}`] }),
    async close() {
      await changes.close()
      await bare.close()
    },
  }
}

/** Returns the payload with which the database notifies a change. */
const payloadOf = (change: Change): string =>
  change.kind === 'rows' ? change.keys.join(',') : change.kind

/** Returns the context of a request, by default without credentials. */
export function facts(shown: Partial<RequestContext> = {}): RequestContext {
  return {
    id: 'request',
    address: '10.0.0.1',
    userAgent: 'Firefox',
    browser: undefined,
    cookies: undefined,
    authorization: undefined,
    origin: undefined,
    fetchSite: undefined,
    isGone: () => false,
    ...shown,
  }
}
