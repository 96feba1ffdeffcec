import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '../secrets/password-hash.ts'
import { defaultPassword } from '../testing/builders.ts'
import { hours } from '../shared/clock.ts'
import { lastEvent } from '../testing/last-event.ts'
import { readMessages } from '../testing/read-messages.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { basic } from '../testing/test-client.ts'

describe('POST /user/recovery-account', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())
  beforeEach(() => app.db.deleteFrom('rate_limits').execute())

  async function withAnswer(
    change: { status?: number; suspended?: boolean; federated?: boolean } = {},
  ) {
    const user = await app.build.user()
    const hash = await hashPassword('colegio sao jose')
    await app.db
      .insertInto('secret_answers')
      .values({ user_id: user.id, question_id: 2, hash })
      .execute()
    if (Object.keys(change).length)
      await app.db.updateTable('users').set(change).where('id', '=', user.id).execute()
    return user
  }

  const recover = (email: string, response = 'Colégio São José', question = 2) =>
    app.client.call('userRecoveryAccount', { body: { email, question, response } })
  const mailsTo = (email: string) => readMessages(app.outbox, { to: email })

  test.each(['Colégio São José', '  COLEGIO   sao josé ', 'colegio sao jose'])(
    '%s is the answer, whatever case, accents and spaces',
    async (response) => {
      const { email } = await withAnswer()
      expect((await recover(email, response)).outcome).toBe('200')
      expect(await mailsTo(email)).toHaveLength(1)
    },
  )

  test('the temporary password that is mailed signs in to the first access, and the old one no more', async () => {
    const { email } = await withAnswer()
    await recover(email)
    const [mail] = await mailsTo(email)
    const password = mail?.text.split('\n\n')[2] ?? ''
    const answer = await app.client.call('authLocal', { headers: basic(email, password) })
    expect(answer.data.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
    expect(
      (await app.client.call('authLocal', { headers: basic(email, defaultPassword) })).outcome,
    ).toBe('401 invalid-credentials')
  })

  test('the temporary password lives 24 hours, to the last millisecond', async () => {
    const { email } = await withAnswer()
    await recover(email)
    const [mail] = await mailsTo(email)
    const signIn = async () =>
      (
        await app.client.call('authLocal', {
          headers: basic(email, mail?.text.split('\n\n')[2] ?? ''),
        })
      ).outcome
    app.clock.advance(hours(24) - 1)
    expect(await signIn()).toBe('200')
    app.clock.advance(1)
    expect(await signIn()).toBe('401 invalid-credentials')
  })

  test('whoever is signed in is signed out by it', async () => {
    const { email } = await withAnswer()
    const { token, cookie } = await app.trips.signIn(email)
    await recover(email)
    expect((await app.trips.validate(token, cookie)).outcome).toBe('401 access-token-expired')
  })

  test.each<[string, () => Promise<{ email: string; response?: string; question?: number }>]>([
    ['nobody', async () => ({ email: 'ninguem@operadora.example' })],
    ['a wrong answer', async () => ({ ...(await withAnswer()), response: 'outra escola' })],
    ['another question', async () => ({ ...(await withAnswer()), question: 3 })],
    ['who is blocked', () => withAnswer({ suspended: true })],
    ['who is deleted', () => withAnswer({ status: 0 })],
    ['who is federated', () => withAnswer({ federated: true })],
    ['who never gave an answer', () => app.build.user()],
  ])('for %s the answer is the same as ever, and there is no mail', async (_, whose) => {
    const withoutId = ({ text }: { text: string }) => ({
      ...(JSON.parse(text) as Record<string, unknown>),
      requestId: '',
    })
    const known = withoutId(await recover((await withAnswer()).email))
    const { email, response, question } = await whose()
    expect(withoutId(await recover(email, response, question))).toEqual(known)
    expect(await mailsTo(email)).toEqual([])
  })

  test('the audit trail tells whether the answer was accepted', async () => {
    const { email } = await withAnswer()
    const told = async () => {
      const { target, after } = await lastEvent(app.db)
      return { target, after }
    }
    await recover(email, 'outra escola')
    expect(await told()).toEqual({ target: `email:${email}`, after: { accepted: false } })
    await recover(email)
    expect(await told()).toEqual({ target: `email:${email}`, after: { accepted: true } })
  })

  test('guessing answers is slowed down, for known and unknown alike', async () => {
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
  ])('a wrong %s is named', async (field, body) => {
    const { failure } = await app.client.request('POST', '/api/user/recovery-account', {
      body: JSON.stringify(body),
    })
    expect(Object.keys(failure.fields ?? {})).toEqual([field])
  })
})
