import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultPassword, type BuiltUser } from '../../test/testing/builders.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { callAs } from '../../test/testing/passkey-trips.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'
import { addTotp, answerWith, appCode, makeOwnCodes } from '../../test/testing/totp-trips.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'
import { days } from '../shared/clock.ts'

const step = 30_000

let app: TestApp
let user: BuiltUser
let who: SignedIn
let secret: string
let recovery: string[]

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ user, who, secret, recovery } = await makeOwnCodes(app))
})

const begin = async () => ({ session: await app.trips.begin(user.email), email: user.email })
const codeNow = (shift = 0) => appCode(secret, new Date(app.clock.now().getTime() + shift))
const wrong = () => (codeNow() === '000000' ? '000001' : '000000')
const outcomesOf = (answers: { outcome: string }[]) =>
  answers.map(({ outcome }) => outcome).toSorted()
const recoveryCode = (place = 0) => recovery[place] ?? ''
const mails = () => readMessages(app.outbox, { to: user.email })

test('both are offered only to users who have them', async () => {
  const offered = async ({ email }: { email: string }) =>
    (await app.client.call('authLocal', { headers: basic(email, defaultPassword) })).data
      .destinations
  expect(await offered(user)).toMatchObject({
    SOFTWARE_TOKEN_MFA: 'Aplicativo autenticador',
    RECOVERY_CODE: 'Código de recuperação',
  })
  const plain = await app.build.user()
  expect(Object.keys((await offered(plain)) ?? {})).toEqual(['EMAIL_OTP'])
  const sign = { session: await app.trips.begin(plain.email), email: plain.email }
  expect((await answerWith(app, sign, '000000')).outcome).toBe('403 mfa-refused')
  const refused = await answerWith(app, sign, recoveryCode(), 'RECOVERY_CODE')
  expect(refused.outcome).toBe('403 mfa-refused')
  // Neither is counted as a wrong code.
  const { tries } = await app.db
    .selectFrom('challenges')
    .select('tries')
    .where('user_id', '=', plain.id)
    .executeTakeFirstOrThrow()
  expect(tries).toBe(0)
})

