/** Baseline: a Fastify server that sends the portal's response bytes without hooks, logger or work. */
import fastify from 'fastify'
import type { BareRoute } from './load-plan.ts'

process.on('message', ({ port, routes }: { port: number; routes: BareRoute[] }) => {
  const server = fastify()
  for (const { method, path, answer } of routes) {
    server.route({ method, url: path, handler: () => Promise.resolve(answer) })
  }
  server.listen({ port, host: '127.0.0.1' }).then(
    () => process.send?.('listening'),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit())
