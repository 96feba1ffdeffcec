import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lastEvent } from '../../test/testing/last-event.ts'
import {
  enterByPasskey,
  makePasskey,
  register,
  signInByPasskey,
} from '../../test/testing/passkey-trips.ts'
import {
  type Faults,
  flag,
  SoftwareAuthenticator,
} from '../../test/testing/software-authenticator.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'
import { minutes } from '../shared/clock.ts'

let app: TestApp
let user: { id: number; email: string }
let who: SignedIn
let key: SoftwareAuthenticator

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await app.build.user()
  const made = await makePasskey(app, user, { synchronised: true })
  who = made.who
  key = made.authenticator
})

const passkeyRow = (id: string) =>
  app.db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', Buffer.from(id, 'base64url'))
    .executeTakeFirstOrThrow()

/** Changes one bit of a signature. */
const forge = (signature: Buffer): Buffer => {
  const forged = Buffer.from(signature)
  forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1
  return forged
}

/** Steps of WebAuthn Level 3 §7.2, with a message that violates each. docs/security/passkeys.md lists the others. */
const violations: readonly (readonly [string, Faults])[] = [
  ['7.2 step 6: without a user handle', { userHandle: null }],
  ['7.2 step 6: the user handle of nobody', { userHandle: Buffer.alloc(32).toString('base64url') }],
  ['7.2 step 6: an unknown credential id', { credentialId: Buffer.alloc(32) }],
  ['7.2 step 10: another type than webauthn.get', { type: 'webauthn.create' }],
  ['7.2 step 11: another challenge', { challenge: 'A'.repeat(43) }],
  ['7.2 step 12: another origin', { origin: 'https://mal.example' }],
  ['7.2 step 12: a subdomain', { origin: 'http://mal.localhost' }],
  ['7.2 step 13: a frame of another origin', { crossOrigin: true }],
  ['7.2 step 14: a top origin', { crossOrigin: true, topOrigin: 'https://mal.example' }],
  ['7.2 step 14: a top origin without crossOrigin', { topOrigin: 'https://mal.example' }],
  ['7.2 step 15: another RP id', { rpId: 'mal.example' }],
  ['7.2 step 16: without user presence', { clear: flag.UP }],
  ['7.2 step 17: without user verification', { clear: flag.UV }],
  ['7.2 step 18: backed up, but not eligible', { clear: flag.BE }],
  ['7.2 step 19: eligible before, not eligible now', { clear: flag.BE | flag.BS }],
  ['7.2 step 21: a wrong signature', { forge }],
  ['7.2 step 21: an empty signature', { forge: () => Buffer.alloc(1) }],
  ['7.2 step 21: bytes after the authenticator data', { trailing: Buffer.from([0]) }],
  ['7.2 step 23: extension outputs that are missing', { set: flag.ED }],
]

