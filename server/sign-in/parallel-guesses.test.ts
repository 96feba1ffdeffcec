import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { BuiltUser } from '../../test/testing/builders.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { answerWith, appCode, makeRecoveryCodes, makeTotp } from '../../test/testing/totp-trips.ts'
import { OwnCodeFactor } from '../factors/own-code-factor.ts'
import { Keyring } from '../secrets/keyring.ts'

/**
 * Concurrent wrong codes: no more are compared than a sign-in allows one after the other. The spies count
 * comparisons and call the real methods.
 */
const guesses = 30
const maxTries = 5

let app: TestApp
let user: BuiltUser

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
afterEach(() => void vi.restoreAllMocks())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
  user = await app.build.user()
})

/** Sends all guesses at once. Returns the outcomes, none of which is a success or a server error. */
async function sendAll(send: (n: number) => Promise<{ outcome: string }>): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: guesses }, (_, n) => send(n)))
  const outcomes = answers.map(({ outcome }) => outcome)
  expect(outcomes.filter((one) => !/^4\d\d /.test(one))).toEqual([])
  return outcomes
}

/** Returns the nth guess, which is none of the right codes. */
const guess = (n: number, ...right: string[]) => {
  const codes = Array.from({ length: guesses + right.length }, (_, place) =>
    String(place).padStart(6, '0'),
  )
  return codes.filter((code) => !right.includes(code))[n] ?? ''
}

test('of codes by e-mail, at most five are compared', async () => {
  const session = await app.trips.begin(user.email)
  const right = await app.trips.sendCode(session, user.email)
  const compared = vi.spyOn(Keyring.prototype, 'isHashOfCode')
  const outcomes = await sendAll((n) => app.trips.answer(session, user.email, guess(n, right)))
  expect(compared.mock.calls.length).toBeLessThanOrEqual(maxTries)
  expect(outcomes.filter((one) => one === '400 mfa-invalid-code')).toHaveLength(maxTries - 1)
  expect((await app.trips.answer(session, user.email, right)).outcome).toBe('409 mfa-session-used')
})

test('of codes of an authenticator app, at most five are compared', async () => {
  const { secret } = await makeTotp(app, user)
  const right = [-1, 0, 1].map((steps) =>
    appCode(secret, new Date(app.clock.now().getTime() + steps * 30_000)),
  )
  const sign = { session: await app.trips.begin(user.email), email: user.email }
  const compared = vi.spyOn(OwnCodeFactor.prototype, 'accept')
  await sendAll((n) => answerWith(app, sign, guess(n, ...right)))
  expect(compared.mock.calls.length).toBeLessThanOrEqual(maxTries)
})

test('of recovery codes, at most five are compared', async () => {
  await makeRecoveryCodes(app, await app.trips.enter(user), user.email)
  const sign = { session: await app.trips.begin(user.email), email: user.email }
  const compared = vi.spyOn(OwnCodeFactor.prototype, 'accept')
  await sendAll((n) =>
    answerWith(
      app,
      sign,
      `${String(n).padStart(4, '2')}-4MXQ-K7PD-4MXQ-K7PD-4MXQ`,
      'RECOVERY_CODE',
    ),
  )
  expect(compared.mock.calls.length).toBeLessThanOrEqual(maxTries)
})
