/**
 * Published advisories of other products about sign-in and recovery, each repeated as an attack on this server. Authenticator
 * apps and recovery codes: second-factor-advisories.test.ts; passkeys: passkey-advisories.test.ts; required levels:
 * step-up-advisories.test.ts.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hours } from '../../server/shared/clock.ts'
import { type BuiltUser, defaultPassword } from '../testing/builders.ts'
import { readMessages } from '../testing/read-messages.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { basic } from '../testing/test-client.ts'
import { makeRecoveryCodes, makeTotp } from '../testing/totp-trips.ts'

const newPassword = 'Bom-Dia-Vizinho-1987?'

let app: TestApp
let user: BuiltUser

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
  user = await app.build.user()
})

const begin = async ({ email } = user) => ({ session: await app.trips.begin(email), email })
const validTokens = async (token: string, cookie?: string) => [
  (await app.trips.validate(token, cookie)).outcome,
  (await app.client.call('factorList', { token, cookie: cookie ?? '' })).outcome,
]
const refusedTokens = ['401 access-token-invalid', '401 access-token-invalid']

interface Reset {
  session: string
  email: string
  /** User named by the secret question. Default: `email`. */
  owner?: string
}

/** A user with a temporary password, and the handle that sets a new one. */
async function invited() {
  const temporaryUntil = new Date(app.clock.now().getTime() + hours(24))
  const { id, email } = await app.build.user({ temporaryUntil })
  return { id, email, session: await app.trips.begin(email) }
}

const setPassword = async ({ session, email, owner = email }: Reset) => {
  const secretQuestion = { user: owner, question: 1, response: 'Colégio São José' }
  const body = { session, email, oldPassword: defaultPassword, newPassword, secretQuestion }
  return app.client.call('userSetPassword', { body })
}

test('GHSA-xg6x-h9c9-2m83 (better-auth): a session was valid before the second factor', async () => {
  const entered = await app.client.call('authLocal', {
    headers: basic(user.email, defaultPassword),
  })
  expect(entered.headers.getSetCookie()).toEqual([])
  const { Session } = entered.data
  expect(await validTokens(Session, `portaria=${Session}`)).toEqual(refusedTokens)
  const sessions = app.db.selectFrom('sessions').select('id').where('user_id', '=', user.id)
  expect(await sessions.execute()).toEqual([])
})

test('GHSA-hc7v-rggr-4hvx (better-auth): one token created a session for each of several requests', async () => {
  const sign = await begin()
  const code = await app.trips.sendCode(sign.session, user.email)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => app.trips.answer(sign.session, user.email, code)),
  )
  answers.push(await app.trips.answer(sign.session, user.email, code))
  expect(answers.filter(({ outcome }) => outcome === '200')).toHaveLength(1)
  const sessions = app.db.selectFrom('sessions').select('id').where('user_id', '=', user.id)
  expect(await sessions.execute()).toHaveLength(1)
})

test('GHSA-x732-6j76-qmhm (better-auth): doubled slashes in the path evaded rate limits', async () => {
  const headers = basic(user.email, 'errada')
  for (const path of ['//api/auth-local', '/api//auth-local']) {
    const guessed = await app.client.request('POST', path, { headers })
    expect([path, guessed.status]).toEqual([path, 404])
  }
})

test('CVE-2026-45364 (better-auth): each address of one IPv6 network had its own rate limit', async () => {
  const headers = basic(user.email, 'errada')
  const outcomes = new Set<string>()
  for (let n = 1; n <= 20; n++) {
    const address = `2001:db8:0:7:${n.toString(16)}::1`
    outcomes.add((await app.client.call('authLocal', { headers, address })).outcome)
  }
  expect([...outcomes]).toEqual(['401 invalid-credentials', '429 too-many-requests'])
})

test('CVE-2023-28862 (LemonLDAP::NG): Basic credentials were accepted without a second factor', async () => {
  await makeTotp(app, user)
  const headers = basic(user.email, defaultPassword)
  const outcomes = [
    await app.client.call('factorList', { headers }),
    await app.client.call('passkeyOptions', { headers }),
    await app.client.call('userValidate', { headers }),
  ].map(({ status }) => status)
  expect(outcomes).toEqual([401, 401, 401])
})

