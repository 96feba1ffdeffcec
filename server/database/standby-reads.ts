import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { FairQueue } from '../shared/fair-queue.ts'
import { seconds } from '../shared/clock.ts'
import { type Db, openDatabase, type Pool } from './database.ts'
import { DatabaseUnavailable, reasonOf } from './database-unavailable.ts'
import type { PoolDriverOptions } from './pool-driver.ts'
import { PrimaryPositions } from './primary-positions.ts'
import {
  bytesOf,
  type PrimaryState,
  primaryStateQuery,
  type ReplicaState,
  replicaStateQuery,
  whyNoReplica,
} from './replica-state.ts'

/** Maximum age of a standby's data in milliseconds. Must be less than `recentWrite` (pipeline/standby-routing.ts). */
const maxAge = seconds(2)
/** Interval in milliseconds in which the primary's position and the standby's state are read. */
const interval = 500
/** Maximum time to connect to the standby in milliseconds. The primary serves the read then. */
const connectLimit = 1000

/** Where a read of an operation that declares `reads: 'standby'` was served, or why not by a standby. */
export const readResults = [
  /** A standby served the read. */
  'standby',
  /** The session has just written. */
  'recent_write',
  /** An earlier read of the same call may have had newer data than the standby. */
  'recent_read',
  /** The caller used an API token, which carries no marker of recent writes. */
  'api_token',
  /** The standby was known to be unusable. */
  'unusable',
  /** The standby failed or was cancelled, and the primary served the read. */
  'failed',
] as const
export type ReadResult = (typeof readResults)[number]

interface Options {
  /** Address of one or several standbys, or of a balancer before them. */
  readUrl: string
  databaseUrl: string
  log: Logger
  statementNames: PoolDriverOptions['statementNames']
}

/**
 * Reads from a standby while its data is at most `maxAge` old, otherwise from the primary. Each read verifies this on
 * its own connection, since a balancer may lead each connection to another standby. A probe every `interval` finds out
 * whether reads should be tried at all: after a failure, no read is tried until the next probe succeeds.
 */
export class StandbyReads {
  readonly counts: Record<ReadResult, number> = {
    standby: 0,
    recent_write: 0,
    recent_read: 0,
    api_token: 0,
    unusable: 0,
    failed: 0,
  }
  readonly #log: Logger
  readonly #pool: Pool
  /** One connection to each side, so that probes do not wait behind reads. */
  readonly #probes: { primary: Pool; standby: Pool }
  readonly #positions = new PrimaryPositions()
  readonly #timer: NodeJS.Timeout
  /** Time of the last successful probe that found the standby usable; undefined after a failure. */
  #usableAt: number | undefined
  #reason = 'it has not been asked yet'
  /** Time before which all commits are known to be replayed. */
  #replayedAt: number | undefined
  /** Times when running queries were sent. */
  #running: { primary?: number | undefined; standby?: number | undefined } = {}
  #unusableSince: number | undefined
  #logged: 'usable' | 'unusable' | undefined

