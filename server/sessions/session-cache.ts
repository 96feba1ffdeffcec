import { LRUCache } from 'lru-cache'
import { inactivityTimeout } from '../../contract/constants.ts'
import type { Grants, Place, SessionState } from '../pipeline/principal.ts'
import type { Changes } from '../database/changes.ts'
import type { Db } from '../database/database.ts'
import { after, type Clock, minutes } from '../shared/clock.ts'
import { repeatUntil } from '../shared/repeat-until.ts'
import type { AccessUses, UsedTogether } from './access-uses.ts'
import { type GrantsEntry, GrantsCache } from './grants-cache.ts'
import { findGrants, type FoundGrants } from './grants-queries.ts'
import { grantsOf } from './grants.ts'
import { InvalidationLog } from './invalidation-log.ts'
import { LastUses } from './last-uses.ts'
import {
  type CompanyPolicy,
  findCompanyPolicy,
  findModuleUrl,
  type ModuleUrl,
  moduleUrlKeys,
} from './place-queries.ts'
import { PermissionSet } from './permission-sets.ts'
import { RowCache } from './row-cache.ts'
import { closeExpired, findSession, flushLastUse } from './session-queries.ts'
import { SingleFlight } from './single-flight.ts'

/** Maximum size in bytes of cached sessions, and of cached grants. Enough for about 120,000 signed-in users. */
const maxBytes = { sessions: 128 * 1024 * 1024, grants: 128 * 1024 * 1024 }
const flushInterval = 30_000

interface SessionEntry {
  /**
   * Undefined after the eviction or invalidation, so that references to the entry do not keep the session in memory.
   */
  session: SessionState | undefined
  /** Number of the notification up to which the session is known to be valid. */
  since: number
}

/** Session, user and place of a token. */
export interface Caller {
  sid: string
  sub: number
  place: Place | undefined
  /** Cache entries of the last lookup. `getCached` sets this field. */
  entries: CallerEntries | undefined
}

/** References to a caller's cache entries. The entries are validated on each use. */
export interface CallerEntries {
  session: SessionEntry
  /** Undefined if the token has no place. */
  grants: GrantsEntry | undefined
  /** Time of the lookup, in milliseconds since 1970. */
  at: number
}

interface CachedCaller {
  session: SessionState
  /** Undefined if the token has no place. */
  grants: Grants | undefined
  /** What `recordUse` records besides the session. */
  used: UsedTogether | undefined
}

/**
 * Whether a lookup is recent enough to be reused. A lookup also moves the entries to the front of the LRU lists, which
 * touches many memory locations, so once a minute is enough. Uses the absolute difference because the clock may be set
 * back.
 */
export const isFresh = (
  entries: CallerEntries | undefined,
  now: number,
): entries is CallerEntries => entries !== undefined && Math.abs(now - entries.at) < minutes(1)

/**
 * Cache of sessions and grants, with which a permission check needs no query. Change notifications of the database
 * invalidate entries that depend on changed rows. While notifications are disconnected, the cache is bypassed.
 */
export class SessionCache {
  readonly #db: Db
  readonly #changes: Changes
  readonly #clock: Clock
  readonly #invalidations = new InvalidationLog()
  readonly #sessions: LRUCache<string, SessionEntry>
  readonly #grants: GrantsCache
  readonly #moduleUrls: RowCache<ModuleUrl>
  readonly #companyPolicies: RowCache<CompanyPolicy>
  readonly #sessionReads = new SingleFlight<SessionState | undefined>()
  readonly #grantsReads = new SingleFlight<FoundGrants | undefined>()
  readonly #lastUses = new LastUses()
  readonly #accessUses: AccessUses | undefined