describe('a sign-in is refused with', () => {
  test.each(violations)('%s', async (_, faults) => {
    expect((await signInByPasskey(app, key, faults)).outcome).toBe('401 passkey-refused')
  })

  test('7.2 step 6: the user handle of another user', async () => {
    const { authenticator: other } = await makePasskey(app, await app.build.user())
    const { userHandle } = other
    expect((await signInByPasskey(app, key, { userHandle })).outcome).toBe('401 passkey-refused')
  })

  test('7.2 step 21: the signature of another passkey', async () => {
    const { authenticator: other } = await makePasskey(app, await app.build.user())
    const { credentialId, userHandle } = key
    const faults = { credentialId, userHandle, set: flag.BE | flag.BS }
    expect((await signInByPasskey(app, other, faults)).outcome).toBe('401 passkey-refused')
  })

  test('7.2 step 19: not eligible before, eligible now', async () => {
    const { authenticator: single } = await makePasskey(app, await app.build.user())
    expect((await signInByPasskey(app, single, { set: flag.BE })).outcome).toBe(
      '401 passkey-refused',
    )
    expect((await signInByPasskey(app, single)).outcome).toBe('200')
  })

  test('7.2 step 11: a challenge that was answered before, also by two calls at once', async () => {
    const { session, options } = (await app.client.call('authPasskeyOptions', {})).data
    const send = () =>
      app.client.call('authPasskey', { body: { session, credential: key.get(options) } })
    const outcomes = (await Promise.all([send(), send()])).map(({ outcome }) => outcome)
    expect(outcomes.toSorted()).toEqual(['200', '409 passkey-challenge-expired'])
    expect((await send()).outcome).toBe('409 passkey-challenge-expired')
  })

  test('7.2 step 11: the same message again', async () => {
    const { session, options } = (await app.client.call('authPasskeyOptions', {})).data
    const body = { session, credential: key.get(options) }
    expect((await app.client.call('authPasskey', { body })).outcome).toBe('200')
    expect((await app.client.call('authPasskey', { body })).outcome).toBe(
      '409 passkey-challenge-expired',
    )
  })

  test('7.2 step 11: a challenge after 5 minutes', async () => {
    const { session, options } = (await app.client.call('authPasskeyOptions', {})).data
    const body = { session, credential: key.get(options) }
    app.clock.advance(minutes(5))
    expect((await app.client.call('authPasskey', { body })).outcome).toBe(
      '409 passkey-challenge-expired',
    )
  })

  test('7.2 step 11: a challenge of another purpose', async () => {
    const { session, options } = (await app.client.call('passkeyOptions', who)).data
    const request = (await app.client.call('authPasskeyOptions', {})).data
    const credential = key.get({ ...request.options, challenge: options.challenge })
    const outcomes = [
      await app.client.call('authPasskey', { body: { session, credential } }),
      await app.client.call('authPasskey', { body: { session: request.session, credential } }),
    ].map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['409 passkey-challenge-expired', '401 passkey-refused'])
  })

  test('7.2 step 11: a handle with a later expiry', async () => {
    const { session, options } = (await app.client.call('authPasskeyOptions', {})).data
    const [nonce, expires = '', mac] = session.split('.')
    const later = (Number.parseInt(expires, 36) + minutes(60)).toString(36)
    app.clock.advance(minutes(6))
    const body = { session: `${nonce}.${later}.${mac}`, credential: key.get(options) }
    expect((await app.client.call('authPasskey', { body })).outcome).toBe(
      '409 passkey-challenge-expired',
    )
  })
})

describe('7.2 step 22: the signature counter', () => {
  test('is stored, and a lower or equal one is reported, not refused', async () => {
    await signInByPasskey(app, key, { counter: 7 })
    expect((await passkeyRow(key.id)).sign_count).toBe(7)
    expect((await lastEvent(app.db)).after).not.toHaveProperty('counter_decreased')
    for (const counter of [7, 3, 0]) {
      expect((await signInByPasskey(app, key, { counter })).outcome).toBe('200')
      expect((await lastEvent(app.db)).after).toMatchObject({ counter_decreased: true })
    }
    expect((await passkeyRow(key.id)).sign_count).toBe(7)
  })

  test('may always be zero', async () => {
    await signInByPasskey(app, key, { counter: 0 })
    await signInByPasskey(app, key, { counter: 0 })
    expect((await lastEvent(app.db)).after).not.toHaveProperty('counter_decreased')
  })
})

describe('a sign-in by passkey', () => {
  test.each(['ES256', 'EdDSA', 'RS256'] as const)(
    'with %s creates a session',
    async (algorithm) => {
      const made = new SoftwareAuthenticator(app.origin, { algorithm })
      await register(app, who, user.email, made)
      const entered = await enterByPasskey(app, made)
      const { sessions } = (await app.client.call('userSessionList', entered)).data
      expect(sessions.find(({ current }) => current)).toMatchObject({ method: 'passkey' })
      const session = await app.db
        .selectFrom('sessions')
        .select('amr')
        .where('user_id', '=', user.id)
        .where('method', '=', 'passkey')
        .executeTakeFirstOrThrow()
      expect(session.amr).toEqual(['pop', 'user', 'mfa'])
      expect(await lastEvent(app.db)).toMatchObject({
        event: 'sign-in.completed',
        operation: 'authPasskey',
        user_id: user.id,
        target: `user:${user.id}`,
      })
    },
  )

  test('updates backup state and last use', async () => {
    await signInByPasskey(app, key, { clear: flag.BS })
    expect(await passkeyRow(key.id)).toMatchObject({
      backed_up: false,
      last_used_at: app.clock.now(),
    })
  })

  test('registers the browser as known, as a sign-in by code does', async () => {
    const { cookie } = await enterByPasskey(app, key)
    expect(cookie).toMatch(/portaria=.+portaria-device=/)
  })

  test('needs no change of an expired password', async () => {
    app.clock.advance(minutes(60 * 24 * 400))
    expect((await signInByPasskey(app, key)).outcome).toBe('200')
  })
})

