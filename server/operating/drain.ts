import type { FastifyInstance } from 'fastify'
import { seconds } from '../shared/clock.ts'

/** How long a request that is still arriving may take once the server drains; the process ends at 10 s (rulings §9). */
const patience = seconds(8)

/**
 * Ends connections while the server closes, so that it closes as soon as what is under way is answered: an answer is the
 * last of its connection (traffic.ts), idle connections end at once (`forceCloseConnections`), and what hasn't arrived whole after
 * some seconds is no request any more.
 */
export function registerDrain(server: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined
  server.addHook('preClose', (done) => {
    timer = setTimeout(() => server.server.closeAllConnections(), patience)
    done()
  })
  server.server.once('close', () => clearTimeout(timer))
}
