import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { removeOutworn } from '../operating/housekeeping.ts'
import { after, days, hours } from '../shared/clock.ts'
import { defaultPassword } from '../testing/builders.ts'
import { createTestApp, type TestApp, type TestInstance } from '../testing/test-app.ts'
import { basic } from '../testing/test-client.ts'
import { delayAfter } from './attempt-rules.ts'

describe('guessing passwords', () => {
  let app: TestApp
  let other: TestInstance

  beforeAll(async () => {
    app = await createTestApp()
    other = await app.beside()
  })
  afterAll(() => app.close())
  beforeEach(() => app.db.deleteFrom('rate_limits').execute())

  const guess = (
    email: string,
    password = 'errada',
    caller: { address?: string; cookie?: string } = {},
    at: TestInstance = app,
  ) => at.client.call('authLocal', { headers: basic(email, password), ...caller })

  /** Makes turns last for the rest of the test, however busy the machine is. */
  const stretchTurns = () =>
    app.db
      .updateTable('rate_limits')
      .set((eb) => ({ expire: eb('expire', '+', 3_600_000) }))
      .where('key', 'like', 'turns:%')
      .execute()

  test('five wrong ones are free, the next takes a turn, and then one must wait', async () => {
    const { email } = await app.build.user()
    const outcomes: string[] = []
    for (let n = 0; n < 8; n++) {
      outcomes.push((await guess(email)).outcome)
      if (n === 5) await stretchTurns()
    }
    expect(outcomes).toEqual([
      ...Array<string>(6).fill('401 invalid-credentials'),
      '429 too-many-requests',
      '429 too-many-requests',
    ])
  })

  test('an unknown account is told the same, at the same count', async () => {
    const outcomes: string[] = []
    for (let n = 0; n < 8; n++) {
      outcomes.push((await guess('ninguem@operadora.example')).outcome)
      if (n === 5) await stretchTurns()
    }
    expect(outcomes.filter((outcome) => outcome.startsWith('429'))).toHaveLength(2)
  })

  test('the answer says how long to wait', async () => {
    const { email } = await app.build.user()
    for (let n = 0; n < 6; n++) await guess(email)
    await stretchTurns()
    const answer = await guess(email)
    const seconds = Number(answer.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(3000)
    expect(seconds).toBeLessThanOrEqual(3605)
  })

  test('even the right password waits for its turn, on every instance', async () => {
    const { email } = await app.build.user()
    for (let n = 0; n < 6; n++) await guess(email)
    await stretchTurns()
    expect((await guess(email, defaultPassword, {}, other)).outcome).toBe('429 too-many-requests')
    await app.db.deleteFrom('rate_limits').where('key', 'like', 'turns:%').execute()
    expect((await guess(email, defaultPassword, {}, other)).outcome).toBe('200')
  })

  test('a right password starts afresh', async () => {
    const { email } = await app.build.user()
    for (let n = 0; n < 4; n++) await guess(email)
    expect((await guess(email, defaultPassword)).outcome).toBe('200')
    for (let n = 0; n < 5; n++) expect((await guess(email)).outcome).toBe('401 invalid-credentials')
  })

  test('a burst of guesses gains nothing over one after the other', async () => {
    const { email } = await app.build.user()
    const outcomes = await Promise.all(
      [...Array<string>(40).fill('errada'), defaultPassword].map(
        async (password) => (await guess(email, password)).outcome,
      ),
    )
    expect(
      outcomes.filter((outcome) => outcome === '401 invalid-credentials').length,
    ).toBeLessThanOrEqual(6)
  })

  test('a stranger who keeps an account locked does not keep its owner out of a browser that was there before', async () => {
    const { email } = await app.build.user()
    const { cookie } = await app.trips.signIn(email)
    for (let n = 0; n < 8; n++) await guess(email)
    await stretchTurns()
    expect((await guess(email, defaultPassword)).outcome).toBe('429 too-many-requests')
    expect((await guess(email, defaultPassword, { cookie })).outcome).toBe('200')
  })

  test('the mark of such a browser is worth nothing for another account, nor when it is changed', async () => {
    const { email } = await app.build.user()
    const mine = await app.build.user()
    const { cookie } = await app.trips.signIn(mine.email)
    for (let n = 0; n < 8; n++) await guess(email)
    await stretchTurns()
    expect((await guess(email, defaultPassword, { cookie })).outcome).toBe('429 too-many-requests')
    for (let n = 0; n < 8; n++) await guess(mine.email)
    await stretchTurns()
    expect(
      (await guess(mine.email, defaultPassword, { cookie: cookie.replace(/.$/, 'x') })).outcome,
    ).toBe('429 too-many-requests')
  })

  test('one address that tries many accounts is slowed down too, and only that address', async () => {
    const address = '192.0.2.7'
    await Promise.all(
      [...Array(50).keys()].map((n) => guess(`conta${n}@operadora.example`, 'errada', { address })),
    )
    expect((await guess('conta51@operadora.example', 'errada', { address })).outcome).toBe(
      '401 invalid-credentials',
    )
    await stretchTurns()
    expect((await guess('conta52@operadora.example', 'errada', { address })).outcome).toBe(
      '429 too-many-requests',
    )
    expect(
      (await guess('conta52@operadora.example', 'errada', { address: '192.0.2.8' })).outcome,
    ).toBe('401 invalid-credentials')
  })

  test('messages are counted by themselves: ten an hour to one account', async () => {
    const { email } = await app.build.user()
    const sends: string[] = []
    for (let n = 0; n < 4; n++) {
      const session = await app.trips.begin(email)
      for (let send = 0; send < 3; send++) {
        sends.push(
          (
            await app.client.call('userChooseMfa', {
              body: { session, email, answer: 'EMAIL_OTP' },
            })
          ).outcome,
        )
      }
    }
    expect(sends.filter((outcome) => outcome === '200')).toHaveLength(10)
    expect((await guess(email, defaultPassword)).outcome).toBe('200')
  })

  test('what ran out is removed after a day, whatever names were tried', async () => {
    await guess('inventada@operadora.example')
    const keys = () => app.db.selectFrom('rate_limits').select('key').execute()
    await removeOutworn(app.db, after(new Date(), days(1)))
    expect(await keys()).not.toEqual([])
    await removeOutworn(app.db, after(new Date(), days(1) + hours(2)))
    expect(await keys()).toEqual([])
  })

  test('turns grow to a quarter of an hour and never longer', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 1000].map((past) => delayAfter(5 + past, 5))).toEqual([
      5, 10, 20, 40, 80, 900, 900, 900,
    ])
  })
})
