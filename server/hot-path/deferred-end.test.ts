import { once } from 'node:events'
import { pino } from 'pino'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type App, createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { findFreePort } from '../../test/testing/free-port.ts'
import { connectTo } from '../../test/testing/raw-http.ts'
import { TestClock } from '../../test/testing/test-clock.ts'
import { createTestDatabase } from '../../test/testing/test-database.ts'
import { testEnvironment } from '../../test/testing/test-environment.ts'
import { deferEnd } from './deferred-end.ts'

test('a server that stops while a response is deferred sends it and closes its connection in time', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const port = await findFreePort()
  const stopped = Promise.withResolvers<void>()
  const app: App = await createApp({
    config: readConfig({ ...testEnvironment(port, database.url), HOT_PATH: 'on' }),
    databaseUrl: database.url,
    clock: new TestClock(),
    log: pino(
      { level: 'info' },
      {
        write: (line: string) => {
          // The server is stopped within this tick, and the response is deferred to the end of the tick.
          if (line.includes('"refused"')) queueMicrotask(() => stopped.resolve(app.close()))
        },
      },
    ),
  })
  // A drain closes the connections that are still open after eight seconds (drain.ts).
  const forced = vi.spyOn(app.fastify.server, 'closeAllConnections')
  await app.fastify.listen({ port, host: '127.0.0.1' })
  const socket = await connectTo(`http://127.0.0.1:${port}`)
  socket.write('GET /api/nothing HTTP/1.1\r\nhost: x\r\n\r\n')
  const [answer] = (await once(socket, 'data')) as Buffer[]
  expect(answer?.toString()).toMatch(/^HTTP\/1\.1 404 /)
  await stopped.promise
  expect(forced).not.toHaveBeenCalled()
})

test('responses finished in one tick are sent together at its end, later ones in the next', async () => {
  const defer = deferEnd()
  const sent: string[] = []
  defer(() => {
    sent.push('first')
    queueMicrotask(() => sent.push('microtask of the first'))
    defer(() => sent.push('next tick'))
  })
  defer(() => sent.push('second'))
  await Promise.resolve()
  expect(sent).toEqual([])
  await setImmediate()
  expect(sent).toEqual(['first', 'second', 'microtask of the first'])
  await setImmediate()
  expect(sent.at(-1)).toBe('next tick')
})

test('at most 64 responses are deferred', async () => {
  const defer = deferEnd()
  let sent = 0
  const add = (count: number) => {
    for (let n = 0; n < count; n++) defer(() => sent++)
  }
  add(63)
  expect(sent).toBe(0)
  add(1)
  expect(sent).toBe(64)
  add(63)
  expect(sent).toBe(64)
  await setImmediate()
  expect(sent).toBe(127)
})
