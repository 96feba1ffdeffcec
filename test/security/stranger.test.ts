import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '../../contract/api.ts'
import { hours } from '../../server/shared/clock.ts'
import { newHandle } from '../../server/secrets/random.ts'
import { type BuiltUser, defaultPassword } from '../testing/builders.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { basic } from '../testing/test-client.ts'

/** What a client without credentials can cause (docs/security/limits.md). */
describe('a stranger without credentials', () => {
  let app: TestApp
  let victim: BuiltUser

  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await app.db.deleteFrom('rate_limits').execute()
    victim = await app.build.user()
  })

  /** Functions that return the body of an intermediate call of a sign-in for a handle. */
  const bodies = {
    userChooseMfa: (session: string) => ({ session, answer: 'EMAIL_OTP' }),
    userChangeMfa: (session: string) => ({
      session,
      code: '000000',
      challengeName: 'EMAIL_OTP',
    }),
    userSetPassword: (session: string) => ({
      session,
      oldPassword: defaultPassword,
      newPassword: 'Bom-Dia-Vizinho-1987?',
      secretQuestion: { user: victim.email, question: 1, response: 'x' },
    }),
    userSetPasswordExpired: (session: string) => ({
      access_token: session,
      newPassword: 'Bom-Dia-Vizinho-1987?',
    }),
  }
  const invented = [
    'userChooseMfa',
    'userChangeMfa',
    'userSetPassword',
    'userSetPasswordExpired',
  ] as const
  /** Makes one of these calls with an unknown handle. */
  const intrude = (operation: (typeof invented)[number], address?: string) =>
    app.client.request('POST', `/api${api[operation].path}`, {
      body: JSON.stringify({ ...bodies[operation](newHandle()), email: victim.email }),
      ...(address !== undefined && { address }),
    })

  const counters = async () =>
    (await app.db.selectFrom('rate_limits').select('key').execute()).map(({ key }) => key)
  const eventCount = async () =>
    (await sql<{ n: number }>`select count(*)::integer n from audit_events`.execute(app.db)).rows[0]
      ?.n

  test.each(invented)(
    '%s with unknown handles locks no user out and counts only for its own network',
    async (operation) => {
      for (let n = 0; n < 12; n++)
        expect((await intrude(operation, '192.0.2.1')).outcome).toBe('401 mfa-session-expired')
      expect(await counters()).toEqual(['failures:handle:network:192.0.2.1'])
      expect((await app.trips.signIn(victim.email)).token).toEqual(expect.any(String))
    },
  )

  test('userLocalToken with unknown codes counts only for its own network and leaves no event', async () => {
    const before = await eventCount()
    for (let n = 0; n < 3; n++) {
      const query = { code: newHandle() }
      const answer = await app.client.call('userLocalToken', { query, address: '192.0.2.1' })
      expect(answer.failure.code).toBe('code-not-found')
    }
    const { rows } = await sql`select key, points from rate_limits`.execute(app.db)
    expect(rows).toEqual([{ key: 'failures:handle:network:192.0.2.1', points: 3 }])
    expect(await eventCount()).toBe(before)
  })

  test.each([
    ['emailChangeConfirm', { code: 'c'.repeat(43) }, 'email-change-link-invalid'],
    ['emailChangeRefuse', { code: 'c'.repeat(43) }, 'email-change-link-invalid'],
    [
      'accountReport',
      { token: `browser.7.mabc.${'n'.repeat(22)}.${'m'.repeat(43)}` },
      'report-link-expired',
    ],
  ] as const)(
    '%s with unknown links counts only for its own network',
    async (operation, body, code) => {
      for (let n = 0; n < 3; n++) {
        const answer = await app.client.request('POST', `/api${api[operation].path}`, {
          body: JSON.stringify(body),
          address: '192.0.2.1',
        })
        expect(answer.failure.code).toBe(code)
      }
      const { rows } = await sql`select key, points from rate_limits`.execute(app.db)
      expect(rows).toEqual([{ key: 'failures:handle:network:192.0.2.1', points: 3 }])
    },
  )

  test('guesses from many addresses at many names leave one counter per network', async () => {
    for (const address of ['192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2'])
      for (let n = 0; n < 5; n++) await intrude('userChooseMfa', address)
    expect((await counters()).toSorted()).toEqual([
      'failures:handle:network:192.0.2.1',
      'failures:handle:network:192.0.2.2',
      'failures:handle:network:2001:db8::/64',
    ])
  })

  test('an unknown handle leaves no event', async () => {
    const before = await eventCount()
    for (const operation of invented) await intrude(operation)
    expect(await eventCount()).toBe(before)
  })

  test('an address with a thousand unknown handles must wait a second between two requests', async () => {
    const expire = app.clock.now().getTime() + hours(1)
    const key = 'failures:handle:network:192.0.2.1'
    await app.db.insertInto('rate_limits').values({ key, points: 1000, expire }).execute()
    const show = async () => (await intrude('userChangeMfa', '192.0.2.1')).outcome
    expect([await show(), await show()]).toEqual([
      '401 mfa-session-expired',
      '429 too-many-requests',
    ])
  })

  describe('in an office of many users', () => {
    const office = '198.51.100.7'
    const signIn = (email: string, cookie?: string) =>
      app.client.call('authLocal', {
        headers: basic(email, defaultPassword),
        address: office,
        ...(cookie !== undefined && { cookie }),
      })

    /** Sets the network's counter to this number of failures, and uses up its next attempt. */
    async function exhaust(failures: number): Promise<void> {
      const expire = app.clock.now().getTime() + hours(1)
      await app.db
        .insertInto('rate_limits')
        .values([
          { key: `failures:password:network:${office}`, points: failures, expire },
          {
            key: `turns:password:network:${office}`,
            points: 1,
            expire: app.clock.now().getTime() + 1000,
          },
        ])
        .execute()
    }

    test('seventy wrong sign-ins delay no other user', async () => {
      await Promise.all(
        Array.from({ length: 70 }, (_, n) =>
          app.client.call('authLocal', {
            headers: basic(`inventado${n}@operadora.example`, 'errada'),
            address: office,
          }),
        ),
      )
      for (const { email } of [victim, await app.build.user(), await app.build.user()])
        expect((await signIn(email)).outcome).toBe('200')
    })

    test('a thousand failures delay neither known browsers nor live sessions', async () => {
      const who = await app.trips.signIn(victim.email)
      await exhaust(5000)
      expect((await signIn((await app.build.user()).email)).outcome).toBe('429 too-many-requests')
      expect((await signIn(victim.email, who.cookie)).outcome).toBe('200')
      const confirmed = await app.client.call('userLocalAuthValidate', {
        ...who,
        address: office,
        body: { basic: Buffer.from(`${victim.email}:${defaultPassword}`).toString('base64') },
      })
      expect(confirmed.outcome).toBe('200')
    })

    test('a live session can confirm identity after other clients’ wrong passwords at its account', async () => {
      const who = await app.trips.signIn(victim.email)
      // Remove the device cookie, so that only the session counts.
      const cookie = who.cookie.replace(/portaria-device=[^;]*;? ?/, '').replace(/; $/, '')
      for (let n = 0; n < 8; n++)
        await app.client.call('authLocal', {
          headers: basic(victim.email, 'errada'),
          address: office,
        })
      expect((await signIn(victim.email)).outcome).toBe('429 too-many-requests')
      const confirmed = await app.client.call('userLocalAuthValidate', {
        ...who,
        cookie,
        address: office,
        body: { basic: Buffer.from(`${victim.email}:${defaultPassword}`).toString('base64') },
      })
      expect(confirmed.outcome).toBe('200')
    })

    test('a correct password does not count as an attempt, so the next sign-in is not delayed', async () => {
      await exhaust(5000)
      app.clock.advance(1000)
      for (let n = 0; n < 3; n++)
        expect((await signIn((await app.build.user()).email)).outcome).toBe('200')
    })

    test('sixty-six codes can be sent in the same hour', async () => {
      const people = await Promise.all(Array.from({ length: 22 }, () => app.build.user()))
      const sent = await Promise.all(
        people.map(async ({ email }) => {
          const session = (await signIn(email)).data.Session
          const outcomes: string[] = []
          for (let n = 0; n < 3; n++) {
            const body = { session, email, answer: 'EMAIL_OTP' } as const
            const answer = await app.client.call('userChooseMfa', { body, address: office })
            outcomes.push(answer.outcome)
          }
          return outcomes
        }),
      )
      expect(sent.flat()).toEqual(Array(66).fill('200'))
    })
  })

  test('a stranger who knows the password and requests ten codes does not lock out known browsers', async () => {
    const known = await app.trips.signIn(victim.email)
    const send = async (cookie?: string) => {
      const session = await app.trips.begin(victim.email)
      const body = { session, email: victim.email, answer: 'EMAIL_OTP' } as const
      const caller = cookie === undefined ? {} : { cookie }
      return (await app.client.call('userChooseMfa', { body, address: '192.0.2.1', ...caller }))
        .outcome
    }
    for (let n = 0; n < 10; n++) await send()
    expect(await send()).toBe('429 too-many-requests')
    expect(await send(known.cookie)).toBe('200')
  })

  test('wrong passwords from one address do not lock the owner out of a new browser at another address', async () => {
    for (let n = 0; n < 12; n++)
      await app.client.call('authLocal', {
        headers: basic(victim.email, 'errada'),
        address: '192.0.2.1',
      })
    const owner = await app.client.call('authLocal', {
      headers: basic(victim.email, defaultPassword),
      address: '198.51.100.7',
    })
    expect(owner.outcome).toBe('200')
  })
})
