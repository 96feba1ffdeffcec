/**
 * Published vulnerabilities of other products in authenticator apps and recovery codes, each repeated as an attack on
 * this server. Titles name the advisory and the weakness. Others: sign-in-advisories.test.ts.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltUser } from '../testing/builders.ts'
import { callAs } from '../testing/passkey-trips.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import type { SignedIn } from '../testing/test-trips.ts'
import { addTotp, answerWith, appCode, makeOwnCodes } from '../testing/totp-trips.ts'

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
const code = (of = secret) => appCode(of, app.clock.now())
const wrong = () => (code() === '000000' ? '000001' : '000000')
const recoveryCode = () => recovery[0] ?? ''
const random = () => 'K7PD-4MXQ-K7PD-4MXQ-K7PD-4MXQ'
const count = (outcomes: { outcome: string }[], expected: string) =>
  outcomes.filter(({ outcome }) => outcome === expected).length

test('keycloak#26106 (race of recovery codes): of requests at once, one uses the code', async () => {
  const signs = await Promise.all(Array.from({ length: 4 }, begin))
  const answers = signs.map((sign) => answerWith(app, sign, recoveryCode(), 'RECOVERY_CODE'))
  expect(count(await Promise.all(answers), '200')).toBe(1)
})

test('keycloak#13607 and CVE-2026-82470 (Rodauth, reuse within the drift window): a code is accepted once', async () => {
  const observed = code()
  expect((await answerWith(app, await begin(), observed)).outcome).toBe('200')
  for (let n = 0; n < 2; n++) {
    expect((await answerWith(app, await begin(), observed)).outcome).toBe('400 mfa-invalid-code')
    app.clock.advance(step)
  }
})

test('keycloak#26180 (guessing of recovery codes): the fifth wrong code ends the sign-in', async () => {
  const sign = await begin()
  for (let n = 0; n < 4; n++) await answerWith(app, sign, random(), 'RECOVERY_CODE')
  const fifth = await answerWith(app, sign, random(), 'RECOVERY_CODE')
  expect(fifth.outcome).toBe('403 mfa-refused')
  const late = await answerWith(app, sign, recoveryCode(), 'RECOVERY_CODE')
  expect(late.outcome).toBe('409 mfa-session-used')
})

test('GHSA-85v8-vx4w-q684 and usd-2021-0016 (Keycloak, guessing of TOTP): wrong codes count, also in new sign-ins', async () => {
  const guess = async (sign: { session: string; email: string }, own: string) => {
    const body = { ...sign, code: own, challengeName: 'SOFTWARE_TOKEN_MFA' as const }
    return (await app.client.call('userChangeMfa', { body, address: '192.0.2.1' })).outcome
  }
  const first = await begin()
  const outcomes: string[] = []
  for (let n = 0; n < 5; n++) outcomes.push(await guess(first, wrong()))
  expect(outcomes.at(-1)).toBe('403 mfa-refused')
  expect((await answerWith(app, first, code())).outcome).toBe('409 mfa-session-used')
  // An attacker who has the password begins further sign-ins.
  for (let n = 0; n < 3; n++) {
    const sign = await begin()
    for (let m = 0; m < 4; m++) outcomes.push(await guess(sign, wrong()))
  }
  expect(outcomes.filter((one) => one === '400 mfa-invalid-code').length).toBeLessThanOrEqual(11)
  expect(await guess(await begin(), code())).toBe('429 too-many-requests')
})

test('better-auth#8067 (race of codes by mail): of requests at once, one uses the code', async () => {
  const sign = await begin()
  const mailed = await app.trips.sendCode(sign.session, user.email)
  const answers = [1, 2, 3, 4].map(() => app.trips.answer(sign.session, user.email, mailed))
  expect(count(await Promise.all(answers), '200')).toBe(1)
})

test('CVE-2026-37982 (Keycloak, replay of an enrolment link): a set-up belongs to its session and needs a confirmation', async () => {
  await callAs(app, who, user.email, 'totpDelete', {})
  const { session, secret: next } = (await app.client.call('totpOptions', who)).data
  const body = { session, code: code(next) }
  const unconfirmed = await app.client.call('totpCreate', { ...who, body })
  expect(unconfirmed.outcome).toBe('403 identity-confirmation-required')
  const victim = await app.build.user()
  const other = await app.trips.enter(victim)
  const replayed = await callAs(app, other, victim.email, 'totpCreate', { body })
  expect(replayed.outcome).toBe('409 totp-options-expired')
})

test('CVE-2026-123530 (Vikunja, enrolment with a stolen session): every change of factors needs a confirmation', async () => {
  const outcomes = [
    await app.client.call('totpDelete', who),
    await app.client.call('recoveryCodesCreate', who),
  ].map(({ outcome }) => outcome)
  expect(outcomes).toEqual(Array(2).fill('403 identity-confirmation-required'))
})

test('CVE-2026-95754 (MISP, TOTP of a disabled user): a blocked user does not enter', async () => {
  const sign = await begin()
  await app.db.updateTable('users').set({ suspended: true }).where('id', '=', user.id).execute()
  for (const [own, name] of [
    [code(), 'SOFTWARE_TOKEN_MFA'],
    [recoveryCode(), 'RECOVERY_CODE'],
  ] as const)
    expect((await answerWith(app, sign, own, name)).outcome).toBe('403 mfa-refused')
})

test('CVE-2026-62232 (Grav, new secret during the challenge): an open sign-in changes no factor', async () => {
  const { session } = await begin()
  const pending = { token: session, cookie: who.cookie }
  const outcomes = [
    await app.client.call('totpOptions', pending),
    await app.client.call('totpDelete', pending),
    await app.client.call('recoveryCodesCreate', pending),
  ].map(({ outcome }) => outcome)
  expect(outcomes).toEqual(Array(3).fill('401 access-token-invalid'))
})

test('CVE-2022-45174 (vDesk, any text as backup code): no other text is a recovery code', async () => {
  const sign = await begin()
  const near = recoveryCode().replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  for (const typed of [random(), near, 'x'.repeat(24)]) {
    const answer = await answerWith(app, sign, typed, 'RECOVERY_CODE')
    expect(answer.outcome).toBe('400 mfa-invalid-code')
  }
})

test('CVE-2026-115829 (Secret Server, second factor alone): no code enters without the password', async () => {
  for (const session of ['A'.repeat(43), who.token.slice(0, 43).replaceAll('.', 'A')]) {
    const sign = { session, email: user.email }
    expect((await answerWith(app, sign, code())).outcome).toBe('401 mfa-session-expired')
  }
})

test('CVE-2026-9047 (Devolutions, factors after a change): codes of a replaced app are refused', async () => {
  const sign = await begin()
  await callAs(app, who, user.email, 'totpDelete', {})
  const next = await addTotp(app, who, user.email, app.clock.now())
  app.clock.advance(step)
  expect((await answerWith(app, sign, code())).outcome).toBe('400 mfa-invalid-code')
  expect((await answerWith(app, sign, code(next))).outcome).toBe('200')
})
