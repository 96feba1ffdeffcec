import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BuiltUser } from '../../test/testing/builders.ts'
import { minutes } from '../shared/clock.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { cookieOf } from '../../test/testing/test-trips.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Starts a sign-in up to the entry of the code. */
async function begun(user?: BuiltUser): Promise<{ email: string; session: string }> {
  const { email } = user ?? (await app.build.user())
  return { email, session: await app.trips.begin(email) }
}

const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const choose = (body: { session: string; email: string; answer: 'SMS_MFA' | 'EMAIL_OTP' }) =>
  app.client.call('userChooseMfa', { body })

describe('POST /user/change-mfa', () => {
  test('a correct code creates a session, with a token and a browser cookie', async () => {
    const { email, session } = await begun()
    const answer = await app.trips.answer(session, email, await app.trips.sendCode(session, email))
    expect(answer.data).toMatchObject({
      expired: false,
      decodedToken: { user: { email }, functions: [] },
    })
    const [browser] = answer.headers.getSetCookie()
    expect(browser).toMatch(
      /^portaria=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
    )
    expect((await app.trips.validate(answer.data.access_token, cookieOf(answer))).status).toBe(200)
  })

  test('the correct code is accepted after four wrong ones, but not after five', async () => {
    for (const [wrong, last] of [
      [4, '200'],
      [5, '409 mfa-session-used'],
    ] as const) {
      const { email, session } = await begun()
      const code = await app.trips.sendCode(session, email)
      const outcomes = []
      for (let i = 0; i < wrong; i++)
        outcomes.push((await app.trips.answer(session, email, other(code))).outcome)
      expect(outcomes.slice(0, 4)).toEqual(Array(4).fill('400 mfa-invalid-code'))
      expect(outcomes.slice(4)).toEqual(wrong === 5 ? ['403 mfa-refused'] : [])
      expect((await app.trips.answer(session, email, code)).outcome).toBe(last)
    }
  })

  test('concurrent attempts are all counted', async () => {
    const { email, session } = await begun()
    const code = await app.trips.sendCode(session, email)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => app.trips.answer(session, email, other(code))),
    )
    expect(answers.filter(({ outcome }) => outcome === '400 mfa-invalid-code')).toHaveLength(4)
    expect((await app.trips.answer(session, email, code)).outcome).toBe('409 mfa-session-used')
  })

  test('a code expires after exactly five minutes', async () => {
    const first = await begun()
    const firstCode = await app.trips.sendCode(first.session, first.email)
    const second = await begun()
    app.clock.advance(1)
    const secondCode = await app.trips.sendCode(second.session, second.email)
    app.clock.advance(minutes(5) - 1)
    expect((await app.trips.answer(first.session, first.email, firstCode)).outcome).toBe(
      '401 mfa-session-expired',
    )
    expect((await app.trips.answer(second.session, second.email, secondCode)).outcome).toBe('200')
  })

  test('a new code invalidates the previous one', async () => {
    const { email, session } = await begun()
    const old = await app.trips.sendCode(session, email)
    let fresh = await app.trips.sendCode(session, email)
    // Once in a million runs both codes are equal.
    if (fresh === old) fresh = await app.trips.sendCode(session, email)
    expect((await app.trips.answer(session, email, old)).outcome).toBe('400 mfa-invalid-code')
    expect((await app.trips.answer(session, email, fresh)).outcome).toBe('200')
  })

  test('a handle can be used once', async () => {
    const { email, session } = await begun()
    const code = await app.trips.sendCode(session, email)
    await app.trips.answer(session, email, code)
    expect((await app.trips.answer(session, email, code)).outcome).toBe('409 mfa-session-used')
    expect((await choose({ session, email, answer: 'EMAIL_OTP' })).outcome).toBe(
      '409 mfa-session-used',
    )
  })

  test('of two concurrent correct responses one creates a session', async () => {
    const user = await app.build.user()
    const { email, session } = await begun(user)
    const code = await app.trips.sendCode(session, email)
    const answers = await Promise.all([1, 2, 3].map(() => app.trips.answer(session, email, code)))
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
      '200',
      '409 mfa-session-used',
      '409 mfa-session-used',
    ])
    // Later responses do not replace the cookies of the first one.
    const cookies = answers.map(({ headers }) => headers.getSetCookie().length)
    expect(cookies.toSorted()).toEqual([0, 0, 2])
    const sessions = await app.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', user.id)
      .execute()
    expect(sessions).toHaveLength(1)
  })

  test('two dozen users may respond concurrently', async () => {
    const people = await Promise.all(Array.from({ length: 24 }, () => begun()))
    const codes: string[] = []
    for (const { session, email } of people) codes.push(await app.trips.sendCode(session, email))
    const answers = await Promise.all(
      people.map(({ session, email }, place) =>
        app.trips.answer(session, email, codes[place] ?? ''),
      ),
    )
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(24).fill('200'))
  })

  test('a code is not accepted for a sign-in of another user or for another sign-in of the same user', async () => {
    const mine = await begun()
    const code = await app.trips.sendCode(mine.session, mine.email)
    const again = await begun({ id: 0, email: mine.email })
    let foreign = await app.trips.sendCode(again.session, again.email)
    if (foreign === code) foreign = await app.trips.sendCode(again.session, again.email)
    expect((await app.trips.answer(again.session, again.email, code)).outcome).toBe(
      '400 mfa-invalid-code',
    )
    const { email } = await app.build.user()
    expect((await app.trips.answer(mine.session, email, code)).outcome).toBe('403 mfa-refused')
  })

  test('a code sent by e-mail is not accepted as one sent by SMS', async () => {
    const { email, session } = await begun(await app.build.user({ phone: '5511987654321' }))
    const code = await app.trips.sendCode(session, email)
    expect((await app.trips.answer(session, email, code, 'SMS_MFA')).outcome).toBe(
      '403 mfa-refused',
    )
  })

  test('no code is accepted for a challenge without a sent code', async () => {
    const { email, session } = await begun()
    expect((await app.trips.answer(session, email, '000000')).outcome).toBe('403 mfa-refused')
  })

  test('a user who is blocked after the password cannot sign in with the code', async () => {
    const user = await app.build.user()
    const { email, session } = await begun(user)
    const code = await app.trips.sendCode(session, email)
    await app.db.updateTable('users').set({ suspended: true }).where('id', '=', user.id).execute()
    expect((await app.trips.answer(session, email, code)).outcome).toBe('403 mfa-refused')
  })

  test('a password expires at exactly 90 days', async () => {
    const { email } = await app.build.user({ passwordAgeDays: 90 })
    const signIn = async () => {
      const session = await app.trips.begin(email)
      const code = await app.trips.sendCode(session, email)
      return (await app.trips.answer(session, email, code)).data.expired
    }
    app.clock.advance(-1)
    expect(await signIn()).toBe(false)
    app.clock.advance(1)
    expect(await signIn()).toBe(true)
  })

  test('an expired password gives a token that opens nothing', async () => {
    const { email } = await app.build.user({ passwordAgeDays: 90 })
    const session = await app.trips.begin(email)
    const answer = await app.trips.answer(session, email, await app.trips.sendCode(session, email))
    expect(answer.data.expired).toBe(true)
    expect(answer.data.decodedToken).toBeUndefined()
    expect(answer.headers.has('set-cookie')).toBe(false)
    const token = answer.data.access_token
    expect((await app.trips.validate(token)).outcome).toBe('401 access-token-invalid')
    const body = { session: token, email, answer: 'EMAIL_OTP' as const }
    expect((await app.client.call('userChooseMfa', { body })).outcome).toBe('403 mfa-refused')
  })

  test.each(['12345', '1234567', '12345a', '１２３４５６', ''])(
    '%j is not a valid code',
    async (code) => {
      const answer = await app.trips.answer('x'.repeat(43), 'a@b.example', code)
      expect(answer.outcome).toBe('400 invalid-input')
      expect(answer.failure.fields).toEqual({ code: 'Código inválido.' })
    },
  )
})
