import { LRUCache } from 'lru-cache'
import { inactivityTimeout } from '../../contract/constants.ts'
import type { Grants, Place, SessionState } from '../pipeline/principal.ts'
import type { Changes } from '../database/changes.ts'
import type { Db } from '../database/database.ts'
import { after, type Clock, minutes } from '../shared/clock.ts'
import { repeatUntil } from '../shared/repeat-until.ts'
import { type Entrance, Entrances, findEntrance } from './entrances.ts'
import { grantsOf } from './grants.ts'
import { findGrants, type FoundGrants } from './grants-queries.ts'
import { LastUses } from './last-uses.ts'
import { Layout } from './layouts.ts'
import { RecentChanges } from './recent-changes.ts'
import { type RememberedGrant, GrantsCache } from './grants-cache.ts'
import { closeOutworn, findSession, flushLastUse } from './session-queries.ts'
import { SingleFlight } from './single-flight.ts'

/** How many bytes of sessions and of grants a process remembers: of some 120,000 people who are signed in. */
const limits = { sessions: 128 * 1024 * 1024, grants: 128 * 1024 * 1024 }
const flushEvery = 30_000

interface RememberedSession {
  /** Undefined once it has left memory: whoever still points here looks for it anew. */
  session: SessionState | undefined
  /** The count of announcements up to which it is known to hold. */
  since: number
}

/** Whose a token is and for where, as `recall` needs it. */
export interface Caller {
  sid: string
  sub: number
  place: Place | undefined
  /** What was found for it the last time, which `recall` keeps here. */
  found: Found | undefined
}

/** Where session and grants of a caller lie; each says for itself whether it still holds. */
export interface Found {
  session: RememberedSession
  /** Undefined where the token has no place. */
  grants: RememberedGrant | undefined
  /** When they were looked for, in milliseconds since 1970. */
  at: number
}

/** Somebody who is known here: their session, and what they may do in the place of their token where it has one. */
interface Recalled {
  session: SessionState
  grants: Grants | undefined
}

/**
 * Whether what was found is not looked for again: to look for it also says to each memory that it is in use, which touches
 * many places of memory and needs be known to a minute only, by a clock that may be set back too.
 */
export const isFresh = (found: Found | undefined, now: number): found is Found =>
  found !== undefined && Math.abs(now - found.at) < minutes(1)

/**
 * Sessions and grants of the calls that come again and again, so that a warm permission check asks nobody. What the
 * database announces makes only that be asked again which rests on it; nothing is used while announcements can't be heard.
 */
export class SessionCache {
  readonly #db: Db
  readonly #changes: Changes
  readonly #clock: Clock
  readonly #recent = new RecentChanges()
  readonly #sessions: LRUCache<string, RememberedSession>
  readonly #grants: GrantsCache
  readonly #entrances: Entrances
  readonly #readingSessions = new SingleFlight<SessionState | undefined>()
  readonly #readingGrants = new SingleFlight<FoundGrants | undefined>()
  readonly #lastUses = new LastUses()

