import type { FastifyInstance } from 'fastify'
import { seconds } from '../shared/clock.ts'

/**
 * Maximum time for a request that is still being received when the server drains; the process ends at 10 s (rulings
 * §9).
 */
const patience = seconds(8)

/**
 * Closes connections while the server drains, so that it closes as soon as pending requests are answered. Each response
 * is the last of its connection (traffic.ts), idle connections are closed immediately (`forceCloseConnections`), and
 * incomplete requests are dropped after some seconds.
 */
export function registerDrain(server: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined
  server.addHook('preClose', (done) => {
    timer = setTimeout(() => server.server.closeAllConnections(), patience)
    done()
  })
  server.server.once('close', () => clearTimeout(timer))
}
