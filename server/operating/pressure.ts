import type { FastifyInstance } from 'fastify'
import { Problem } from '../pipeline/problem.ts'

/** Interval of the timer that measures turns, in milliseconds. */
const tick = 100
/** Length of a window, in milliseconds. */
const window = 1000
/** Maximum mean turn of a window, in milliseconds. */
const longestTurn = 2000
/**
 * Time after the server began to listen, in milliseconds, during which no request is refused. On a slow machine, the
 * start may last longer than two windows.
 */
const startGrace = 10 * window

/**
 * Detects an overloaded event loop. `high` is true if, in each of the last two windows of 1 s, a request arriving at a
 * random moment would have waited for more than 2 s on average. A single long turn is in one window only, and is over
 * before any request could be refused. `high` is false until `startGrace` after the server began to listen. Does not
 * use `monitorEventLoopDelay`: after each `reset()` Node omits the delay in progress, so the histogram of a permanently
 * blocked server can be empty.
 */
export class Pressure {
  #cameRound = performance.now()
  #measured = 0
  #squares = 0
  #turn = 0
  #turnBefore = 0
  #measuredFrom = Infinity

  get high(): boolean {
    return (
      Math.min(this.#turn, this.#turnBefore) > longestTurn && performance.now() > this.#measuredFrom
    )
  }

  /** Refuses requests with 503 while the pressure is high. */
  register(server: FastifyInstance): void {
    const ticking = setInterval(() => this.#comeRound(), tick).unref()
    server.addHook('onListen', (done) => {
      this.#measuredFrom = performance.now() + startGrace
      done()
    })
    server.addHook('onClose', (_, done) => {
      clearInterval(ticking)
      done()
    })
    server.addHook('onRequest', (_, __, done) =>
      done(this.high ? new Problem('unavailable') : undefined),
    )
  }

  #comeRound(): void {
    const now = performance.now()
    const turn = now - this.#cameRound
    this.#cameRound = now
    this.#measured += turn
    this.#squares += turn ** 2
    if (this.#measured < window) return
    this.#turnBefore = this.#turn
    // Weights each turn by its length, because a turn of twice the length affects twice as many arrivals.
    this.#turn = this.#squares / this.#measured
    this.#measured = this.#squares = 0
  }
}
