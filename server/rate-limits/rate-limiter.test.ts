import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteExpiredCounters } from './attempt-queries.ts'
import { after, hours, minutes } from '../shared/clock.ts'
import { defaultPassword } from '../../test/testing/builders.ts'
import { createTestApp, type TestApp, type TestInstance } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'

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
  ) =>
    at.client.call('authLocal', {
      headers: basic(email, password),
      address: '192.0.2.1',
      ...caller,
    })

  const sixThenTooMany = [
    ...Array<string>(6).fill('401 invalid-credentials'),
    '429 too-many-requests',
    '429 too-many-requests',
  ]

  test('five wrong passwords are free, the sixth takes a turn, and the seventh is refused', async () => {
    const { email } = await app.build.user()
    const outcomes: string[] = []
    for (let n = 0; n < 8; n++) {
      outcomes.push((await guess(email)).outcome)
    }
    expect(outcomes).toEqual(sixThenTooMany)
  })

  test('an unknown account gets the same responses at the same counts', async () => {
    const outcomes: string[] = []
    for (let n = 0; n < 8; n++) {
      outcomes.push((await guess('ninguem@operadora.example')).outcome)
    }
    expect(outcomes).toEqual(sixThenTooMany)
  })

  test('the response contains the seconds to wait', async () => {
    const { email } = await app.build.user()
    for (let n = 0; n < 6; n++) await guess(email)
    const waitNow = async () => (await guess(email)).headers.get('retry-after')
    expect(await waitNow()).toBe('5')
    app.clock.advance(4001)
    expect(await waitNow()).toBe('1')
  })

  test('even the correct password waits for its turn, on every instance', async () => {
    const { email } = await app.build.user()
    for (let n = 0; n < 6; n++) await guess(email)
    expect((await guess(email, defaultPassword, {}, other)).outcome).toBe('429 too-many-requests')
    app.clock.advance(4999)
    expect((await guess(email, defaultPassword, {}, other)).outcome).toBe('429 too-many-requests')
    app.clock.advance(1)
    expect((await guess(email, defaultPassword, {}, other)).outcome).toBe('200')
  })

  test('a correct password resets the count', async () => {
    const { email } = await app.build.user()
    for (let n = 0; n < 4; n++) await guess(email)
    expect((await guess(email, defaultPassword)).outcome).toBe('200')
    for (let n = 0; n < 5; n++) expect((await guess(email)).outcome).toBe('401 invalid-credentials')
  })

  test('no more concurrent guesses are checked than sequential ones', async () => {
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

  test('the owner of a locked account can sign in from a browser that signed in before', async () => {
    const { email } = await app.build.user()
    const { cookie } = await app.trips.signIn(email)
    for (let n = 0; n < 8; n++) await guess(email)
    expect((await guess(email, defaultPassword)).outcome).toBe('429 too-many-requests')
    expect((await guess(email, defaultPassword, { cookie })).outcome).toBe('200')
  })

  test('the device cookie is not accepted for another account or after a change', async () => {
    const { email } = await app.build.user()
    const mine = await app.build.user()
    const { cookie } = await app.trips.signIn(mine.email)
    for (let n = 0; n < 8; n++) await guess(email)
    expect((await guess(email, defaultPassword, { cookie })).outcome).toBe('429 too-many-requests')
    for (let n = 0; n < 8; n++) await guess(mine.email)
    expect(
      (await guess(mine.email, defaultPassword, { cookie: cookie.replace(/.$/, 'x') })).outcome,
    ).toBe('429 too-many-requests')
  })

  test('an address with a thousand failures is limited to one attempt a second, and other addresses are not', async () => {
    const address = '192.0.2.7'
    const key = 'failures:password:network:192.0.2.7'
    const expire = app.clock.now().getTime() + hours(1)
    await app.db.insertInto('rate_limits').values({ key, points: 1000, expire }).execute()
    const outcomes: string[] = []
    for (const name of ['um', 'dois'])
      outcomes.push((await guess(`${name}@operadora.example`, 'errada', { address })).outcome)
    expect(outcomes).toEqual(['401 invalid-credentials', '429 too-many-requests'])
    expect(
      (await guess('dois@operadora.example', 'errada', { address: '192.0.2.8' })).outcome,
    ).toBe('401 invalid-credentials')
    app.clock.advance(1000)
    expect((await guess('tres@operadora.example', 'errada', { address })).outcome).toBe(
      '401 invalid-credentials',
    )
  })

  test('messages have separate counters: ten an hour to one account', async () => {
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

  test('counters are deleted after they expire, not before, for unknown accounts too', async () => {
    await guess('inventada@operadora.example')
    const keys = () => app.db.selectFrom('rate_limits').select('key').execute()
    const now = app.clock.now()
    const left: number[] = []
    // The counters are the budget, two of the address, and the network's share of the budget.
    for (const expired of [minutes(6), hours(1), hours(3)])
      for (const late of [0, 1]) {
        await deleteExpiredCounters(app.db, after(now, expired + late))
        left.push((await keys()).length)
      }
    expect(left).toEqual([4, 3, 3, 1, 1, 0])
  })
})
