import type { FastifyInstance } from 'fastify'
import { Problem } from '../pipeline/problem.ts'

/** Milliseconds: how often the event loop is to come round, how much of its time is looked at at once, how long its turns may be. */
const tick = 100
const window = 1000
const longestTurn = 2000
/** Milliseconds after it began to listen for which nobody is refused: on a slow machine two windows are not enough. */
const startGrace = 10 * window

/**
 * Whether the event loop hardly gets on: a request that came at any moment of the last window, and of the one before it,
 * came into a turn that was too long on average. One long turn lies in one window, and is over when somebody could be told
 * of it. What held the event loop up before the server listened was its own start.
 *
 * Not by `monitorEventLoopDelay` of Node: after each `reset()` it leaves out the delay that is going on, so a server
 * that is held up all the time can have none in its histogram.
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

  /** Whoever comes to this server while it is high is told to come back (503). */
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
    // A turn that is twice as long is met by twice as many.
    this.#turn = this.#squares / this.#measured
    this.#measured = this.#squares = 0
  }
}