describe('a sign-in by passkey is refused alike', () => {
  const refusals: Record<string, () => Promise<unknown>> = {
    'for a blocked user': () =>
      app.db.updateTable('users').set({ suspended: true }).where('id', '=', user.id).execute(),
    'for a deleted user': () =>
      app.db.updateTable('users').set({ active: false }).where('id', '=', user.id).execute(),
    'for a user of an identity provider': () =>
      app.db.updateTable('users').set({ federated: true }).where('id', '=', user.id).execute(),
    'for a user without a password': () =>
      app.db.deleteFrom('passwords').where('user_id', '=', user.id).execute(),
    'until a temporary password of a reset or invitation was replaced': () =>
      app.db
        .updateTable('passwords')
        .set({ temporary: true, expires_at: new Date(app.clock.now().getTime() + minutes(60)) })
        .where('user_id', '=', user.id)
        .execute(),
    'with a removed passkey': () =>
      app.db.deleteFrom('passkeys').where('user_id', '=', user.id).execute(),
  }

  test.each(Object.entries(refusals))('%s', async (_, change) => {
    const { session, options } = (await app.client.call('authPasskeyOptions', {})).data
    await change()
    const body = { session, credential: key.get(options) }
    const answer = await app.client.call('authPasskey', { body })
    const unknown = await signInByPasskey(app, key, { credentialId: Buffer.alloc(32) })
    const { requestId: _one, ...refused } = answer.failure
    const { requestId: _other, ...ofUnknown } = unknown.failure
    expect(refused).toEqual(ofUnknown)
    const begun = await app.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', user.id)
      .where('method', '=', 'passkey')
      .execute()
    expect(begun).toEqual([])
  })

  test('a recovery mail, which anyone can cause who knows the answer, does not close it', async () => {
    await app.db
      .insertInto('recovery_passwords')
      .values({ user_id: user.id, digest: Buffer.alloc(32), expires_at: app.clock.now() })
      .execute()
    expect((await signInByPasskey(app, key)).outcome).toBe('200')
  })
})

describe('requests of strangers', () => {
  test('for options leave no row and no event, and say the same to everyone', async () => {
    const count = async () => [
      await app.db.selectFrom('used_passkey_challenges').selectAll().execute(),
      (await lastEvent(app.db)).seq,
    ]
    const before = await count()
    const many = await Promise.all(
      Array.from({ length: 200 }, () => app.client.call('authPasskeyOptions', {})),
    )
    expect(await count()).toEqual(before)
    const withoutChallenge = new Set(
      many.map(({ data: { options } }) => JSON.stringify({ ...options, challenge: '' })),
    )
    expect([...withoutChallenge]).toEqual([
      '{"challenge":"","rpId":"localhost","timeout":300000,"userVerification":"required","allowCredentials":[]}',
    ])
    expect(new Set(many.map(({ data }) => data.options.challenge)).size).toBe(200)
  })

  test('with invented messages leave no event, and are slowed after 1,000 an hour', async () => {
    const address = '192.0.2.7'
    const { seq } = await lastEvent(app.db)
    const { session, options } = (await app.client.call('authPasskeyOptions', {})).data
    const stranger = new SoftwareAuthenticator(app.origin)
    const body = { session, credential: stranger.get(options, { userHandle: null }) }
    const send = () => app.client.call('authPasskey', { body, address })
    expect((await send()).outcome).toBe('401 passkey-refused')
    await app.db
      .updateTable('rate_limits')
      .set({ points: 1000 })
      .where('key', '=', `failures:handle:network:${address}`)
      .execute()
    expect((await send()).outcome).toBe('401 passkey-refused')
    expect((await send()).outcome).toBe('429 too-many-requests')
    expect((await lastEvent(app.db)).seq).toBe(seq)
    expect((await signInByPasskey(app, key)).outcome).toBe('200')
  })
})
