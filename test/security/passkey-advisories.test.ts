/**
 * Published advisories of other products about passkeys, each repeated as an attack on this server. Codes and recovery:
 * second-factor-advisories.test.ts and sign-in-advisories.test.ts; sessions and required levels: step-up-advisories.test.ts.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltUser } from '../testing/builders.ts'
import {
  callAs,
  confirmByPassword,
  makePasskey,
  register,
  signInByPasskey,
} from '../testing/passkey-trips.ts'
import { settleNotifications } from '../testing/settle-notifications.ts'
import { SoftwareAuthenticator } from '../testing/software-authenticator.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import type { SignedIn } from '../testing/test-trips.ts'

let app: TestApp
let user: BuiltUser
let who: SignedIn
let key: SoftwareAuthenticator
let id: number

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await app.build.user()
  ;({ who, authenticator: key, id } = await makePasskey(app, user))
})

const newKey = (origin = app.origin) => new SoftwareAuthenticator(origin)
const passkeys = async () => (await app.client.call('passkeyList', who)).data.passkeys

test('CVE-2026-134320 (better-auth): passkeys worked without the required user verification', async () => {
  const unverified = { clear: 4 }
  const made = await register(app, who, user.email, newKey(), unverified)
  expect(made.outcome).toBe('401 passkey-refused')
  expect((await signInByPasskey(app, key, unverified)).outcome).toBe('401 passkey-refused')
  expect(await passkeys()).toHaveLength(1)
})

test('CVE-2026-134320 (better-auth): the expected origin was taken from the request', async () => {
  // A page of another origin may use the same RP id if its host is a subdomain.
  const origin = app.origin.replace('://', '://mal.')
  const { session, options } = (await app.client.call('authPasskeyOptions', {})).data
  const credential = key.get(options, { origin })
  const { host } = new URL(origin)
  const headers = { origin, host, 'x-forwarded-host': host, 'x-forwarded-proto': 'http' }
  const body = { session, credential }
  const entered = await app.client.call('authPasskey', { body, headers })
  expect(entered.outcome).toBe('401 passkey-refused')
  expect(entered.headers.getSetCookie()).toEqual([])
})

test('CVE-2025-71400 (better-auth): a user could delete the passkeys of others by id', async () => {
  const attacker = await app.build.user()
  const theirs = await app.trips.enter(attacker)
  const params = { id: String(id) }
  const removed = await callAs(app, theirs, attacker.email, 'passkeyDelete', { params })
  expect(removed.outcome).toBe('404 not-found')
  expect((await signInByPasskey(app, key)).outcome).toBe('200')
})

test('CVE-2026-134321 (better-auth): a revoked session could still register a passkey', async () => {
  const stolen = await app.trips.enter(user)
  const { session, options } = (await app.client.call('passkeyOptions', stolen)).data
  const body = { session, credential: newKey().create(options) }
  const code = await confirmByPassword(app, stolen, user.email, 'passkeyCreate', { body })
  await callAs(app, who, user.email, 'userSessionEndOthers', {})
  const made = await app.client.call('passkeyCreate', { ...stolen, body, headers: { code } })
  expect(made.outcome).toBe('401 access-token-expired')
  expect((await app.client.call('passkeyOptions', stolen)).outcome).toBe('401 access-token-expired')
  expect(await passkeys()).toHaveLength(1)
})

test('CVE-2026-8830 (Keycloak): a registration was not compared with the offered options', async () => {
  const made = newKey()
  // ES384 is not offered.
  const coseKey = new Map(made.coseKey).set(3, -35)
  const other = await register(app, who, user.email, made, { coseKey })
  expect(other.outcome).toBe('401 passkey-refused')
  // The options exclude the authenticator that has a passkey already.
  expect((await register(app, who, user.email, key)).outcome).toBe('409 passkey-exists')
  expect(await passkeys()).toHaveLength(1)
})

test('CVE-2026-37982 (Keycloak): a replayed set-up link registered the key of the attacker', async () => {
  const { session, options } = (await app.client.call('passkeyOptions', who)).data
  const create = (of: SignedIn, email: string, from: SoftwareAuthenticator) =>
    callAs(app, of, email, 'passkeyCreate', { body: { session, credential: from.create(options) } })
  const attacker = await app.build.user()
  const elsewhere = await app.trips.enter(user)
  const outcomes = [
    await create(await app.trips.enter(attacker), attacker.email, newKey()),
    await create(elsewhere, user.email, newKey()),
    await create(who, user.email, newKey()),
    await create(who, user.email, newKey()),
  ].map(({ outcome }) => outcome)
  const expired = '409 passkey-challenge-expired'
  expect(outcomes).toEqual([expired, expired, '200', expired])
})

test('CVE-2026-54730 (authentik): a stage passed although its verification never ran', async () => {
  const session = await app.trips.begin(user.email)
  const { options } = (await app.client.call('authPasskeyOptions', {})).data
  const answer = (body: object) =>
    app.client.request('POST', '/api/user/change-mfa', {
      body: JSON.stringify({ session, email: user.email, challengeName: 'WEB_AUTHN', ...body }),
    })
  const outcomes = [
    await answer({ credential: key.get(options) }),
    await answer({}),
    await answer({ code: '000000' }),
  ].map(({ outcome }) => outcome)
  expect(outcomes).toEqual(['403 mfa-refused', '400 invalid-input', '400 invalid-input'])
})

test('CVE-2025-53942 (authentik): deactivated users could still enter and open applications', async () => {
  const visitor = await app.build.visitor()
  const made = await makePasskey(app, visitor)
  await app.db.updateTable('users').set({ suspended: true }).where('id', '=', visitor.id).execute()
  await settleNotifications(app, app.db)
  expect((await signInByPasskey(app, made.authenticator)).outcome).toBe('401 passkey-refused')
  const asked = await app.trips.askForCode(made.who, visitor.at)
  expect(asked.outcome).toBe('401 access-token-expired')
})
