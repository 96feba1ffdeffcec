import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../../test/testing/test-app.ts'

describe('a full pool', () => {
  let app: TestApp
  let administrators: ConsoleClient[]

  beforeAll(async () => {
    app = await createTestApp()
    administrators = await Promise.all(Array.from({ length: 8 }, () => administratorOf(app)))
  })
  afterAll(() => app.close())

  const list = (by: ConsoleClient) => by.callWith({}, 'serviceList', { query: {} })

  test('a call without a free connection gets 503, and calls with a connection succeed', async () => {
    await Promise.all(administrators.map(list))
    const lock = await app.db.startTransaction().execute()
    await sql`lock table services in access exclusive mode`.execute(lock)
    const ready = async () => (await fetch(`${app.url}/api/health/ready`)).status
    const asked = Array.from({ length: 3 }, () => administrators)
      .flat()
      .map(list)
    let refused = 0
    for (const answer of asked)
      void answer.then(({ status }) => (refused += Number(status === 503)))
    await vi.waitFor(() => expect(refused).toBe(8), { timeout: 15_000 })
    // Otherwise a load balancer would move all clients, with the slow calls, to one process after the other.
    expect(await ready()).toBe(200)
    await lock.commit().execute()

    const answers = await Promise.all(asked)
    const outcomes = answers.map(({ outcome }) => outcome).sort()
    expect(outcomes).toEqual([
      ...Array.from({ length: 16 }, () => '200'),
      ...Array.from({ length: 8 }, () => '503 unavailable'),
    ])
    for (const { status, headers } of answers)
      expect(headers.get('retry-after')).toBe(status === 503 ? '5' : null)
    expect((await Promise.all(administrators.map(list)))[0]?.status).toBe(200)
  })
})
