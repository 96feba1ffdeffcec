import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectTo } from '../../test/testing/raw-http.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const request = 'GET /api/secret-question HTTP/1.1\r\nHost: a\r\n\r\n'

test.each([
  ['pipelined requests', 60, 12],
  ['single requests', 1, 600],
])(
  '%s of disconnected clients no longer count as started',
  async (_, pipelined, connections) => {
    // While the table is locked, these requests get no response.
    const lock = await app.db.startTransaction().execute()
    await sql`lock table secret_questions in access exclusive mode`.execute(lock)
    const sockets = await Promise.all(Array.from({ length: connections }, () => connectTo(app.url)))
    for (const socket of sockets) socket.write(request.repeat(pipelined))
    // A response to a later request shows that the server has read these requests.
    await app.client.request('GET', '/api/health/live')
    for (const socket of sockets) socket.resetAndDestroy()
    await app.client.request('GET', '/api/health/live')
    await lock.commit().execute()
    // The maximum number of started requests, all from the same address.
    const answers = await Promise.all(
      Array.from({ length: 256 }, () => fetch(`${app.url}/api/secret-question`)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  },
  30_000,
)