  constructor(db: Db, changes: Changes, clock: Clock, { sessions, grants } = limits) {
    this.#db = db
    this.#changes = changes
    this.#clock = clock
    this.#sessions = new LRUCache({
      maxSize: sessions,
      dispose: (remembered) => (remembered.session = undefined),
    })
    this.#grants = new GrantsCache(this.#recent, grants)
    this.#entrances = new Entrances(db, this.#recent)
    changes.onChange((change) => {
      if (change.kind === 'rows') this.#recent.hear(change.keys)
      else if (change.kind === 'everything') this.#recent.hearEverything()
    })
  }

  /** About how many bytes it takes. */
  get weight(): number {
    return this.#sessions.calculatedSize + this.#grants.weight
  }

  /**
   * The session if it is alive: not ended, not idle for an hour, not older than its lifetime. Counts as use. Inside a
   * transaction pass it as `db`: whoever holds one connection and waits for another may wait for ever.
   */
  async liveSession(id: string, db: Db = this.#db): Promise<SessionState | undefined> {
    const session = await this.peekSession(id, db)
    if (session) this.noteUse(session, this.#clock.now().getTime())
    return session
  }

  /** The same without counting as use, for who has yet to see whether the call is let through. */
  async peekSession(id: string, db: Db = this.#db): Promise<SessionState | undefined> {
    const now = this.#clock.now().getTime()
    return ifAlive(this.#known(id, now) ?? (await this.#readSession(db, id)), now)
  }

  /**
   * Session and grants of a token, as `peekSession` and `grants` answer them, where both are known here; undefined too
   * where the database must be asked, and where nothing is open to the user.
   */
  recall(caller: Caller, now: number): Recalled | undefined {
    if (!this.#changes.connected) return undefined
    const { found } = caller
    const known = isFresh(found, now) ? this.#recalled(found, now) : undefined
    return known ?? this.#recalled(this.#find(caller, now), now)
  }

  /** Somebody was let through by this session: its idle time begins anew. */
  noteUse(session: SessionState, now: number): void {
    this.#lastUses.note(session, now)
  }

  /** What the user may do there, or undefined where nothing is open to the user any more; `db` as for a session. */
  async grants(userId: number, place: Place, db: Db = this.#db): Promise<Grants | undefined> {
    const key = keyOf(userId, place)
    const now = this.#clock.now()
    const remembered = this.#knownGrants(key, now.getTime())
    if (remembered) return remembered
    const since = this.#recent.count
    const ask = () => findGrants(db, userId, place, now)
    const found = await (this.#mayShare(db) ? this.#readingGrants.ask(key, since, ask) : ask())
    if (!found) return undefined
    if (this.#readsInTransaction(db)) return grantsOf(found, new Layout('', found.layout))
    return this.#grants.keep(key, { userId, place, since }, found)
  }

  /** Where a module is entered, or undefined where there is none. */
  async entrance(moduleId: number): Promise<Entrance | undefined> {
    return this.#changes.connected ? this.#entrances.of(moduleId) : findEntrance(this.#db, moduleId)
  }

  /** Writes last uses in batches and closes what ran out, until the signal says stop; then once more. */
  keepFlushing(signal: AbortSignal, onError: (error: unknown) => void): Promise<void> {
    return repeatUntil({ every: flushEvery, signal, onError }, () => this.flush())
  }

  async flush(): Promise<void> {
    const now = this.#clock.now()
    await this.#lastUses.write((lastUses) => flushLastUse(this.#db, lastUses))
    // What another process has just seen in use, it may not have written yet.
    await closeOutworn(this.#db, now, after(now, -inactivityTimeout - 2 * flushEvery))
  }

  /** One that looks idle here another process may have seen in use since. */
  #known(id: string, now: number): SessionState | undefined {
    const session = this.#changes.connected ? this.#recall(id) : undefined
    return session && !isIdle(session, now) ? session : undefined
  }

  #knownGrants(key: string, now: number): Grants | undefined {
    return this.#changes.connected ? ifRunning(this.#grants.get(key), now) : undefined
  }

  #recall(id: string): SessionState | undefined {
    const remembered = this.#sessions.get(id)
    return remembered && this.#stateOf(remembered)
  }

  /** Looks for what is remembered of a caller, and keeps with them where it lies. */
  #find(caller: Caller, now: number): Found | undefined {
    const { sid, sub, place } = caller
    const session = this.#sessions.get(sid)
    const grants = place && this.#grants.find(keyOf(sub, place))
    caller.found = session && (!place || grants) ? { session, grants, at: now } : undefined
    return caller.found
  }

  #recalled(found: Found | undefined, now: number): Recalled | undefined {
    const session = found && ifAlive(this.#stateOf(found.session), now)
    if (!session) return undefined
    if (!found.grants) return { session, grants: undefined }
    const grants = ifRunning(this.#grants.of(found.grants), now)
    return grants && { session, grants }
  }

  /** The session, unless it has left memory or was announced as changed. */
  #stateOf(remembered: RememberedSession): SessionState | undefined {
    const { session, since } = remembered
    if (!session || since === this.#recent.count) return session
    if (this.#recent.latest([`session:${session.id}`, `user:${session.userId}`]) > since) {
      this.#sessions.delete(session.id)
      return undefined
    }
    remembered.since = this.#recent.count
    return session
  }

  async #readSession(db: Db, id: string): Promise<SessionState | undefined> {
    const since = this.#recent.count
    const ask = () => findSession(db, id)
    const session = await (this.#mayShare(db) ? this.#readingSessions.ask(id, since, ask) : ask())
    if (!session) return undefined
    session.lastUsedAt = Math.max(session.lastUsedAt, this.#lastUses.of(id))
    if (this.#readsInTransaction(db)) return session
    this.#sessions.set(id, { session, since }, { size: weightOf(session) })
    return session
  }

  /** Reads in a transaction may see uncommitted rows or an old snapshot, so they are neither shared nor cached. */
  #readsInTransaction(db: Db): boolean {
    return db !== this.#db
  }

  /** While notifications are disconnected, a read in flight may be older than a change. */
  #mayShare(db: Db): boolean {
    return !this.#readsInTransaction(db) && this.#changes.connected
  }
}

const keyOf = (userId: number, { moduleId, companyId, spid }: Place): string =>
  `${userId}:${moduleId}:${companyId}:${spid ?? ''}`

function ifAlive(session: SessionState | undefined, now: number): SessionState | undefined {
  const over = !session || session.ended || session.expiresAt <= now || isIdle(session, now)
  return over ? undefined : session
}

const ifRunning = (grants: Grants | undefined, now: number): Grants | undefined =>
  grants && grants.until > now ? grants : undefined

const isIdle = ({ lastUsedAt }: SessionState, now: number): boolean =>
  lastUsedAt + inactivityTimeout <= now

/** About how many bytes it takes. */
const weightOf = ({ user, revokedTokens }: SessionState): number =>
  900 + user.name.length + 2 * user.email.length + 100 * revokedTokens.size
