import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword, ownWork } from '../secrets/password-hash.ts'
import { defaultPassword } from '../../test/testing/builders.ts'
import { hours } from '../shared/clock.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'

describe('POST /user/recovery-account', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())
  beforeEach(() => app.db.deleteFrom('rate_limits').execute())

  async function withAnswer(
    change: { active?: boolean; suspended?: boolean; federated?: boolean } = {},
  ) {
    const user = await app.build.user()
    const hash = await hashPassword('colegio sao jose', ownWork)
    await app.db
      .insertInto('secret_answers')
      .values({ user_id: user.id, question_id: 2, hash })
      .execute()
    if (Object.keys(change).length)
      await app.db.updateTable('users').set(change).where('id', '=', user.id).execute()
    return user
  }

  const recover = (
    email: string,
    response = 'Colégio São José',
    question = 2,
    address = '192.0.2.1',
  ) =>
    app.client.call('userRecoveryAccount', {
      body: { email, question, response },
      address,
    })
  const mailsTo = async (email: string) =>
    (await readMessages(app.outbox, { to: email })).filter(
      ({ subject }) => subject === 'Sua senha temporária',
    )

  test.each(['Colégio São José', '  COLEGIO   sao josé ', 'colegio sao jose'])(
    'the answer %s is accepted, ignoring case, accents and spaces',
    async (response) => {
      const { email } = await withAnswer()
      expect((await recover(email, response)).outcome).toBe('200')
      expect(await mailsTo(email)).toHaveLength(1)
    },
  )

  /** Returns the temporary password in the last mail. */
  async function mailedTo(email: string): Promise<string> {
    const mails = await mailsTo(email)
    return mails.at(-1)?.text.split('\n\n')[2] ?? ''
  }
  const signIn = (email: string, password: string) =>
    app.client.call('authLocal', { headers: basic(email, password) })

  test('the mailed temporary password starts the first access; the current password stays valid', async () => {
    const { email } = await withAnswer()
    const { token, cookie } = await app.trips.signIn(email)
    await recover(email)
    const answer = await signIn(email, await mailedTo(email))
    expect(answer.data).toMatchObject({
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      first_access: false,
    })
    expect((await signIn(email, defaultPassword)).data.ChallengeName).toBe('SELECT_MFA_TYPE')
    expect((await app.trips.validate(token, cookie)).outcome).toBe('200')
  })

  describe('after the temporary password was used to set a new one', () => {
    const newPassword = 'Bom-Dia-Vizinho-1987?'
    const setPassword = (body: {
      session: string
      email: string
      oldPassword: string
      newPassword: string
    }) =>
      app.client.call('userSetPassword', {
        body: { ...body, secretQuestion: { user: body.email, question: 1, response: 'Praça' } },
      })

    async function renewed() {
      const { email } = await withAnswer()
      const signedIn = await app.trips.signIn(email)
      await recover(email)
      const temporary = await mailedTo(email)
      const session = (await signIn(email, temporary)).data.Session
      const { outcome } = await setPassword({ session, email, oldPassword: temporary, newPassword })
      return { email, signedIn, temporary, outcome }
    }

    test('only the new one is accepted, and existing sessions end', async () => {
      const { email, signedIn, temporary, outcome } = await renewed()
      expect(outcome).toBe('200')
      expect((await signIn(email, defaultPassword)).outcome).toBe('401 invalid-credentials')
      expect((await signIn(email, temporary)).outcome).toBe('401 invalid-credentials')
      expect((await signIn(email, newPassword)).data.ChallengeName).toBe('SELECT_MFA_TYPE')
      expect((await app.trips.validate(signedIn.token, signedIn.cookie)).outcome).toBe(
        '401 access-token-expired',
      )
    })

    test('the secret question and answer are kept if none are sent', async () => {
      const { email } = await withAnswer()
      await recover(email)
      const temporary = await mailedTo(email)
      const session = (await signIn(email, temporary)).data.Session
      const { outcome } = await app.client.call('userSetPassword', {
        body: { session, email, oldPassword: temporary, newPassword },
      })
      expect(outcome).toBe('200')
      await recover(email)
      expect(await mailsTo(email)).toHaveLength(2)
    })

    test('the temporary one may be typed in any case, with or without hyphens and spaces', async () => {
      for (const typed of [
        (mailed: string) => mailed.toLowerCase(),
        (mailed: string) => mailed.replaceAll('-', ''),
        (mailed: string) => mailed.replaceAll('-', ' '),
      ]) {
        const { email } = await withAnswer()
        await recover(email)
        const temporary = typed(await mailedTo(email))
        const session = (await signIn(email, temporary)).data.Session
        const passwords = { oldPassword: temporary, newPassword }
        expect((await setPassword({ session, email, ...passwords })).outcome).toBe('200')
      }
    })

    test('the new one must differ from the temporary one', async () => {
      const { email } = await withAnswer()
      await recover(email)
      const temporary = await mailedTo(email)
      const session = (await signIn(email, temporary)).data.Session
      const passwords = { oldPassword: temporary, newPassword: temporary }
      const { outcome } = await setPassword({ session, email, ...passwords })
      expect(outcome).toBe('400 invalid-input')
    })

    test('the old password must be the user’s own temporary one, within its 24 hours', async () => {
      const [{ email }, other] = [await withAnswer(), await withAnswer()]
      for (const each of [email, other.email]) await recover(each)
      app.clock.advance(hours(24) - 2)
      const session = (await signIn(email, await mailedTo(email))).data.Session
      const outcomeFor = async (oldPassword: string) =>
        (await setPassword({ session, email, oldPassword, newPassword })).outcome
      expect(await outcomeFor(await mailedTo(other.email))).toBe('401 invalid-credentials')
      app.clock.advance(2)
      expect(await outcomeFor(await mailedTo(email))).toBe('401 invalid-credentials')
      app.clock.advance(-1)
      expect(await outcomeFor(await mailedTo(email))).toBe('200')
    })
  })

  test('after two recoveries only the password of the second mail is valid', async () => {
    const { email } = await withAnswer()
    await recover(email)
    const first = await mailedTo(email)
    await recover(email)
    expect((await signIn(email, first)).outcome).toBe('401 invalid-credentials')
    expect((await signIn(email, await mailedTo(email))).outcome).toBe('200')
  })

  test('at most ten mails an hour are sent; only the audit log shows that the limit is reached', async () => {
    const { email } = await withAnswer()
    for (let n = 0; n < 11; n++)
      expect((await recover(email, undefined, undefined, `10.2.${n}.1`)).outcome).toBe('200')
    expect(await mailsTo(email)).toHaveLength(10)
    expect(await lastEvent(app.db)).toMatchObject({ after: { accepted: true, mailed: false } })
    expect((await signIn(email, await mailedTo(email))).outcome).toBe('200')
  })

  test('the temporary password expires after exactly 24 hours', async () => {
    const { email } = await withAnswer()
    await recover(email)
    const temporary = await mailedTo(email)
    app.clock.advance(hours(24) - 1)
    expect((await signIn(email, temporary)).outcome).toBe('200')
    app.clock.advance(1)
    expect((await signIn(email, temporary)).outcome).toBe('401 invalid-credentials')
  })

  test.each<[string, () => Promise<{ email: string; response?: string; question?: number }>]>([
    ['an unknown e-mail', async () => ({ email: 'ninguem@operadora.example' })],
    ['a wrong answer', async () => ({ ...(await withAnswer()), response: 'outra escola' })],
    ['another question', async () => ({ ...(await withAnswer()), question: 3 })],
    ['a blocked user', () => withAnswer({ suspended: true })],
    ['a deleted user', () => withAnswer({ active: false })],
    ['a federated user', () => withAnswer({ federated: true })],
    ['a user without an answer', () => app.build.user()],
  ])('for %s the response is the same, and no mail is sent', async (_, whose) => {
    const withoutId = ({ text }: { text: string }) => ({
      ...(JSON.parse(text) as Record<string, unknown>),
      requestId: '',
    })
    const known = withoutId(await recover((await withAnswer()).email))
    const { email, response, question } = await whose()
    expect(withoutId(await recover(email, response, question))).toEqual(known)
    expect(await mailsTo(email)).toEqual([])
  })

  test('the audit log records whether the answer was accepted', async () => {
    const { email } = await withAnswer()
    const lastAudit = async () => {
      const { target, after } = await lastEvent(app.db)
      return { target, after }
    }
    await recover(email, 'outra escola')
    expect(await lastAudit()).toEqual({
      target: `email:${email}`,
      after: { accepted: false, mailed: false },
    })
    await recover(email)
    expect(await lastAudit()).toEqual({
      target: `email:${email}`,
      after: { accepted: true, mailed: true },
    })
  })

  test('later rate limits do not reveal a correct answer', async () => {
    const waits = async (fourth: string) => {
      const { email } = await withAnswer()
      const outcomes: string[] = []
      for (const response of ['a', 'b', 'c', fourth, 'd', 'e', 'f', 'g'])
        outcomes.push((await recover(email, response)).outcome)
      return outcomes
    }
    expect(await waits('Colégio São José')).toEqual(await waits('outra escola'))
  })

  test('mails of a recovery do not use up the limit of sign-in codes', async () => {
    const { email } = await withAnswer()
    for (let n = 0; n < 12; n++) await recover(email, undefined, undefined, `192.0.2.${n}`)
    expect((await app.trips.signIn(email)).token).toEqual(expect.any(String))
  })

  test('guessing answers is slowed down, for existing and unknown accounts alike', async () => {
    for (const email of [(await withAnswer()).email, 'ninguem@operadora.example']) {
      const outcomes: string[] = []
      for (let guess = 0; guess < 8; guess++) {
        outcomes.push((await recover(email, `palpite ${guess}`)).outcome)
      }
      expect(outcomes).toEqual([
        ...Array<string>(6).fill('200'),
        '429 too-many-requests',
        '429 too-many-requests',
      ])
    }
  })

  test.each([
    ['email', { email: 'nada', question: 1, response: 'x' }],
    ['question', { email: 'a@b.example', question: 0, response: 'x' }],
    ['response', { email: 'a@b.example', question: 1, response: '   ' }],
  ])('an invalid %s is named', async (field, body) => {
    const { failure } = await app.client.request('POST', '/api/user/recovery-account', {
      body: JSON.stringify(body),
    })
    expect(Object.keys(failure.fields ?? {})).toEqual([field])
  })
})
