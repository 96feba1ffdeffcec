import { setInterval } from 'node:timers/promises'
import type { DrillClient } from './drill-client.ts'

/** A signed-in user. */
export interface DrillUser {
  email: string
  client: DrillClient
}

interface Operation {
  /** Operations of this kind in 1,000. */
  weight: number
  /** Number of requests. */
  requests: number
  run(user: DrillUser): Promise<unknown>
}

/**
 * Requests at a fixed rate, whether or not earlier ones were completed: 60 % permission checks, a fifth lists and pages,
 * and a fifth writes that are logged when they are confirmed. Rarely, a user signs in.
 */
export class MixedLoad {
  readonly #users: readonly DrillUser[]
  readonly #operations: readonly (Operation & { credit: number })[]
  readonly #running = new Set<Promise<unknown>>()
  #stopping = new AbortController()
  #turn = 0

  constructor(users: readonly DrillUser[], administrator: DrillUser) {
    this.#users = users
    const { client, email } = administrator
    const operations: Operation[] = [
      { weight: 700, requests: 1, run: (user) => user.client.check() },
      { weight: 148, requests: 1, run: (user) => user.client.list() },
      { weight: 20, requests: 2, run: (user) => user.client.loadPage() },
      { weight: 120, requests: 2, run: (user) => user.client.enter() },
      { weight: 10, requests: 2, run: () => client.createService(email) },
      { weight: 2, requests: 6, run: (user) => user.client.signInAgain(user.email) },
    ]
    this.#operations = operations.map((operation) => ({ ...operation, credit: 0 }))
  }

  /** Starts sending. `rate` is the number of requests a second. */
  start(rate: number): void {
    this.#stopping = new AbortController()
    void this.#send(rate, this.#stopping.signal)
  }

  /** Stops sending, and waits for the responses. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#running)
  }

  async #send(rate: number, signal: AbortSignal): Promise<void> {
    const began = performance.now()
    let sent = 0
    try {
      for await (const _ of setInterval(10, undefined, { signal })) {
        const due = ((performance.now() - began) / 1000) * rate
        while (sent < due) sent += this.#runNext()
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  /** Runs the operation and the user whose turn it is. Returns the number of requests. */
  #runNext(): number {
    const operation = this.#next()
    const user = this.#users[this.#turn++ % this.#users.length]
    if (!user) throw new Error('There are no users.')
    // A failed request is logged by the client.
    const running = operation.run(user).catch(() => undefined)
    this.#running.add(running)
    void running.then(() => this.#running.delete(running))
    return operation.requests
  }

  /** Distributes the operations evenly: the one that is most overdue is next. */
  #next(): Operation {
    let next: (Operation & { credit: number }) | undefined
    for (const operation of this.#operations) {
      operation.credit += operation.weight
      if (!next || operation.credit > next.credit) next = operation
    }
    if (!next) throw new Error('There are no operations.')
    next.credit -= 1000
    return next
  }
}
