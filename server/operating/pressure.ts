import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../binder/problem.ts'

/** Milliseconds: how often the delay of the event loop is looked at, how exactly, and how long it may be. */
const sampleInterval = 1000
const resolution = 10
const mostDelay = 2000
/** Milliseconds after it began to listen for which nobody is refused: on a slow machine two samples are not enough. */
const startGrace = 5 * sampleInterval

/**
 * Whoever comes while the event loop hardly gets on is told to come back (503). What held it up before the server
 * listened was its own start, which is over.
 */
export function registerPressure(server: FastifyInstance): void {
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  let delay = 0
  let measuredFrom = Infinity
  const sampling = setInterval(() => {
    // NaN, which exceeds nothing, after a second in which the machine had no time for this process.
    delay = delays.mean / 1e6 - resolution
    delays.reset()
  }, sampleInterval).unref()
  server.addHook('onListen', (done) => {
    measuredFrom = performance.now() + startGrace
    done()
  })
  server.addHook('onClose', (_, done) => {
    clearInterval(sampling)
    delays.disable()
    done()
  })
  server.addHook('onRequest', (_, __, done) => {
    const refused = delay > mostDelay && performance.now() > measuredFrom
    done(refused ? new Problem('unavailable') : undefined)
  })
}