  constructor({ readUrl, databaseUrl, log, statementNames }: Options) {
    this.#log = log
    const onError = (error: Error): void =>
      log.debug({ err: error }, 'an idle connection to the standby broke')
    const ofProbe = { max: 1, statementLimit: maxAge, onError }
    this.#probes = {
      primary: openDatabase(databaseUrl, ofProbe),
      standby: openDatabase(readUrl, { ...ofProbe, connectLimit, readOnly: true }),
    }
    this.#pool = openDatabase(readUrl, {
      name: 'standby',
      reserved: 8,
      connectLimit,
      readOnly: true,
      statementNames,
      onError,
    })
    this.#tick()
    this.#timer = setInterval(() => this.#tick(), interval).unref()
  }

  /** Decides which read gets the next connection. */
  get admission(): FairQueue {
    return this.#pool.admission
  }

  /** Maximum age of the standby's data in seconds; NaN if unknown. */
  get age(): number {
    return this.#replayedAt === undefined ? NaN : (performance.now() - this.#replayedAt) / 1000
  }

  /**
   * Runs a read on a standby. Runs it on the primary, if necessary a second time, if no standby can serve it. The data
   * includes everything that was committed before `since`, a time of `performance.now()`.
   */
  async read<T>(primary: Db, run: (db: Db) => Promise<T>, since = -Infinity): Promise<T> {
    const now = performance.now()
    const usable = this.#usableAt !== undefined && now - this.#usableAt <= maxAge
    const oldest = usable ? this.#positions.after(now - maxAge) : undefined
    const position =
      oldest === undefined ? undefined : this.#positions.after(Math.max(now - maxAge, since))
    if (position === undefined) {
      this.counts[oldest === undefined ? 'unusable' : 'recent_read'] += 1
      return run(primary)
    }
    try {
      // One connection for all statements, since another connection may lead to another standby.
      const result = await this.#pool.db.connection().execute(async (db) => {
        const state = await stateOf<ReplicaState>(db, replicaStateQuery)
        const reason = this.#whyUnusable(state, position)
        if (reason !== undefined) throw new DatabaseUnavailable(new Error(reason))
        return run(db)
      })
      this.counts.standby += 1
      return result
    } catch (error) {
      if (!isFailureOfStandby(error)) throw error
      if (error instanceof DatabaseUnavailable) this.#disable(error)
      this.counts.failed += 1
      return run(primary)
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    const pools = [this.#probes.primary, this.#probes.standby, this.#pool]
    // Requests have ended. A standby that does not respond must not delay the end.
    for (const pool of pools) pool.breakConnections()
    await Promise.all(pools.map((pool) => pool.close()))
  }

  #tick(): void {
    const now = performance.now()
    for (const side of ['primary', 'standby'] as const)
      if (this.#running[side] === undefined) void this.#probe(side, now)
    const { standby: sent = now } = this.#running
    if (now - sent > maxAge) {
      // The standby is frozen or unreachable. Its reads fail now, and the primary serves them.
      this.#disable(new Error('it does not respond'))
      this.#probes.standby.breakConnections()
      this.#pool.breakConnections()
    }
    this.#report(now)
  }

  async #probe(side: 'primary' | 'standby', sent: number): Promise<void> {
    this.#running[side] = sent
    try {
      if (side === 'standby') await this.#probeStandby(sent)
      else
        this.#positions.add(
          sent,
          await stateOf<PrimaryState>(this.#probes.primary.db, primaryStateQuery),
        )
    } catch (error) {
      // Without new positions of the primary, no standby is usable: nothing to do here.
      if (side === 'standby') this.#disable(error)
    } finally {
      this.#running[side] = undefined
    }
  }

  async #probeStandby(sent: number): Promise<void> {
    const state = await stateOf<ReplicaState>(this.#probes.standby.db, replicaStateQuery)
    const position = this.#positions.after(sent - maxAge)
    if (position === undefined) throw new Error('the position of the primary is unknown')
    if (state.position !== null)
      this.#replayedAt = this.#positions.timeOf(bytesOf(state.position)) ?? this.#replayedAt
    const reason = this.#whyUnusable(state, position)
    if (reason !== undefined) throw new Error(reason)
    this.#usableAt = sent
  }

  #whyUnusable(state: ReplicaState, position: bigint): string | undefined {
    const { primary } = this.#positions
    if (!primary) return 'the position of the primary is unknown'
    const reason = whyNoReplica(state, primary)
    if (reason !== undefined) return reason
    const replayed = state.position !== null && bytesOf(state.position) >= position
    return replayed ? undefined : `its data is more than ${maxAge / 1000} s old`
  }

  /** Stops reads until the next successful probe. */
  #disable(error: unknown): void {
    this.#usableAt = undefined
    this.#reason = reasonOf(error)
  }

  /** Logs a change that lasts. A single failed read changes only the metrics. */
  #report(now: number): void {
    if (this.#usableAt !== undefined && now - this.#usableAt <= maxAge) {
      this.#unusableSince = undefined
      if (this.#logged !== 'usable') this.#log.info('lists and exports read from the standby')
      this.#logged = 'usable'
      return
    }
    this.#unusableSince ??= now
    if (this.#logged === 'unusable' || now - this.#unusableSince < maxAge) return
    this.#logged = 'unusable'
    this.#log.warn(
      { reason: this.#reason },
      'lists and exports read from the primary, because the standby of DATABASE_READ_URL cannot be used',
    )
  }
}

async function stateOf<State>(db: Db, query: string): Promise<State> {
  const { rows } = await db.executeQuery<State>(CompiledQuery.raw(query))
  const [row] = rows
  if (!row) throw new Error('the database returned no row')
  return row
}

/**
 * SQLSTATEs with which a standby refuses a read that the primary can serve: cancelled because replay needs the rows or
 * locks that it reads; the role has too few rights there.
 */
const refusals = ['40001', '40P01', '42501']

/** Whether the primary may be able to serve the read. Throws if the read tried to write, which is a programming error. */
function isFailureOfStandby(error: unknown): boolean {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  const code = cause instanceof pg.DatabaseError ? (cause.code ?? '') : ''
  if (code === '25006')
    throw new Error('An operation that declares reads: standby tried to write.', { cause })
  return error instanceof DatabaseUnavailable || refusals.includes(code)
}