test('CVE-2026-19349 (LemonLDAP::NG): a handle of an unfinished sign-in was accepted as a session', async () => {
  const { session: ofPassword } = await begin()
  const { session: ofPasskey } = (await app.client.call('authPasskeyOptions', {})).data
  const { session: ofReset } = await invited()
  for (const handle of [ofPassword, ofPasskey, ofReset])
    expect(await validTokens(handle, `portaria=${handle}`)).toEqual(refusedTokens)
})

test('GHSA-qgqp-xh8r-v73r (authentik): the request chose the address that the code was sent to', async () => {
  const attacker = await app.build.user()
  const { session, email } = await begin()
  const choose = (body: object) =>
    app.client.request('POST', '/api/user/choose-mfa', {
      body: JSON.stringify({ session, email, answer: 'EMAIL_OTP', ...body }),
    })
  const outcomes = [
    await choose({ email: attacker.email }),
    await choose({ destination: attacker.email }),
    await choose({ to: attacker.email }),
    await choose({ answer: 'SMS_MFA', phone_number: '+5511999999999' }),
  ].map(({ outcome }) => outcome)
  const unknown = '400 invalid-input'
  expect(outcomes).toEqual(['403 mfa-refused', unknown, unknown, unknown])
  expect(await readMessages(app.outbox, { to: attacker.email })).toEqual([])
})

test.each(['a', '', '999.1.1.1', '127.0.0.1, a'])(
  'CVE-2024-47070 (authentik): the password was skipped with X-Forwarded-For: %j',
  async (address) => {
    const asked = async (password: string) =>
      app.client.call('authLocal', { headers: basic(user.email, password), address })
    expect((await asked('errada')).outcome).toBe('401 invalid-credentials')
    expect((await asked(defaultPassword)).data.ChallengeName).toBe('SELECT_MFA_TYPE')
  },
)

test('CVE-2026-18963 (Keycloak): a reset went on to the new password without its mail', async () => {
  const recovered = { email: user.email, question: 1, response: 'errada' }
  const asked = await app.client.call('userRecoveryAccount', { body: recovered })
  expect(JSON.parse(asked.text)).not.toHaveProperty('result.data.session')
  // Neither the handle of a sign-in nor that of a passkey sets a password.
  const { session: ofPasskey } = (await app.client.call('authPasskeyOptions', {})).data
  const sign = await begin()
  const outcomes = [
    await setPassword(sign),
    await setPassword({ ...sign, session: ofPasskey.slice(0, 43) }),
    await app.client.call('userSetPasswordExpired', {
      body: { access_token: sign.session, email: user.email, newPassword },
    }),
  ].map(({ outcome }) => outcome)
  expect(outcomes).toEqual(['403 mfa-refused', '401 mfa-session-expired', '403 mfa-refused'])
  expect(await begin()).toHaveProperty('session')
})

test('CVE-2023-26481 (authentik): a recovery link of one user set the password of any other', async () => {
  const { session, email } = await invited()
  for (const owner of [email, user.email]) {
    const foreign = await setPassword({ session, email: user.email, owner })
    expect(foreign.outcome).toBe('403 mfa-refused')
  }
  expect((await setPassword({ session, email })).outcome).toBe('200')
  expect(await begin()).toHaveProperty('session')
})

test('CVE-2023-39522 (authentik): recovery and sign-in revealed which accounts exist', async () => {
  await makeRecoveryCodes(app, (await makeTotp(app, user)).who, user.email)
  const answers = async (email: string) => {
    const body = { email, question: 1, response: 'errada' }
    const refused = await app.client.call('authLocal', { headers: basic(email, 'errada') })
    // Every refusal has a new id.
    const failure = { ...refused.failure, requestId: '' }
    return [(await app.client.call('userRecoveryAccount', { body })).text, failure]
  }
  expect(await answers(user.email)).toEqual(await answers('ninguem@portaria.example'))
})
