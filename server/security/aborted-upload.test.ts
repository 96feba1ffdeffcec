/** Who hangs up in the middle of a body says nothing about the database (issue 8, row 15). */
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectTo } from '../testing/raw-http.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test.each<[string, 'destroy' | 'resetAndDestroy']>([
  ['closes', 'destroy'],
  ['resets', 'resetAndDestroy'],
])('a client that %s after 4 of 1,000 bytes hung up, and nothing is wrong here', async (_, how) => {
  app.log.length = 0
  const socket = await connectTo(app.url)
  const head = `host: x\r\ncontent-type: application/json\r\ncontent-length: 1000`
  socket.write(`POST /api/user/valid HTTP/1.1\r\n${head}\r\n\r\n{"a"`)
  // The server has the beginning once it answers somebody who came later.
  await app.client.request('GET', '/api/health/live')
  socket[how]()
  await once(socket, 'close')
  await vi.waitFor(() => expect(app.log.join('')).toContain('the client hung up'), 15_000)
  const levels = app.log.map((line) => (JSON.parse(line) as { level: number }).level)
  expect(Math.max(...levels)).toBeLessThanOrEqual(30)
  expect(app.log.join('')).not.toContain('the database')
})
