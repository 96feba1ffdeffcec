import type { FastifyReply } from 'fastify'
import { type Endpoint, isRead } from '../../contract/endpoint.ts'
import type { Db } from '../database/database.ts'
import type { StandbyReads } from '../database/standby-reads.ts'
import { type Clock, minutes, seconds } from '../shared/clock.ts'
import type { RunRead } from './call.ts'
import { Cookie } from './cookie.ts'
import type { Principal } from './principal.ts'

/** How long a session reads from the primary after its last write, in milliseconds. */
export const recentWrite = seconds(5)

interface Dependencies {
  standby: StandbyReads
  publicUrl: string
  clock: Clock
}

/**
 * Decides whether an operation that declares `reads: 'standby'` may read from a standby (decision 89).
 *
 * The time of a session's last write is in a cookie, so that each process knows of writes that another process handled.
 * The cookie needs no signature: by changing it, callers only change how old the rows are that they see.
 */
export class StandbyRouting {
  readonly #standby: StandbyReads
  readonly #clock: Clock
  readonly #marker: Cookie

  constructor({ standby, publicUrl, clock }: Dependencies) {
    this.#standby = standby
    this.#clock = clock
    // The time in the value decides, not the browser's clock. The lifetime only removes the cookie.
    this.#marker = new Cookie('portaria-wrote', publicUrl, {
      maxAge: minutes(1),
      sameSite: 'Strict',
    })
  }

  /** Returns the function with which a call reads. */
  readerFor(
    { reads }: Pick<Endpoint, 'reads'>,
    { db, who, cookies }: { db: Db; who: Principal | undefined; cookies: string | undefined },
  ): RunRead {
    if (reads !== 'standby') return (run) => run(db)
    const reason = this.#whyPrimary(who, cookies)
    if (reason !== undefined) {
      return (run) => {
        this.#standby.counts[reason] += 1
        return run(db)
      }
    }
    // A later read of the same call must not have older data than the first one, for example on another standby.
    let since: number | undefined
    return async (run) => {
      const result = await this.#standby.read(db, run, since)
      since ??= performance.now()
      return result
    }
  }

  /** Must be called after a call, also one that failed, since a refusal may have written an audit event. */
  recordCall(endpoint: Pick<Endpoint, 'audit'>, reply: FastifyReply): void {
    if (isRead(endpoint)) return
    reply.header('set-cookie', this.#marker.serialize(String(this.#clock.now().getTime())))
  }

  #whyPrimary(
    who: Principal | undefined,
    cookies: string | undefined,
  ): 'recent_write' | 'api_token' | undefined {
    // A program keeps no cookies, so its writes through other processes are unknown here.
    if (!who?.session) return 'api_token'
    const wroteAt = Number(this.#marker.read(cookies) ?? NaN)
    return this.#clock.now().getTime() - wroteAt < recentWrite ? 'recent_write' : undefined
  }
}
