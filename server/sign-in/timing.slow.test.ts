import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword, ownWork, setHashCost } from '../secrets/password-hash.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'

setHashCost()

/** With this number of tries, random variation exceeds the bounds below once in 100,000 runs. */
const tries = 80

describe('durations do not reveal whether an account exists', { timeout: 120_000 }, () => {
  let app: TestApp
  let known: string[]

  beforeAll(async () => {
    app = await createTestApp()
    const hash = await hashPassword('resposta', ownWork)
    known = []
    for (let n = 0; n < tries; n++) {
      const user = await app.build.user()
      known.push(user.email)
      await app.db
        .insertInto('secret_answers')
        .values({ user_id: user.id, question_id: 1, hash })
        .execute()
    }
  }, 60_000)
  afterAll(() => app.close())

  async function durationOf(call: () => Promise<unknown>): Promise<number> {
    const start = performance.now()
    await call()
    return performance.now() - start
  }

  /**
   * Returns the probability that an existing account takes longer than an unknown one (area under the ROC curve). It is
   * 0.5 if the durations do not differ, and 1 without the decoy hash. The attempts of a pair follow each other, so that
   * load on the machine affects both.
   */
  async function advantage(attempt: (email: string) => Promise<unknown>): Promise<number> {
    const durations: { known: number; unknown: number }[] = []
    for (const [n, email] of known.entries()) {
      const unknownEmail = `ninguem${n}@operadora.example`
      const swap = n % 2 === 1
      const first = await durationOf(() => attempt(swap ? unknownEmail : email))
      const second = await durationOf(() => attempt(swap ? email : unknownEmail))
      durations.push(swap ? { known: second, unknown: first } : { known: first, unknown: second })
    }
    const wins = durations.flatMap(({ known: k }) =>
      durations.map(({ unknown: u }) => (k > u ? 1 : 0)),
    )
    return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length
  }

  test('at sign-in', async () => {
    const value = await advantage((email) =>
      app.client.call('authLocal', { headers: basic(email, 'errada') }),
    )
    expect(value).toBeGreaterThan(0.3)
    expect(value).toBeLessThan(0.7)
  })

  test('at recovery', async () => {
    const value = await advantage((email) =>
      app.client.call('userRecoveryAccount', { body: { email, question: 1, response: 'errada' } }),
    )
    expect(value).toBeGreaterThan(0.3)
    expect(value).toBeLessThan(0.7)
  })
})