describe('a code of an authenticator app', () => {
  test('completes the sign-in without a message, except that of an unknown browser', async () => {
    const sent = await mails()
    const sign = await begin()
    const answer = await answerWith(app, sign, codeNow())
    expect(answer.data).toMatchObject({ expired: false })
    expect((await mails()).slice(sent.length)).toMatchObject([
      { subject: 'Entrada na sua conta por um navegador novo' },
    ])
    const last = app.db
      .selectFrom('sessions')
      .select(['amr', 'method'])
      .where('user_id', '=', user.id)
    const { amr, method } = await last.orderBy('created_at', 'desc').executeTakeFirstOrThrow()
    expect([method, ...amr]).toEqual(['password', 'pwd', 'otp', 'mfa'])
    expect((await lastEvent(app.db)).after).toEqual({ channel: 'SOFTWARE_TOKEN_MFA' })
    const { totp } = (await app.client.call('factorList', who)).data
    expect(totp?.last_used_at).toBe(app.clock.now().toISOString())
  })

  test.each([
    ['one step old', -step, '200'],
    ['one step ahead', step, '200'],
    ['two steps old', -2 * step, '400 mfa-invalid-code'],
    ['two steps ahead', 2 * step, '400 mfa-invalid-code'],
    ['of a clock that is a day off', days(1), '400 mfa-invalid-code'],
  ])('%s: %i ms, %s', async (_, shift, outcome) => {
    app.clock.advance(10 * step)
    expect((await answerWith(app, await begin(), codeNow(shift))).outcome).toBe(outcome)
  })

  test('is not accepted twice, and neither is one of an earlier step', async () => {
    app.clock.advance(10 * step)
    const [previous, current] = [codeNow(-step), codeNow()]
    expect((await answerWith(app, await begin(), current)).outcome).toBe('200')
    for (const code of [current, previous])
      expect((await answerWith(app, await begin(), code)).outcome).toBe('400 mfa-invalid-code')
    app.clock.advance(step)
    expect((await answerWith(app, await begin(), current)).outcome).toBe('400 mfa-invalid-code')
    expect((await answerWith(app, await begin(), codeNow())).outcome).toBe('200')
  })

  test('that added the app does not also sign in', async () => {
    const again = await app.build.user()
    const added = await addTotp(app, await app.trips.enter(again), again.email, app.clock.now())
    const sign = { session: await app.trips.begin(again.email), email: again.email }
    const answer = await answerWith(app, sign, appCode(added, app.clock.now()))
    expect(answer.outcome).toBe('400 mfa-invalid-code')
  })

  test('is accepted once by two requests at once, of one sign-in or of two', async () => {
    const sign = await begin()
    const one = [sign, sign].map((each) => answerWith(app, each, codeNow()))
    expect(outcomesOf(await Promise.all(one))).toEqual(['200', '409 mfa-session-used'])
    app.clock.advance(step)
    const two = [await begin(), await begin()].map((each) => answerWith(app, each, codeNow()))
    expect(outcomesOf(await Promise.all(two))).toEqual(['200', '400 mfa-invalid-code'])
  })

  test('is accepted once, although two sign-ins verified it before either was written', async () => {
    const signs = [await begin(), await begin()]
    const answers = await app.db.transaction().execute(async (blocking) => {
      await blocking
        .selectFrom('users')
        .where('id', '=', user.id)
        .select('id')
        .forUpdate()
        .execute()
      const sent = signs.map((sign) => answerWith(app, sign, codeNow()))
      await waitingFor(app.db, 'update totp_factors', 2)
      return { sent }
    })
    expect(outcomesOf(await Promise.all(answers.sent))).toEqual(['200', '400 mfa-invalid-code'])
  })

  test('of another user is refused', async () => {
    const other = await app.build.user()
    const foreign = await addTotp(app, await app.trips.enter(other), other.email, app.clock.now())
    app.clock.advance(step)
    const code = appCode(foreign, app.clock.now())
    expect((await answerWith(app, await begin(), code)).outcome).toBe('400 mfa-invalid-code')
  })

  test('is refused once the app is removed, in a sign-in that was open', async () => {
    const sign = await begin()
    await callAs(app, who, user.email, 'totpDelete', {})
    expect((await answerWith(app, sign, codeNow())).outcome).toBe('403 mfa-refused')
    // The other factors of the same sign-in are still accepted.
    expect((await answerWith(app, sign, recoveryCode(), 'RECOVERY_CODE')).outcome).toBe('200')
  })

  test('signs in or is refused if the app is removed concurrently, and the app is gone', async () => {
    const [answer, removed] = await Promise.all([
      answerWith(app, await begin(), codeNow()),
      callAs(app, who, user.email, 'totpDelete', {}),
    ])
    expect(removed.outcome).toBe('200')
    expect(['200', '403 mfa-refused', '400 mfa-invalid-code']).toContain(answer.outcome)
    expect((await app.client.call('factorList', who)).data.totp).toBeNull()
  })

  test('does not skip a required new password, and does not sign in a blocked user', async () => {
    const sign = await begin()
    await app.db.updateTable('users').set({ suspended: true }).where('id', '=', user.id).execute()
    expect((await answerWith(app, sign, codeNow())).outcome).toBe('403 mfa-refused')
    await app.db.updateTable('users').set({ suspended: false }).where('id', '=', user.id).execute()
    app.clock.advance(days(400))
    const { data } = await answerWith(app, await begin(), codeNow())
    expect(data).toMatchObject({ expired: true })
    const handle = { session: data.access_token, email: user.email }
    app.clock.advance(step)
    expect((await answerWith(app, handle, codeNow())).outcome).toBe('403 mfa-refused')
    const again = await answerWith(app, await begin(), codeNow(-step))
    expect(again.outcome, 'the step of the first answer was stored').toBe('400 mfa-invalid-code')
  })

  test('shares the five tries with codes that were sent and with recovery codes', async () => {
    const sign = await begin()
    const mailed = await app.trips.sendCode(sign.session, user.email)
    const other = mailed === '000000' ? '000001' : '000000'
    const outcomes = [
      await answerWith(app, sign, wrong()),
      await app.trips.answer(sign.session, user.email, other),
      await answerWith(app, sign, 'K7PD-4MXQ-K7PD-4MXQ-K7PD-4MXQ', 'RECOVERY_CODE'),
      await answerWith(app, sign, wrong()),
      await answerWith(app, sign, wrong()),
    ].map(({ outcome }) => outcome)
    expect(outcomes).toEqual([...Array<string>(4).fill('400 mfa-invalid-code'), '403 mfa-refused'])
    expect((await answerWith(app, sign, codeNow())).outcome).toBe('409 mfa-session-used')
  })
})

test.each([
  ['SOFTWARE_TOKEN_MFA', 'K7PD-4MXQ-K7PD-4MXQ-K7PD-4MXQ'],
  ['RECOVERY_CODE', '123456'],
  ['EMAIL_OTP', 'K7PD-4MXQ-K7PD-4MXQ-K7PD-4MXQ'],
] as const)('%s is not answered by %s', async (challengeName, code) => {
  const body = { ...(await begin()), challengeName, code }
  const answer = await app.client.call('userChangeMfa', { body })
  expect([answer.outcome, answer.failure.fields]).toEqual([
    '400 invalid-input',
    { code: 'Código inválido.' },
  ])
})
