/**
 * Refusals that ASVS 5.0 V6 (authentication) and V7 (session management) require at levels 1 and 2. Their other
 * requirements are mapped to tests in docs/security/asvs.csv.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '../../server/shared/clock.ts'
import { type BuiltUser, defaultPassword } from '../testing/builders.ts'
import { forgedTokens } from '../testing/forged-tokens.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { basic } from '../testing/test-client.ts'
import type { SignedIn } from '../testing/test-trips.ts'

type Refusal = [requirement: string, what: string, attempt: () => Promise<string>, is: string]

describe('here', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
  })
  beforeEach(() => app.db.deleteFrom('rate_limits').execute())
  afterAll(() => app.close())

  const signInWith = async (user: string, password: string) =>
    (await app.client.call('authLocal', { headers: basic(user, password) })).outcome
  const validate = async ({ token, cookie }: SignedIn) =>
    (await app.trips.validate(token, cookie)).outcome
  const signedIn = async () => app.trips.signIn((await app.build.user()).email)
  /** A user with a temporary password that is valid for 24 hours. */
  const invited = () =>
    app.build.user({ temporaryUntil: new Date(app.clock.now().getTime() + hours(24)) })

  async function setFirstPassword(change: { newPassword?: string; oldPassword?: string }) {
    const { email } = await invited()
    const body = {
      session: await app.trips.begin(email),
      email,
      oldPassword: defaultPassword,
      newPassword: 'Bom-Dia-Vizinho-1987?',
      secretQuestion: { user: email, question: 1, response: 'Colégio São José' },
      ...change,
    }
    return (await app.client.call('userSetPassword', { body })).outcome
  }

  /** A challenge with its sent code. */
  async function challenged(user?: BuiltUser) {
    const { email } = user ?? (await app.build.user())
    const session = await app.trips.begin(email)
    return { email, session, code: await app.trips.sendCode(session, email) }
  }
  type Challenged = Awaited<ReturnType<typeof challenged>>
  const answer = async ({ email, session, code }: Challenged) =>
    (await app.trips.answer(session, email, code)).outcome
  const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

  /** A session whose user was changed after the sign-in. */
  async function sessionAfter(change: (userId: number) => Promise<unknown>) {
    const user = await app.build.user()
    const who = await app.trips.signIn(user.email)
    await change(user.id)
    return validate(who)
  }
  const suspend = (userId: number) =>
    app.db.updateTable('users').set({ suspended: true }).where('id', '=', userId).execute()
  const remove = (userId: number) =>
    app.db.updateTable('users').set({ active: false }).where('id', '=', userId).execute()

  const refusals: Refusal[] = [
    [
      'V6.2.1',
      'a short password',
      () => setFirstPassword({ newPassword: 'Curta-1!' }),
      '400 invalid-input',
    ],
    [
      'V6.2.3',
      'a new password without the current one',
      () => setFirstPassword({ oldPassword: 'Outra-Senha-Qualquer-1!' }),
      '401 invalid-credentials',
    ],
    [
      'V6.2.4',
      'a common password',
      () => setFirstPassword({ newPassword: 'Senha-Senha-Senha-123456!' }),
      '400 password-guessable',
    ],
    [
      'V6.2.8',
      'the password in different case',
      async () => signInWith((await app.build.user()).email, defaultPassword.toUpperCase()),
      '401 invalid-credentials',
    ],
    [
      'V6.2.8',
      'the beginning of a password',
      async () => signInWith((await app.build.user()).email, defaultPassword.slice(0, -1)),
      '401 invalid-credentials',
    ],
    [
      'V6.2.11',
      'a password made of the product’s words',
      () => setFirstPassword({ newPassword: 'Portaria-Portaria-2026!' }),
      '400 password-guessable',
    ],
    [
      'V6.3.1',
      'repeated guesses',
      async () => {
        const { email } = await app.build.user()
        const headers = basic(email, 'errada')
        const guesses = Array.from({ length: 20 }, async () => {
          const guessed = await app.client.call('authLocal', { headers, address: '192.0.2.1' })
          return guessed.outcome
        })
        return [...new Set(await Promise.all(guesses))].toSorted().join(', then ')
      },
      '401 invalid-credentials, then 429 too-many-requests',
    ],
    ...['admin', 'root', 'sa', 'admin@portaria.example'].map<Refusal>((name) => [
      'V6.3.2',
      `a default account: ${name}`,
      () => signInWith(name, name),
      '401 invalid-credentials',
    ]),
    [
      'V6.3.3',
      'a password instead of a session',
      async () => {
        const token = await app.trips.begin((await app.build.user()).email)
        return (await app.trips.validate(token)).outcome
      },
      '401 access-token-invalid',
    ],
    [
      'V6.3.4',
      'a password of a federated user',
      async () => signInWith((await app.build.user({ federated: true })).email, defaultPassword),
      '401 invalid-credentials',
    ],
    [
      'V6.4.1',
      'an initial password after a day',
      async () => {
        const { email } = await invited()
        app.clock.advance(hours(24))
        return signInWith(email, defaultPassword)
      },
      '401 invalid-credentials',
    ],
    [
      'V6.4.1',
      'an initial password as the permanent one',
      () => setFirstPassword({ newPassword: defaultPassword }),
      '400 password-already-used',
    ],
    [
      'V6.4.3',
      'a recovery that bypasses the second factor',
      async () => {
        const { email } = await invited()
        const session = await app.trips.begin(email)
        const body = { session, email, answer: 'EMAIL_OTP' as const }
        return (await app.client.call('userChooseMfa', { body })).outcome
      },
      '403 mfa-refused',
    ],
    [
      'V6.5.1',
      'a code that was used',
      async () => {
        const challenge = await challenged()
        await answer(challenge)
        return answer(challenge)
      },
      '409 mfa-session-used',
    ],
    [
      'V6.5.5',
      'a code after its five minutes',
      async () => {
        const challenge = await challenged()
        app.clock.advance(minutes(5))
        return answer(challenge)
      },
      '401 mfa-session-expired',
    ],
    [
      'V6.6.1',
      'a code by SMS without a phone number',
      async () => {
        const { email } = await app.build.user()
        const session = await app.trips.begin(email)
        const body = { session, email, answer: 'SMS_MFA' as const }
        return (await app.client.call('userChooseMfa', { body })).outcome
      },
      '403 mfa-refused',
    ],
    [
      'V6.6.2',
      'the code of another sign-in of the same user',
      async () => {
        const user = await app.build.user()
        const before = await challenged(user)
        const { code } = await challenged(user)
        return answer({ ...before, code: code === before.code ? wrong(code) : code })
      },
      '400 mfa-invalid-code',
    ],
    [
      'V6.6.2',
      'a code that a newer one replaced',
      async () => {
        const { email, session, code } = await challenged()
        const next = await app.trips.sendCode(session, email)
        return answer({ email, session, code: next === code ? wrong(code) : code })
      },
      '400 mfa-invalid-code',
    ],
    [
      'V6.6.3',
      'the right code after five wrong ones',
      async () => {
        const challenge = await challenged()
        for (let tries = 0; tries < 5; tries++)
          await answer({ ...challenge, code: wrong(challenge.code) })
        return answer(challenge)
      },
      '409 mfa-session-used',
    ],
    [
      'V7.2.1',
      'a forged token',
      async () => {
        const who = await signedIn()
        const forged = await forgedTokens(who.token, { db: app.db, keyring: app.app.keyring })
        const outcomes = Object.values(forged).map((token) => validate({ ...who, token }))
        return [...new Set(await Promise.all(outcomes))].join()
      },
      '401 access-token-invalid',
    ],
    [
      'V7.2.4',
      'a token in the browser of another sign-in',
      async () => {
        const user = await app.build.user()
        const first = await app.trips.signIn(user.email)
        const { cookie } = await app.trips.signIn(user.email)
        return validate({ ...first, cookie })
      },
      '401 access-token-invalid',
    ],
    [
      'V7.3.1',
      'a session after an hour without use',
      async () => {
        const who = await signedIn()
        app.clock.advance(hours(1))
        return validate(who)
      },
      '401 access-token-expired',
    ],
    [
      'V7.3.2',
      'a session in use, after 12 hours',
      async () => {
        const who = await signedIn()
        for (let half = 0; half < 24; half++) {
          await validate(who)
          app.clock.advance(minutes(30))
        }
        return validate(who)
      },
      '401 access-token-expired',
    ],
    [
      'V7.4.1',
      'a session that was signed out',
      async () => {
        const who = await signedIn()
        await app.client.call('userInvalidateToken', { ...who, body: { access_token: who.token } })
        return validate(who)
      },
      '401 access-token-expired',
    ],
    [
      'V7.4.2',
      'a session of a blocked user',
      () => sessionAfter(suspend),
      '401 access-token-expired',
    ],
    [
      'V7.4.2',
      'a session of a deleted user',
      () => sessionAfter(remove),
      '401 access-token-expired',
    ],
    [
      'V7.4.3',
      'a session from before the password change',
      async () => {
        const user = await app.build.user()
        const who = await app.trips.signIn(user.email)
        await app.db
          .updateTable('passwords')
          .set({ temporary: true, expires_at: new Date(app.clock.now().getTime() + hours(24)) })
          .where('user_id', '=', user.id)
          .execute()
        await app.client.call('userSetPassword', {
          body: {
            session: await app.trips.begin(user.email),
            email: user.email,
            oldPassword: defaultPassword,
            newPassword: 'Bom-Dia-Vizinho-1987?',
            secretQuestion: { user: user.id, question: 1, response: 'Colégio São José' },
          },
        })
        return validate(who)
      },
      '401 access-token-expired',
    ],
    [
      'V7.5.1',
      'new recovery data without identity confirmation',
      async () => {
        const user = await app.build.user()
        const who = await app.trips.signIn(user.email)
        const body = { user: user.id, question: 1, response: 'Colégio São José' }
        return (await app.client.call('userSecretQuestion', { ...who, body })).outcome
      },
      '403 identity-confirmation-required',
    ],
    [
      'V7.5.2',
      'ending sessions without identity confirmation',
      async () => (await app.client.call('userSessionEndOthers', await signedIn())).outcome,
      '403 identity-confirmation-required',
    ],
  ]

  test.for(refusals)('%s refuses %s', async ([, , attempt, refusal]) => {
    expect(await attempt()).toBe(refusal)
  })
})
