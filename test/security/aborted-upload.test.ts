/** A client that disconnects is logged at `info` without a stack trace, since an operator cannot act on it. */
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
])(
  'a client that %s after 4 of 1,000 bytes is logged as disconnected, not as an error',
  async (_, how) => {
    app.log.length = 0
    const socket = await connectTo(app.url)
    const head = `host: x\r\ncontent-type: application/json\r\ncontent-length: 1000`
    socket.write(`POST /api/user/valid HTTP/1.1\r\n${head}\r\n\r\n{"a"`)
    // Once the server has answered a later request, it has read the beginning of this one.
    await app.client.request('GET', '/api/health/live')
    socket[how]()
    await once(socket, 'close')
    await vi.waitFor(() => expect(app.log.join('')).toContain('the client disconnected'), 15_000)
    expectNoWarning()
    expect(app.log.join('')).not.toContain('the database')
  },
)

test('clients that reset the connection before their request is handled cause no error', async () => {
  app.log.length = 0
  const body = JSON.stringify({ email: 'a@b.example', password: 'x' })
  const head = `host: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
  const request = `POST /api/auth/local HTTP/1.1\r\n${head}\r\n\r\n${body}`
  const reset = async (): Promise<void> => {
    const socket = await connectTo(app.url)
    // Pipelined requests: the server reads them together and handles the later ones after the client has gone.
    socket.write(request.repeat(3))
    await app.client.request('GET', '/api/health/live')
    socket.resetAndDestroy()
  }
  await vi.waitFor(async () => {
    await Promise.all(Array.from({ length: 50 }, reset))
    expect(app.log.join('')).toContain('the client disconnected')
  }, 30_000)
  expectNoWarning()
})

function expectNoWarning(): void {
  const levels = app.log.map((line) => (JSON.parse(line) as { level: number }).level)
  expect(Math.max(...levels)).toBeLessThanOrEqual(30)
  expect(app.log.join('')).not.toContain('"stack"')
}
