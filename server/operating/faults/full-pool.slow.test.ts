import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../../test/testing/test-app.ts'

describe('a full pool', () => {
  let app: TestApp
  let administrator: ConsoleClient

  beforeAll(async () => {
    app = await createTestApp()
    administrator = await administratorOf(app)
  })
  afterAll(() => app.close())

  const list = () => administrator.callWith({}, 'serviceList', { query: {} })

  test('a call without a free connection gets 503, and calls with a connection succeed', async () => {
    await list()
    const lock = await app.db.startTransaction().execute()
    await sql`lock table services in access exclusive mode`.execute(lock)
    const asked = Array.from({ length: 20 }, list)
    let refused = 0
    for (const answer of asked)
      void answer.then(({ status }) => (refused += Number(status === 503)))
    await vi.waitFor(() => expect(refused).toBe(4), { timeout: 15_000 })
    await lock.commit().execute()

    const answers = await Promise.all(asked)
    const outcomes = answers.map(({ outcome }) => outcome).sort()
    expect(outcomes).toEqual([
      ...Array.from({ length: 16 }, () => '200'),
      ...Array.from({ length: 4 }, () => '503 unavailable'),
    ])
    for (const { status, headers } of answers)
      expect(headers.get('retry-after')).toBe(status === 503 ? '1' : null)
    expect((await list()).status).toBe(200)
  })
})