  /** Without `accessUses`, no uses of assignments are recorded. */
  constructor(
    db: Db,
    changes: Changes,
    clock: Clock,
    { sessions, grants } = maxBytes,
    accessUses?: AccessUses,
  ) {
    this.#accessUses = accessUses
    this.#db = db
    this.#changes = changes
    this.#clock = clock
    this.#sessions = new LRUCache({
      maxSize: sessions,
      dispose: (entry) => (entry.session = undefined),
    })
    this.#grants = new GrantsCache(this.#invalidations, grants)
    this.#moduleUrls = new RowCache(
      this.#invalidations,
      (id) => findModuleUrl(db, id),
      moduleUrlKeys,
    )
    this.#companyPolicies = new RowCache(
      this.#invalidations,
      (id) => findCompanyPolicy(db, id),
      (id) => [`company:${id}`],
    )
    changes.onChange((change) => {
      if (change.kind === 'rows') this.#invalidations.record(change.keys)
      else if (change.kind === 'everything') this.#invalidations.recordAll()
    })
  }

  /** Approximate size in bytes. */
  get weight(): number {
    return this.#sessions.calculatedSize + this.#grants.weight
  }

  /**
   * Returns the session and records a use. Undefined if the session has ended, expired or been idle for an hour. Inside
   * a transaction, `db` must be that transaction: a caller that holds one connection while waiting for a second can
   * deadlock the pool.
   */
  async liveSession(id: string, db: Db = this.#db): Promise<SessionState | undefined> {
    const session = await this.peekSession(id, db)
    if (session) this.recordUse(session, this.#clock.now().getTime())
    return session
  }

  /** Like `liveSession`, but records no use, for calls that may still be refused. */
  async peekSession(id: string, db: Db = this.#db): Promise<SessionState | undefined> {
    const now = this.#clock.now().getTime()
    return ifAlive(this.#getCachedSession(id, now) ?? (await this.#readSession(db, id)), now)
  }

  /**
   * Returns the session and grants of a token from the cache. Undefined on a cache miss, if the session has ended, or
   * if the user has no grants in the place.
   */
  getCached(caller: Caller, now: number): CachedCaller | undefined {
    if (!this.#changes.connected) return undefined
    const { entries } = caller
    const cached = isFresh(entries, now) ? this.#resolve(entries, now) : undefined
    return cached ?? this.#resolve(this.#lookup(caller, now), now)
  }

  /** Records a use of the session, which restarts its idle time, and of the assignments that open its place. */
  recordUse(session: SessionState, now: number, used?: UsedTogether): void {
    this.#lastUses.record(session, now)
    if (used) this.#accessUses?.record(used, now)
  }

  /** Records a use of the assignments that open a place. Its grants must have been read just before. */
  recordPlaceUse(userId: number, place: Place, now: number): void {
    const used = this.#grants.getEntry(keyOf(userId, place))?.cached
    if (used) this.#accessUses?.record(used, now)
  }

  /**
   * Returns the user's grants in a place; undefined if there are none. Inside a transaction, `db` must be that
   * transaction (see `liveSession`).
   */
  async grants(userId: number, place: Place, db: Db = this.#db): Promise<Grants | undefined> {
    const key = keyOf(userId, place)
    const now = this.#clock.now()
    const cached = this.#getCachedGrants(key, now.getTime())
    if (cached) return cached
    const since = this.#invalidations.count
    const read = () => findGrants(db, userId, place, now)
    const found = await (this.#mayShare(db) ? this.#grantsReads.run(key, since, read) : read())
    if (!found) return undefined
    if (this.#readsInTransaction(db))
      return grantsOf(found, new PermissionSet('', found.permissions))
    return this.#grants.set(key, { userId, place, since }, found)
  }

  /** Returns the address of a module; undefined if the module does not exist. */
  async moduleUrl(moduleId: number): Promise<ModuleUrl | undefined> {
    return this.#changes.connected
      ? this.#moduleUrls.get(moduleId)
      : findModuleUrl(this.#db, moduleId)
  }

  /** Returns the sign-in policy of a company; undefined if the company does not exist. */
  async companyPolicy(companyId: number): Promise<CompanyPolicy | undefined> {
    return this.#changes.connected
      ? this.#companyPolicies.get(companyId)
      : findCompanyPolicy(this.#db, companyId)
  }

  /** Flushes periodically until the signal aborts, and then once more. */
  keepFlushing(signal: AbortSignal, onError: (error: unknown) => void): Promise<void> {
    return repeatUntil({ every: flushInterval, signal, onError }, () => this.flush())
  }

  /** Writes last uses. Closes sessions that have expired or have been idle for too long. */
  async flush(): Promise<void> {
    const now = this.#clock.now()
    await this.#lastUses.flush((lastUses) => flushLastUse(this.#db, lastUses))
    // Waits for two more intervals, because another process may not have written its last use yet.
    await closeExpired(this.#db, now, after(now, -inactivityTimeout - 2 * flushInterval))
    await this.#accessUses?.flush()
  }

  /**
   * Returns the cached session. A session that looks idle counts as a cache miss, because another process may have
   * written a later use.
   */
  #getCachedSession(id: string, now: number): SessionState | undefined {
    const entry = this.#changes.connected ? this.#sessions.get(id) : undefined
    const session = entry && this.#sessionOf(entry)
    return session && !isIdle(session, now) ? session : undefined
  }

  #getCachedGrants(key: string, now: number): Grants | undefined {
    return this.#changes.connected ? ifCurrent(this.#grants.get(key), now) : undefined
  }

  /** Finds the cache entries of a caller and stores references to them in the caller. */
  #lookup(caller: Caller, now: number): CallerEntries | undefined {
    const { sid, sub, place } = caller
    const session = this.#sessions.get(sid)
    const grants = place && this.#grants.getEntry(keyOf(sub, place))
    caller.entries = session && (!place || grants) ? { session, grants, at: now } : undefined
    return caller.entries
  }

  /** Returns the values of the entries. Undefined if one of them is no longer valid. */
  #resolve(entries: CallerEntries | undefined, now: number): CachedCaller | undefined {
    const session = entries && ifAlive(this.#sessionOf(entries.session), now)
    if (!session) return undefined
    if (!entries.grants) return { session, grants: undefined, used: undefined }
    const grants = ifCurrent(this.#grants.valueOf(entries.grants), now)
    return grants && { session, grants, used: entries.grants.cached }
  }

  /**
   * Returns the session of an entry. Undefined if the entry was evicted, or if the session's or user's row has changed.
   */
  #sessionOf(entry: SessionEntry): SessionState | undefined {
    const { session, since } = entry
    const { count } = this.#invalidations
    if (!session || since === count) return session
    if (this.#invalidations.latest([`session:${session.id}`, `user:${session.userId}`]) > since) {
      this.#sessions.delete(session.id)
      return undefined
    }
    entry.since = count
    return session
  }

  async #readSession(db: Db, id: string): Promise<SessionState | undefined> {
    const since = this.#invalidations.count
    const read = () => findSession(db, id)
    const session = await (this.#mayShare(db) ? this.#sessionReads.run(id, since, read) : read())
    if (!session) return undefined
    session.lastUsedAt = Math.max(session.lastUsedAt, this.#lastUses.of(id))
    if (this.#readsInTransaction(db)) return session
    this.#sessions.set(id, { session, since }, { size: weightOf(session) })
    return session
  }

  /**
   * Whether the read runs in a transaction. Such a read may see uncommitted rows or an old snapshot, so its result is
   * neither shared nor cached.
   */
  #readsInTransaction(db: Db): boolean {
    return db !== this.#db
  }

  /**
   * Whether the read may join a running read of the same key. It may not while notifications are disconnected, because
   * the running read may be older than a change.
   */
  #mayShare(db: Db): boolean {
    return !this.#readsInTransaction(db) && this.#changes.connected
  }
}

const keyOf = (userId: number, { moduleId, companyId, spid }: Place): string =>
  `${userId}:${moduleId}:${companyId}:${spid ?? ''}`

function ifAlive(session: SessionState | undefined, now: number): SessionState | undefined {
  const ended = !session || session.ended || session.expiresAt <= now || isIdle(session, now)
  return ended ? undefined : session
}

const ifCurrent = (grants: Grants | undefined, now: number): Grants | undefined =>
  grants && grants.until > now ? grants : undefined

const isIdle = ({ lastUsedAt }: SessionState, now: number): boolean =>
  lastUsedAt + inactivityTimeout <= now

/** Approximate size in bytes. */
const weightOf = ({ user, revokedTokens }: SessionState): number =>
  900 + user.name.length + 2 * user.email.length + 100 * revokedTokens.size
