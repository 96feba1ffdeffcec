import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { basic } from '../../test/testing/test-client.ts'
import { defaultPassword } from '../../test/testing/builders.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { makePasskey } from '../../test/testing/passkey-trips.ts'
import type { Faults, SoftwareAuthenticator } from '../../test/testing/software-authenticator.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { minutes } from '../shared/clock.ts'

let app: TestApp
let user: { id: number; email: string }
let key: SoftwareAuthenticator

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
  user = await app.build.user()
  key = (await makePasskey(app, user)).authenticator
})

const begin = (email = user.email) =>
  app.client.call('authLocal', { headers: basic(email, defaultPassword) })

/** Chooses the passkey as the second factor. */
async function choose(session: string, email = user.email) {
  const body = { session, email, answer: 'WEB_AUTHN' as const }
  return app.client.call('userChooseMfa', { body })
}

async function options(session: string) {
  const { options: given } = (await choose(session)).data
  if (!given) throw new Error('There are no options.')
  return given
}

/** Answers with the passkey. */
async function answer(session: string, faults?: Faults, from = key) {
  const credential = from.get(await options(session), faults)
  return send(session, credential)
}

const send = (session: string, credential: ReturnType<SoftwareAuthenticator['get']>) =>
  app.client.call('userChangeMfa', {
    body: { session, email: user.email, challengeName: 'WEB_AUTHN', credential },
  })

describe('a passkey as the second factor', () => {
  test('is offered only to users who have one', async () => {
    expect((await begin()).data.destinations).toHaveProperty('WEB_AUTHN', 'Chave de acesso')
    const other = await app.build.user()
    const { Session, destinations } = (await begin(other.email)).data
    expect(destinations).not.toHaveProperty('WEB_AUTHN')
    expect((await choose(Session, other.email)).outcome).toBe('403 mfa-refused')
  })

  test('completes the sign-in, names the own passkeys and sends nothing', async () => {
    const { Session } = (await begin()).data
    const sent = await app.db.selectFrom('outbox').select('id').execute()
    const chosen = (await choose(Session)).data
    expect(chosen).toMatchObject({
      Session,
      ChallengeName: 'WEB_AUTHN',
      options: {
        rpId: 'localhost',
        userVerification: 'required',
        allowCredentials: [{ id: key.id }],
      },
    })
    const entered = await answer(Session)
    expect(entered.data).toMatchObject({ expired: false })
    // Only the notice of an unknown browser.
    expect(await app.db.selectFrom('outbox').select('id').execute()).toHaveLength(sent.length + 1)
    const { amr, method } = await app.db
      .selectFrom('sessions')
      .select(['amr', 'method'])
      .where('user_id', '=', user.id)
      .where(sql<boolean>`'pop' = any(amr)`)
      .executeTakeFirstOrThrow()
    expect([method, ...amr]).toEqual(['password', 'pwd', 'pop', 'user', 'mfa'])
    expect((await lastEvent(app.db)).after).toMatchObject({ passkey: 'Chave de acesso' })
  })

  test('without a user handle is accepted, because the user is known', async () => {
    expect((await answer((await begin()).data.Session, { userHandle: null })).outcome).toBe('200')
  })

  test('is refused with the passkey of another user', async () => {
    const { authenticator: other } = await makePasskey(app, await app.build.user())
    const { Session } = (await begin()).data
    expect((await answer(Session, undefined, other)).outcome).toBe('400 mfa-invalid-code')
    expect((await answer(Session)).outcome).toBe('200')
  })

  test.each<[string, Faults]>([
    ['a wrong origin', { origin: 'https://mal.example' }],
    ['another type', { type: 'webauthn.create' }],
    ['no user verification', { clear: 4 }],
    ['the user handle of another user', { userHandle: 'AAAA' }],
  ])('is refused with %s', async (_, faults) => {
    expect((await answer((await begin()).data.Session, faults)).outcome).toBe(
      '400 mfa-invalid-code',
    )
  })

  test('is refused after five wrong answers', async () => {
    const { Session } = (await begin()).data
    const credential = key.get(await options(Session))
    const wrong = { ...credential, id: 'AAAA', rawId: 'AAAA' }
    for (let n = 0; n < 4; n++) await send(Session, wrong)
    const fifth = await send(Session, wrong)
    expect(fifth.outcome).toBe('403 mfa-refused')
    expect((await send(Session, credential)).outcome).toBe('409 mfa-session-used')
  })

  test('is offered three times per sign-in, like a code', async () => {
    const { Session } = (await begin()).data
    for (let n = 0; n < 3; n++) expect((await choose(Session)).outcome).toBe('200')
    expect((await choose(Session)).outcome).toBe('403 mfa-refused')
  })

  test('is refused with the challenge of another sign-in, or after 5 minutes', async () => {
    const [one, other] = [(await begin()).data.Session, (await begin()).data.Session]
    const credential = key.get(await options(one))
    await options(other)
    expect((await send(other, credential)).outcome).toBe('400 mfa-invalid-code')
    app.clock.advance(minutes(5))
    expect((await send(one, credential)).outcome).toBe('401 mfa-session-expired')
  })

  test('is accepted once, also of two calls at once', async () => {
    const { Session } = (await begin()).data
    const credential = key.get(await options(Session))
    const both = await Promise.all([send(Session, credential), send(Session, credential)])
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['200', '409 mfa-session-used'])
  })

  test('does not replace the password: the sign-in by passkey alone does not take its challenge', async () => {
    const { Session } = (await begin()).data
    const credential = key.get(await options(Session))
    const { session } = (await app.client.call('authPasskeyOptions', {})).data
    const alone = await app.client.call('authPasskey', { body: { session, credential } })
    expect(alone.outcome).toBe('401 passkey-refused')
  })

  test('invalidates a code that was sent before, and a code invalidates it', async () => {
    const { Session } = (await begin()).data
    const code = await app.trips.sendCode(Session, user.email)
    const credential = key.get(await options(Session))
    expect((await app.trips.answer(Session, user.email, code)).outcome).toBe('403 mfa-refused')
    await app.trips.sendCode(Session, user.email)
    expect((await send(Session, credential)).outcome).toBe('403 mfa-refused')
  })

  test('does not skip an expired password', async () => {
    app.clock.advance(minutes(60 * 24 * 400))
    const { Session } = (await begin()).data
    expect((await answer(Session)).data).toMatchObject({ expired: true })
  })

  test('needs a credential, and a code needs digits', async () => {
    const { Session: session } = (await begin()).data
    const body = { session, email: user.email }
    const outcomes = [
      await app.client.call('userChangeMfa', { body: { ...body, challengeName: 'WEB_AUTHN' } }),
      await app.client.call('userChangeMfa', { body: { ...body, challengeName: 'EMAIL_OTP' } }),
    ].map(({ failure }) => failure.fields)
    expect(outcomes).toEqual([
      { credential: 'Use a chave de acesso.' },
      { code: 'Código inválido.' },
    ])
  })
})
