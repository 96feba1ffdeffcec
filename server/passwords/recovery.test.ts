import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '../secrets/password-hash.ts'
import { defaultPassword } from '../testing/builders.ts'
import { hours } from '../shared/clock.ts'
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
  const mailsTo = (email: string) =>
    app.db
      .selectFrom('outbox')
      .select(['subject', 'body_text'])
      .where('recipient', '=', email)
      .execute()

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
    const password = mail?.body_text.split('\n\n')[2] ?? ''
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
          headers: basic(email, mail?.body_text.split('\n\n')[2] ?? ''),
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

  test('unknown, wrong answer, wrong question, blocked, deleted, federated: the same answer, and no mail', async () => {
    const known = await recover((await withAnswer()).email)
    const { requestId: _, ...expected } = JSON.parse(known.text) as Record<string, unknown>
    const cases = [
      recover('ninguem@operadora.example'),
      recover((await withAnswer()).email, 'outra escola'),
      recover((await withAnswer()).email, 'Colégio São José', 3),
      recover((await withAnswer({ suspended: true })).email),
      recover((await withAnswer({ status: 0 })).email),
      recover((await withAnswer({ federated: true })).email),
      recover((await app.build.user()).email),
    ]
    const before = await app.db
      .selectFrom('outbox')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    for (const answer of await Promise.all(cases)) expect(JSON.parse(answer.text)).toEqual(expected)
    const after = await app.db
      .selectFrom('outbox')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(after.count).toBe(before.count)
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
