import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '../../server/shared/clock.ts'
import { defaultPassword } from '../testing/builders.ts'
import { createTestApp, type TestApp, type TestInstance } from '../testing/test-app.ts'
import { basic } from '../testing/test-client.ts'

/** Wrong passwords from many networks must not keep the owner of an account out of new browsers (decision 63). */
describe('guesses at one account', () => {
  let app: TestApp
  let other: TestInstance
  let email: string

  beforeAll(async () => {
    app = await createTestApp()
    other = await app.beside()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await app.db.deleteFrom('rate_limits').execute()
    email = (await app.build.user()).email
  })

  interface Guess {
    address: string
    account?: string
    cookie?: string
    at?: TestInstance
  }
  const signIn = (password: string, { account = email, at = app, ...caller }: Guess) =>
    at.client.call('authLocal', { headers: basic(account, password), ...caller })
  const guess = async (caller: Guess) => (await signIn('errada', caller)).outcome

  const newNetwork = '198.51.100.7'
  const subnets = (n: number) => `2001:db8:0:${n.toString(16)}::1`
  const neighbours = (n: number) => `192.0.2.${n}`
  const networks = (n: number) => `10.1.${n}.1`
  const sites = (n: number) => `2001:db8:${n.toString(16)}::1`

  describe.each([
    { from: 'twelve /64 networks of one /48', count: 12, addressOf: subnets },
    { from: 'eleven IPv4 addresses of one /24', count: 11, addressOf: neighbours },
    { from: 'eleven IPv4 networks', count: 11, addressOf: networks },
    { from: 'thirty-nine /48 networks', count: 39, addressOf: sites },
  ])('from $from', ({ count, addressOf }) => {
    /** Makes at least sixty guesses, from the addresses in turn. */
    async function attack(account = email) {
      const answers: (string | null)[][] = []
      for (let n = 0; n < Math.max(60, count); n++) {
        const answer = await signIn('errada', { address: addressOf(n % count), account })
        const { code, httpMessage } = answer.failure
        answers.push([code, httpMessage, answer.headers.get('retry-after')])
      }
      return answers
    }

    test('do not delay a correct password from another network', async () => {
      await attack()
      expect((await signIn(defaultPassword, { address: newNetwork })).outcome).toBe('200')
    })

    test('do not delay a known browser', async () => {
      const { cookie } = await app.trips.signIn(email)
      await attack()
      expect((await signIn(defaultPassword, { address: addressOf(0), cookie })).outcome).toBe('200')
    })

    test('get the same responses as for an unknown account', async () => {
      expect(await attack('ninguem@operadora.example')).toEqual(await attack())
    })

    test('get the same refusal for a correct and a wrong password', async () => {
      await attack()
      const refusal = async (password: string) => {
        const answer = await signIn(password, { address: addressOf(0) })
        return [answer.outcome, answer.headers.get('retry-after')]
      }
      const wrong = await refusal('errada')
      expect(wrong[0]).toBe('429 too-many-requests')
      expect(await refusal(defaultPassword)).toEqual(wrong)
    })
  })

  const wrong = '401 invalid-credentials'
  const countOf = (outcomes: string[], outcome: string) =>
    outcomes.filter((each) => each === outcome).length

  test('from 60 networks at the same time, on two instances: 40 are compared', async () => {
    const guesses = Array.from({ length: 60 }, (_, n) =>
      guess({ address: sites(n), at: n % 2 === 0 ? app : other }),
    )
    expect(countOf(await Promise.all(guesses), wrong)).toBe(40)
  })

  test('from one network at the same time: at most 12 of 40 are compared', async () => {
    const guesses = Array.from({ length: 40 }, (_, n) =>
      guess({ address: subnets(n), at: n % 2 === 0 ? app : other }),
    )
    expect(countOf(await Promise.all(guesses), wrong)).toBeLessThanOrEqual(12)
  })

  test('are not allowed again by a sign-in of the owner', async () => {
    for (let n = 0; n < 39; n++) await guess({ address: networks(n) })
    expect((await signIn(defaultPassword, { address: newNetwork })).outcome).toBe('200')
    expect((await signIn(defaultPassword, { address: networks(0) })).status).toBe(429)
    expect(await guess({ address: networks(39) })).toBe(wrong)
    expect(await guess({ address: networks(40) })).toBe('429 too-many-requests')
  })

  test('from 40 networks delay another network by at most six minutes', async () => {
    for (let n = 0; n < 40; n++) await guess({ address: networks(n) })
    const late = await signIn(defaultPassword, { address: newNetwork })
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '360'])
    app.clock.advance(minutes(6) - 1)
    expect((await signIn(defaultPassword, { address: newNetwork })).status).toBe(429)
    app.clock.advance(1)
    expect((await signIn(defaultPassword, { address: newNetwork })).status).toBe(200)
  })

  test('from nine networks do not delay an owner who mistyped once', async () => {
    await guess({ address: newNetwork })
    for (let n = 0; n < 60; n++) await guess({ address: networks(n % 9) })
    expect((await signIn(defaultPassword, { address: newNetwork })).outcome).toBe('200')
  })

  test('from a network whose counter has expired are still limited by the counter of the account', async () => {
    await guess({ address: networks(0) })
    app.clock.advance(hours(2.5))
    for (let n = 1; n < 40; n++) await guess({ address: networks(n) })
    app.clock.advance(minutes(30))
    // The account's counter forgets only a few of the 39 wrong passwords in half an hour.
    const outcomes: string[] = []
    for (let n = 0; n < 6; n++) outcomes.push(await guess({ address: networks(0) }))
    expect(outcomes).toEqual([wrong, ...Array<string>(5).fill('429 too-many-requests')])
  })

  test('have no effect four hours later', async () => {
    for (let n = 0; n < 60; n++) await guess({ address: networks(n % 11) })
    app.clock.advance(hours(4))
    expect(await guess({ address: networks(0) })).toBe(wrong)
    expect((await signIn(defaultPassword, { address: networks(0) })).outcome).toBe('200')
  })
})
