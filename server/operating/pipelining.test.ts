import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectTo } from '../../test/testing/raw-http.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const readsTheDatabase = 'GET /api/secret-question HTTP/1.1\r\nHost: a\r\n\r\n'
const needsNothing = 'GET /api/health/live HTTP/1.1\r\nHost: a\r\n\r\n'

/** Counts the successful responses of a connection, until there are `count` or the connection is closed. */
async function countResponses(socket: Socket, count: number): Promise<number> {
  let received = ''
  const found = () => received.split('HTTP/1.1 200').length - 1
  return new Promise((resolve) => {
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(found()))
    socket.on('data', (data: Buffer) => {
      received += data.toString()
      if (found() >= count) resolve(found())
    })
  })
}

test('96 pipelined requests are answered', async () => {
  const socket = await connectTo(app.url)
  socket.write(readsTheDatabase.repeat(48) + needsNothing.repeat(48))
  expect(await countResponses(socket, 96)).toBe(96)
  socket.write(needsNothing.repeat(2))
  expect(await countResponses(socket, 2), 'the connection is read again').toBe(2)
  socket.destroy()
})

test('a connection that pipelines more is closed, and nothing of the rest is handled', async () => {
  const socket = await connectTo(app.url)
  const before = app.log.length
  socket.write(readsTheDatabase.repeat(10_000))
  expect(await countResponses(socket, 10_000)).toBeLessThanOrEqual(96)
  expect(socket.destroyed).toBe(true)
  expect(app.log.length - before, 'log lines').toBeLessThanOrEqual(50)
  expect((await app.client.request('GET', '/api/health/ready')).status).toBe(200)
})

test('a malformed request is refused after the responses to the requests before it', async () => {
  const socket = await connectTo(app.url)
  socket.write(`${readsTheDatabase}${needsNothing}NOT HTTP\r\n\r\n`)
  expect(statusesOf(await text(socket))).toEqual([200, 200, 400])
})

test('a request with two host headers is refused, on the fast path too', async () => {
  const socket = await connectTo(app.url)
  const twoHosts = needsNothing.replace('Host: a', 'Host: a\r\nhOST: b')
  socket.write(readsTheDatabase + twoHosts + needsNothing)
  expect(statusesOf(await text(socket))).toEqual([200, 400])
})

const statusesOf = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

test('the next connection of that network is read a second later, a connection of another network immediately', async () => {
  const flood = await connectTo(app.url, '127.0.0.2')
  flood.write(readsTheDatabase.repeat(10_000))
  await countResponses(flood, 10_000)
  const [late, other] = [await connectTo(app.url, '127.0.0.2'), await connectTo(app.url)]
  const start = performance.now()
  const answeredAfter = async (socket: Socket) => {
    socket.write(needsNothing)
    await countResponses(socket, 1)
    socket.destroy()
    return performance.now() - start
  }
  const [delayed, undelayed] = await Promise.all([late, other].map(answeredAfter))
  expect(delayed).toBeGreaterThan(500)
  expect(undelayed).toBeLessThan(500)
})
