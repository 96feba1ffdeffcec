import type { FastifyInstance } from 'fastify'
import { Problem } from '../binder/problem.ts'

/** Milliseconds: how often the event loop is to come round, how much of its time is looked at at once, how long it may keep somebody. */
const tick = 100
const window = 1000
const mostDelay = 2000
/** Milliseconds after it began to listen for which nobody is refused: on a slow machine two windows are not enough. */
const startGrace = 10 * window

/**
 * Whoever comes while the event loop hardly gets on is told to come back (503): while a request that came at any moment
 * of the last window, and of the one before it, met a delay that is too long on average. One long delay lies in one
 * window and is over when somebody could be told of it. What held the event loop up before the server listened was its
 * own start.
 *
 * Not by `monitorEventLoopDelay` of Node: after each `reset()` it leaves out the delay that is going on, so a server
 * that is held up all the time can have none in its histogram.
 */
export function registerPressure(server: FastifyInstance): void {
  let cameRound = performance.now()
  let measured = 0
  let squares = 0
  let delay = 0
  let delayBefore = 0
  let measuredFrom = Infinity
  const ticking = setInterval(() => {
    const now = performance.now()
    const turn = now - cameRound
    cameRound = now
    measured += turn
    squares += turn ** 2
    if (measured < window) return
    delayBefore = delay
    // A turn that is twice as long is met by twice as many.
    delay = squares / measured
    measured = squares = 0
  }, tick).unref()
  server.addHook('onListen', (done) => {
    measuredFrom = performance.now() + startGrace
    done()
  })
  server.addHook('onClose', (_, done) => {
    clearInterval(ticking)
    done()
  })
  server.addHook('onRequest', (_, __, done) => {
    const refused = Math.min(delay, delayBefore) > mostDelay && performance.now() > measuredFrom
    done(refused ? new Problem('unavailable') : undefined)
  })
}
