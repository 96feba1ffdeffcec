import { inactivityTimeout } from '../../contract/constants.ts'
import type { Changes } from '../database/changes.ts'
import { BoundedMap } from '../shared/bounded-map.ts'
import { after, type Clock } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import type { Grants, Place, SessionState } from '../binder/principal.ts'
import { findGrants } from './grants-queries.ts'
import { grantsOf, weightOf } from './grants.ts'
import { closeOutworn, findSession, flushLastUse } from './session-queries.ts'

/** How many bytes of sessions and of grants a process remembers. */
const sessionsLimit = 16 * 1024 * 1024
const grantsLimit = 64 * 1024 * 1024
const flushEvery = 30_000

interface RememberedGrants {
  userId: number
  grants: Grants
}

/**
 * Sessions and grants of the calls that come again and again, so that a warm permission check asks nobody. Dropped by
 * what the database announces, and not used at all while the announcements can't be heard.
 */
export class SessionMemory {
  readonly #db: Db
  readonly #changes: Changes
  readonly #clock: Clock
  readonly #sessions = new BoundedMap<string, SessionState>(
    sessionsLimit,
    (_, { revokedTokens }) => 1024 + revokedTokens.size * 100,
  )
  readonly #grants = new BoundedMap<string, RememberedGrants>(grantsLimit, (_, { grants }) =>
    weightOf(grants),
  )
  readonly #used = new Map<string, number>()
  /** Counts announcements: what was read before one may not be remembered after it. */
  #generation = 0

  constructor(db: Db, changes: Changes, clock: Clock) {
    this.#db = db
    this.#changes = changes
    this.#clock = clock
    changes.onChange((change) => {
      if (change.kind === 'outbox') return
      this.#generation++
      if (change.kind === 'session') this.#sessions.delete(change.id)
      else if (change.kind === 'user') this.#forgetUser(change.id)
      else if (change.kind === 'grants') this.#grants.clear()
      else {
        this.#sessions.clear()
        this.#grants.clear()
      }
    })
  }

  /**
   * The session if it is alive: not ended, not idle for an hour, not older than its lifetime. Counts as use. Inside a
   * transaction pass it as `db`: whoever holds one connection and waits for another may wait for ever.
   */
  async liveSession(id: string, db: Db = this.#db): Promise<SessionState | undefined> {
    const now = this.#clock.now().getTime()
    let session = this.#changes.connected ? this.#sessions.get(id) : undefined
    // Another process may have seen it in use since.
    if (session && this.#isIdle(session, now)) session = undefined
    session ??= await this.#readSession(db, id)
    if (!session || session.ended || session.expiresAt <= now) return undefined
    return this.use(session, now) ? session : undefined
  }

  /** What was read here is still true as long as this stays the same; undefined while announcements can't be heard. */
  get version(): number | undefined {
    return this.#changes.connected ? this.#generation : undefined
  }

  /** Counts a call as use of the session; false where it was idle for an hour and is over. */
  use(session: SessionState, now: number): boolean {
    if (this.#isIdle(session, now)) return false
    session.lastUsedAt = now
    this.#used.set(session.id, now)
    return true
  }

  /** What the user may do there, or undefined where nothing is open to the user any more; `db` as for a session. */
  async grants(userId: number, place: Place, db: Db = this.#db): Promise<Grants | undefined> {
    const key = `${userId}:${place.moduleId}:${place.companyId}:${place.spid ?? ''}`
    const remembered = this.#changes.connected ? this.#grants.get(key) : undefined
    const now = this.#clock.now()
    if (remembered && remembered.grants.until > now.getTime()) return remembered.grants
    const generation = this.#generation
    const held = await findGrants(db, userId, place, now)
    const grants = held && grantsOf(held)
    if (generation === this.#generation && grants) {
      this.#grants.set(key, { userId, grants })
    }
    return grants
  }

  /** Writes last uses in batches and closes what ran out, until the signal says stop; then once more. */
  async keepFlushing(signal: AbortSignal, onError: (error: unknown) => void): Promise<void> {
    const flush = (): Promise<void> => this.flush().catch(onError)
    const timer = setInterval(() => void flush(), flushEvery)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    clearInterval(timer)
    await flush()
  }

  async flush(): Promise<void> {
    const now = this.#clock.now()
    if (this.#used.size) {
      const used = new Map(this.#used)
      this.#used.clear()
      try {
        await flushLastUse(this.#db, used)
      } catch (error) {
        // Written when the database is back: a session in use must not look idle for its sake.
        for (const [id, at] of used) if (!this.#used.has(id)) this.#used.set(id, at)
        throw error
      }
    }
    // What another process has just seen in use, it may not have written yet.
    await closeOutworn(this.#db, now, after(now, -inactivityTimeout - 2 * flushEvery))
  }

  async #readSession(db: Db, id: string): Promise<SessionState | undefined> {
    const generation = this.#generation
    const session = await findSession(db, id)
    if (!session) return undefined
    session.lastUsedAt = Math.max(session.lastUsedAt, this.#used.get(id) ?? 0)
    if (generation === this.#generation) {
      this.#sessions.set(id, session)
    }
    return session
  }

  #isIdle(session: SessionState, now: number): boolean {
    return session.lastUsedAt + inactivityTimeout <= now
  }

  #forgetUser(userId: number): void {
    for (const [id, session] of this.#sessions)
      if (session.userId === userId) this.#sessions.delete(id)
    for (const [key, remembered] of this.#grants)
      if (remembered.userId === userId) this.#grants.delete(key)
  }
}
