import { once } from 'node:events'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type App, createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { findFreePort } from '../testing/free-port.ts'
import { connectTo } from '../testing/raw-http.ts'
import { TestClock } from '../testing/test-clock.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { testEnvironment } from '../testing/test-environment.ts'

test('a server that stops while an answer is ready sends it, and its connection ends unforced', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const port = await findFreePort()
  const stopped = Promise.withResolvers<void>()
  const app: App = await createApp({
    config: readConfig(testEnvironment(port, database.url)),
    databaseUrl: database.url,
    clock: new TestClock(),
    log: pino(
      { level: 'info' },
      {
        write: (line: string) => {
          // The refusal is ready and leaves at the end of this turn, before which the server is told to stop.
          if (line.includes('"refused"')) queueMicrotask(() => stopped.resolve(app.close()))
        },
      },
    ),
  })
  // What is still open after eight seconds is (drain.ts).
  const forced = vi.spyOn(app.fastify.server, 'closeAllConnections')
  await app.fastify.listen({ port, host: '127.0.0.1' })
  const socket = await connectTo(`http://127.0.0.1:${port}`)
  socket.write('GET /api/nothing HTTP/1.1\r\nhost: x\r\n\r\n')
  const [answer] = (await once(socket, 'data')) as Buffer[]
  expect(answer?.toString()).toMatch(/^HTTP\/1\.1 404 /)
  await stopped.promise
  expect(forced).not.toHaveBeenCalled()
})
