import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passwordRules } from '../../contract/password-policy.ts'
import { days, hours, minutes } from '../shared/clock.ts'
import { hashing, hashPassword, ownWork } from '../secrets/password-hash.ts'
import { defaultPassword } from '../../test/testing/builders.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'

const newPassword = 'Bom-Dia-Vizinho-1987?'

describe('a new password', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  /** Creates a user with a temporary password and starts a sign-in with it. */
  async function invited() {
    const user = await app.build.user()
    const until = new Date(app.clock.now().getTime() + hours(24))
    await app.db
      .updateTable('passwords')
      .set({ temporary: true, expires_at: until })
      .where('user_id', '=', user.id)
      .execute()
    const started = await app.client.call('authLocal', {
      headers: basic(user.email, defaultPassword),
    })
    return { ...user, started }
  }

  type Invited = Awaited<ReturnType<typeof invited>>

  const set = (who: Invited, change: Record<string, unknown> = {}) =>
    app.client.request('POST', '/api/user/set-password', {
      body: JSON.stringify({
        session: who.started.data.Session,
        email: who.email,
        oldPassword: defaultPassword,
        newPassword,
        secretQuestion: { user: who.email, question: 1, response: 'Colégio São José' },
        ...change,
      }),
    })

  test('is never hashed for a handle of another step', async () => {
    const { email } = await app.build.user()
    const session = await app.trips.begin(email)
    const ordered = hashing.ordered
    const secretQuestion = { user: email, question: 1, response: 'Praça' }
    const answers = [
      await app.client.call('userSetPassword', {
        body: { session, email, oldPassword: defaultPassword, newPassword, secretQuestion },
      }),
      await app.client.call('userSetPasswordExpired', {
        body: { access_token: session, email, newPassword },
      }),
    ]
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(2).fill('403 mfa-refused'))
    expect(hashing.ordered).toBe(ordered)
  })

  describe('POST /user/set-password', () => {
    test('a temporary password only starts the first access; afterwards only the new one is accepted', async () => {
      const who = await invited()
      expect(who.started.data).toEqual({
        Session: expect.any(String) as string,
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        first_access: true,
      })
      expect((await set(who)).outcome).toBe('200')
      expect(
        (await app.client.call('authLocal', { headers: basic(who.email, defaultPassword) }))
          .outcome,
      ).toBe('401 invalid-credentials')
      const again = await app.client.call('authLocal', { headers: basic(who.email, newPassword) })
      expect(again.data.ChallengeName).toBe('SELECT_MFA_TYPE')
    })

    test('a first access without a secret question is refused', async () => {
      const { outcome, failure } = await set(await invited(), { secretQuestion: undefined })
      expect(outcome).toBe('400 invalid-input')
      expect(failure.fields).toEqual({ secretQuestion: 'Selecione a pergunta.' })
    })

    test('no code is sent for a challenge that requires a new password', async () => {
      const who = await invited()
      const sent = await app.client.call('userChooseMfa', {
        body: { session: who.started.data.Session, email: who.email, answer: 'EMAIL_OTP' },
      })
      expect(sent.outcome).toBe('403 mfa-refused')
    })

    test('an expired temporary password is refused like a wrong one', async () => {
      const who = await invited()
      app.clock.advance(hours(25))
      expect(
        (await app.client.call('authLocal', { headers: basic(who.email, defaultPassword) }))
          .outcome,
      ).toBe('401 invalid-credentials')
    })

    test.each([
      ['Curta-1!', passwordRules[0]?.sentence],
      ['tudo-minusculo-2026!', passwordRules[1]?.sentence],
      ['Sem-Numero-Nenhum-Aqui!', passwordRules[2]?.sentence],
      ['TUDO-MAIUSCULO-2026!', passwordRules[3]?.sentence],
      ['Sem0EspecialNenhum1234', passwordRules[4]?.sentence],
    ])(
      'the password %s is refused with the first rule that it breaks',
      async (password, sentence) => {
        const who = await invited()
        const { failure } = await set(who, { newPassword: password })
        expect(failure.code).toBe('invalid-input')
        expect(failure.fields).toEqual({ newPassword: sentence })
      },
    )

    test.each(['Portaria-Portaria-2026!', 'Senha-Senha-Senha-123456!', 'Aaaaaaaaaaaaaaaaaaaa-1!'])(
      'the password %s is guessable',
      async (password) => {
        expect((await set(await invited(), { newPassword: password })).outcome).toBe(
          '400 password-guessable',
        )
      },
    )

    test('the secret answer replaces the previous one, including its question', async () => {
      const who = await invited()
      const before = { question_id: 2, hash: await hashPassword('colegio sao jose', ownWork) }
      await app.db
        .insertInto('secret_answers')
        .values({ user_id: who.id, ...before })
        .execute()
      await set(who)
      const answers = app.db.selectFrom('secret_answers').select(['question_id', 'hash'])
      const [after, ...more] = await answers.where('user_id', '=', who.id).execute()
      expect({ question: after?.question_id, more }).toEqual({ question: 1, more: [] })
      expect(after?.hash).not.toBe(before.hash)
    })

    test('an inactive secret question is neither offered nor accepted', async () => {
      const name = 'Qual era o número do seu primeiro telefone?'
      const { id } = await app.db
        .insertInto('secret_questions')
        .values({ name, active: false })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { questions } = (await app.client.call('secretQuestionList', {})).data
      expect(questions.map((question) => question.id)).toEqual([1, 2, 3, 4, 5, 6])
      const who = await invited()
      const secretQuestion = { user: who.email, question: id, response: 'Colégio São José' }
      expect((await set(who, { secretQuestion })).outcome).toBe('404 secret-question-not-found')
    })

    test('the user’s own name makes a password guessable', async () => {
      const who = await invited()
      const name = 'Marília Cândido'
      await app.db.updateTable('users').set({ name }).where('id', '=', who.id).execute()
      expect((await set(who, { newPassword: 'Marilia-Candido-7!' })).outcome).toBe(
        '400 password-guessable',
      )
    })

    test('the temporary password counts as already used', async () => {
      const { failure } = await set(await invited(), { newPassword: defaultPassword })
      expect(failure.httpMessage).toBe('Password was already used')
    })

    test.each([
      [
        'another temporary password',
        { oldPassword: 'Outra-Senha-Qualquer-1!' },
        '401 invalid-credentials',
      ],
      ['the e-mail of another user', { email: 'outra@operadora.example' }, '403 mfa-refused'],
      [
        'a secret answer for another user',
        { secretQuestion: { user: 'outra@operadora.example', question: 1, response: 'x' } },
        '403 mfa-refused',
      ],
      [
        'an unknown question',
        { secretQuestion: { user: 'same', question: 99, response: 'x' } },
        '404 secret-question-not-found',
      ],
      [
        'an empty answer',
        { secretQuestion: { user: 'same', question: 1, response: '  ' } },
        '400 invalid-input',
      ],
      ['a foreign handle', { session: 'A'.repeat(43) }, '401 mfa-session-expired'],
    ])('%s is refused and changes nothing', async (_, change: Record<string, unknown>, outcome) => {
      const who = await invited()
      const body: Record<string, unknown> = { ...change }
      const question = change['secretQuestion']
      if (JSON.stringify(question)?.includes('"same"')) {
        body['secretQuestion'] = { ...Object(question), user: who.email }
      }
      expect((await set(who, body)).outcome).toBe(outcome)
      expect(
        (await app.client.call('authLocal', { headers: basic(who.email, defaultPassword) })).status,
      ).toBe(200)
    })

    test('of two concurrent first accesses one succeeds', async () => {
      const who = await invited()
      const outcomes = (
        await Promise.all([set(who), set(who, { newPassword: `${newPassword}2` })])
      ).map(({ outcome }) => outcome)
      expect(outcomes.toSorted()).toEqual(['200', '409 mfa-session-used'])
    })

    test('the handle expires after 15 minutes', async () => {
      const who = await invited()
      app.clock.advance(minutes(15))
      expect((await set(who)).outcome).toBe('401 mfa-session-expired')
    })
  })

  describe('POST /user/set-password-expired', () => {
    async function outdated() {
      const user = await app.build.user()
      const signedIn = await app.trips.signIn(user.email)
      const old = new Date(app.clock.now().getTime() - days(91))
      await app.db
        .updateTable('passwords')
        .set({ created_at: old })
        .where('user_id', '=', user.id)
        .execute()
      const session = await app.trips.begin(user.email)
      const answered = await app.trips.answer(
        session,
        user.email,
        await app.trips.sendCode(session, user.email),
      )
      return { ...user, signedIn, answered }
    }

    const renew = (
      who: Awaited<ReturnType<typeof outdated>>,
      password = newPassword,
      token = who.answered.data.access_token,
    ) =>
      app.client.call('userSetPasswordExpired', {
        body: { email: who.email, newPassword: password, access_token: token },
      })

    test('an expired password gives a token that sets a new one, and no session', async () => {
      const who = await outdated()
      expect(who.answered.data.expired).toBe(true)
      expect(who.answered.data.decodedToken).toBeUndefined()
      expect(who.answered.headers.getSetCookie()).toEqual([])
      expect((await renew(who)).outcome).toBe('200')
    })

    test('the temporary token opens nothing else', async () => {
      const who = await outdated()
      const token = who.answered.data.access_token
      expect((await app.client.call('userValidate', { token })).outcome).toBe(
        '401 access-token-invalid',
      )
      expect(
        (
          await app.client.call('userChooseMfa', {
            body: { session: token, email: who.email, answer: 'EMAIL_OTP' },
          })
        ).outcome,
      ).toBe('403 mfa-refused')
    })

    test('all earlier sessions end, and the user is notified by mail', async () => {
      const who = await outdated()
      expect((await app.trips.validate(who.signedIn.token, who.signedIn.cookie)).status).toBe(200)
      await renew(who)
      expect((await app.trips.validate(who.signedIn.token, who.signedIn.cookie)).outcome).toBe(
        '401 access-token-expired',
      )
      const mail = await app.db
        .selectFrom('outbox')
        .select('subject')
        .where('recipient', '=', who.email)
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow()
      expect(mail.subject).toBe('Sua senha foi alterada')
    })

    test('the last 12 passwords count as already used, the thirteenth does not', async () => {
      const who = await outdated()
      const now = app.clock.now().getTime()
      for (let age = 1; age <= 12; age++) {
        const at = new Date(now - days(200 + age))
        await app.db
          .insertInto('passwords')
          .values({
            user_id: who.id,
            hash: await hashPassword(`Antiga-Senha-Numero-${age}!`, ownWork),
            created_at: at,
            superseded_at: at,
          })
          .execute()
      }
      expect((await renew(who, 'Antiga-Senha-Numero-11!')).outcome).toBe(
        '400 password-already-used',
      )
      expect((await renew(who, 'Antiga-Senha-Numero-12!')).outcome).toBe('200')
    })

    test('it can be used once', async () => {
      const who = await outdated()
      await renew(who)
      expect((await renew(who, `${newPassword}3`)).outcome).toBe('409 mfa-session-used')
    })
  })
})
