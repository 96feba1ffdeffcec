import type { FastifyInstance } from 'fastify'
import { Problem } from '../pipeline/problem.ts'

/** Milliseconds: interval of the ticks, length of a window, and maximum mean turn. */
const tick = 100
const window = 1000
const longestTurn = 2000
/**
 * Milliseconds after the start of listening in which no request is refused; on a slow machine two windows are not
 * enough.
 */
const startGrace = 10 * window

/**
 * Event-loop overload detector: true when a request arriving at a random moment would wait more than 2 s in each of the
 * last two 1 s windows. A single long turn is in one window only, and has ended before a request could be refused.
 * Turns before the server listened belong to its start and are ignored.
 * This does not use `monitorEventLoopDelay`: after each `reset()` Node omits the delay in progress, so the histogram of
 * a permanently blocked server can be empty.
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
    // A turn of twice the length affects twice as many arrivals, so turns are weighted by their length.
    this.#turn = this.#squares / this.#measured
    this.#measured = this.#squares = 0
  }
}
