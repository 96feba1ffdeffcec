import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient } from '../testing/console-client.ts'
import { newOperator } from '../testing/endpoint-fixtures/operators.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

interface Plan {
  params: { id: string }
  body: { name: string; active: boolean }
}

/** A preview takes the locks of its write, without confirmation (docs/security/limits.md). */
describe('previews', () => {
  let app: TestApp
  let admins: ConsoleClient[]
  let admin: ConsoleClient
  let plan: Plan

  beforeAll(async () => {
    app = await createTestApp()
    admin = await administratorOf(app)
    admins = [admin, await administratorOf(app), await administratorOf(app)]
    plan = await newPlan()
  })
  afterAll(() => app.close())

  async function newPlan(): Promise<Plan> {
    const { id: companyId } = await app.build.company()
    const { id: moduleId } = await app.build.module()
    const params = { id: String(await app.build.plan({ companyId, moduleId })) }
    const { name } = (await admin.call('planGet', { params })).data
    return { params, body: { name, active: false } }
  }

  const preview = (by = admin) =>
    by.call('accessEffectForesee', { body: { operation: 'planUpdate', ...plan } })

  /** Runs an attack while another transaction holds the row of the plan. */
  function withLockedPlan<T>(attack: () => Promise<T>): Promise<T> {
    return app.db.transaction().execute(async (transaction) => {
      await sql`select from plans where id = ${plan.params.id}::integer for update`.execute(
        transaction,
      )
      return attack()
    })
  }

  test('a preview that would wait for a lock is refused within a second, with a retry-after', async () => {
    await withLockedPlan(async () => {
      const begin = performance.now()
      const answer = await preview()
      expect(answer.outcome).toBe('503 unavailable')
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(performance.now() - begin).toBeLessThan(1000)
    })
    expect((await preview()).outcome).toBe('200')
  })

  test('40 previews at a time do not delay other calls', async () => {
    await withLockedPlan(async () => {
      const attack = Promise.all(
        Array.from({ length: 40 }, (_, index) => preview(admins[index % admins.length])),
      )
      const times: number[] = []
      const state = { over: false }
      void attack.finally(() => (state.over = true))
      do {
        const begin = performance.now()
        expect((await admin.call('homeGet', {})).outcome).toBe('200')
        times.push(performance.now() - begin)
      } while (!state.over)
      const outcomes = (await attack).map(({ outcome }) => outcome)
      expect(new Set(outcomes)).toEqual(new Set(['503 unavailable']))
      expect(Math.max(...times)).toBeLessThan(2000)
    })
  })

  test('an API token opens no preview', async () => {
    const { id: userId, company } = admin.person
    const { token } = await app.build.apiToken({ userId, companyId: company.id })
    const effect = { operation: 'planUpdate' as const, ...plan }
    expect((await app.client.call('accessEffectForesee', { token, body: effect })).outcome).toBe(
      '403 forbidden',
    )
    const operator = await app.client.call('operatorPreview', { token, body: newOperator() })
    expect(operator.outcome).toBe('403 forbidden')
  })
})
