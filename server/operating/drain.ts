import type { FastifyInstance } from 'fastify'
import { seconds } from '../shared/clock.ts'

/**
 * Maximum time for receiving the rest of a request while the server drains. Less than the 10 s after which the process
 * ends (rulings §9).
 */
const patience = seconds(8)

/**
 * Closes connections while the server drains, so that the server closes as soon as all pending requests have a
 * response. Each response closes its connection (traffic.ts), and idle connections are closed immediately
 * (`forceCloseConnections`). Incomplete requests are dropped after `patience`.
 */
export function registerDrain(server: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined
  server.addHook('preClose', (done) => {
    timer = setTimeout(() => server.server.closeAllConnections(), patience)
    done()
  })
  server.server.once('close', () => clearTimeout(timer))
}
