/**
 * Published advisories of other products about required authentication, sessions and redirects, each repeated as an
 * attack on this server. Others: sign-in-advisories.test.ts and passkey-advisories.test.ts.
 */
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hours } from '../../server/shared/clock.ts'
import { defaultPassword, type Visitor } from '../testing/builders.ts'
import { makePasskey } from '../testing/passkey-trips.ts'
import { settleNotifications } from '../testing/settle-notifications.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { cookieOf, type SignedIn } from '../testing/test-trips.ts'

const newPassword = 'Bom-Dia-Vizinho-1987?'

let app: TestApp
let visitor: Visitor

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
  visitor = await app.build.visitor()
})

/** Requests a code of the module, as its link does. */
const ask = (who: SignedIn, change: Record<string, unknown> = {}) =>
  app.client.request('POST', '/api/user-local/code', {
    ...who,
    headers: {},
    body: JSON.stringify({
      module_id: visitor.module.id,
      redirect_uri: visitor.module.address,
      access_token: who.token,
      company_id: visitor.company.id,
      ...change,
    }),
  })

async function requirePasskeys() {
  const values = { sign_in_policy: 'passkey', sign_in_policy_begins_at: app.clock.now() }
  await app.db.updateTable('companies').set(values).where('id', '=', visitor.company.id).execute()
  await settleNotifications(app, app.db)
}

/** Sets a new password with a temporary one, as after a recovery. Returns the answer. */
async function resetPassword() {
  const expires_at = new Date(app.clock.now().getTime() + hours(24))
  const passwords = app.db.updateTable('passwords').set({ temporary: true, expires_at })
  await passwords.where('user_id', '=', visitor.id).execute()
  const { email } = visitor
  const session = await app.trips.begin(email)
  const secretQuestion = { user: email, question: 1, response: 'Colégio São José' }
  const body = { session, email, oldPassword: defaultPassword, newPassword, secretQuestion }
  return app.client.call('userSetPassword', { body })
}

async function suspend() {
  await app.db.updateTable('users').set({ suspended: true }).where('id', '=', visitor.id).execute()
  await settleNotifications(app, app.db)
}

test('CVE-2026-133228 (Keycloak): a required level was skipped by starting at the password reset', async () => {
  await makePasskey(app, visitor)
  await requirePasskeys()
  expect((await resetPassword()).outcome).toBe('200')
  const who = await app.trips.signIn(visitor.email, newPassword)
  expect((await ask(who)).outcome).toBe('403 passkey-required')
  expect((await ask(who, { acr_values: 'phr' })).outcome).toBe('403 passkey-required')
  expect((await ask(who, { acr_values: 'mfa' })).outcome).toBe('403 passkey-required')
})

test('GHSA-j229-2h63-rvh9 (Keycloak): the password reset itself gave access', async () => {
  const answer = await resetPassword()
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(answer.data).toEqual({})
  const sessions = app.db.selectFrom('sessions').select('id').where('user_id', '=', visitor.id)
  expect(await sessions.execute()).toEqual([])
})

test('CVE-2026-94218 (Keycloak): a restarted sign-in lost the required set-up of a factor', async () => {
  await requirePasskeys()
  const first = await app.trips.signIn(visitor.email)
  expect((await ask(first)).outcome).toBe('403 passkey-required')
  const again = await app.trips.signIn(visitor.email)
  const outcomes = [
    await ask(again),
    await ask(again, { acr_values: 'pwd' }),
    await ask(again, { max_age: 3600 }),
  ].map(({ outcome }) => outcome)
  expect(outcomes).toEqual(Array(3).fill('403 passkey-required'))
})

test('CVE-2026-9798 (Keycloak): a sign-in that began before the lock was completed after it', async () => {
  const session = await app.trips.begin(visitor.email)
  const code = await app.trips.sendCode(session, visitor.email)
  await suspend()
  const answer = await app.trips.answer(session, visitor.email, code)
  expect(answer.outcome).toBe('403 mfa-refused')
})

test('CVE-2026-16103 (Keycloak): the lock was checked at the request, but not at the redemption', async () => {
  const who = await app.trips.signIn(visitor.email)
  const { code } = (await app.trips.askForCode(who, visitor.at)).data
  await suspend()
  expect((await app.trips.exchange(code, visitor.module)).outcome).toBe('404 code-not-found')
})

test('CVE-2026-7507 (Keycloak): the victim completed a session that the attacker had begun', async () => {
  const { email } = visitor
  // The victim's browser has a cookie that the attacker planted, and completes a sign-in that the attacker began.
  const planted = 'portaria=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
  const session = await app.trips.begin(email)
  const code = await app.trips.sendCode(session, email)
  const body = { session, email, code, challengeName: 'EMAIL_OTP' as const }
  const entered = await app.client.call('userChangeMfa', { cookie: planted, body })
  const { access_token: token } = entered.data
  expect(cookieOf(entered)).not.toContain(planted)
  expect((await app.trips.validate(token, planted)).outcome).toBe('401 access-token-invalid')
  expect((await app.trips.validate(session, planted)).outcome).toBe('401 access-token-invalid')
  const again = await app.client.call('userChangeMfa', { body })
  expect(again.outcome).toBe('409 mfa-session-used')
})

test('CVE-2025-71403 (better-auth) and CVE-2026-41569 (authentik): redirects were compared by prefix', async () => {
  const who = await app.trips.signIn(visitor.email)
  const { address } = visitor.module
  const { origin, protocol, host } = new URL(address)
  const wrong = [
    `${origin}.mal.example/`,
    `${protocol}//${host}@mal.example/`,
    `${address}/../../mal`,
    `//mal.example`,
    `${protocol}//mal.example/?${address}`,
    `javascript:alert(1)//${address}`,
  ]
  for (const redirect_uri of wrong) {
    const { status } = await ask(who, { redirect_uri })
    expect([redirect_uri, status]).toEqual([redirect_uri, 400])
  }
  expect((await ask(who)).outcome).toBe('200')
})

test('CVE-2021-35472 (LemonLDAP::NG): sign-ins at the same time got the session of another user', async () => {
  const users = [visitor, await app.build.user(), await app.build.user(), await app.build.user()]
  const entered = await Promise.all(users.map(({ email }) => app.trips.signIn(email)))
  expect(entered.map(({ token }) => decodeJwt(token).sub)).toEqual(
    users.map(({ id }) => String(id)),
  )
  for (const [n, { token, cookie }] of entered.entries()) {
    expect((await app.trips.validate(token, cookie)).data).toMatchObject({ user_id: users[n]?.id })
    const { cookie: foreign = '' } = entered[(n + 1) % users.length] ?? {}
    expect((await app.trips.validate(token, foreign)).outcome).toBe('401 access-token-invalid')
  }
})
