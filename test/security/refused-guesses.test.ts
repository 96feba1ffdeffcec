import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hours } from '../../server/shared/clock.ts'
import { defaultPassword } from '../testing/builders.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { basic } from '../testing/test-client.ts'

/** Audit events of refused guesses, including guesses that a rate limit refuses. */
describe('refused guesses', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  const refusals = async (target: string) =>
    (
      await app.db
        .selectFrom('audit_events')
        .select('after')
        .where('target', '=', target)
        .orderBy('seq')
        .execute()
    ).map(({ after }) => after)

  test('thirty concurrent wrong passwords leave thirty events', async () => {
    const { id, email } = await app.build.user()
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, async () =>
        app.client.call('authLocal', { headers: basic(email, 'errada'), address: '192.0.2.1' }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 200)).toEqual([])
    expect(await refusals(`user:${id}`)).toHaveLength(30)
  })

  test('a correct password that a rate limit refuses leaves an event with the number of refusals so far', async () => {
    const { id, email } = await app.build.user()
    const guess = (password: string) =>
      app.client.call('authLocal', { headers: basic(email, password), address: '192.0.2.1' })
    for (let n = 0; n < 6; n++) await guess('errada')
    await guess(defaultPassword)
    await guess(defaultPassword)
    expect((await refusals(`user:${id}`)).slice(-3)).toEqual([
      { refused: 'invalid-credentials' },
      { refused: 'too-many-requests', refusals: 1 },
      { refused: 'too-many-requests', refusals: 2 },
    ])
  })

  test.each(['code', 'answer', 'confirmation', 'old password'] as const)(
    'a wrong %s that a rate limit refuses leaves an event',
    async (what) => {
      const user = await app.build.user()
      const last = async () =>
        await app.db
          .selectFrom('audit_events')
          .select(['target', 'after'])
          .orderBy('seq', 'desc')
          .executeTakeFirstOrThrow()
      const { email } = user
      if (what === 'code') {
        for (let n = 0; n < 12; n++) {
          const session = await app.trips.begin(email)
          await app.client.call('userChooseMfa', { body: { session, email, answer: 'EMAIL_OTP' } })
          await app.client.call('userChangeMfa', {
            body: { session, email, code: '000000', challengeName: 'EMAIL_OTP' },
            address: '192.0.2.1',
          })
          await app.db
            .deleteFrom('rate_limits')
            .where('key', 'like', 'failures:message:%')
            .execute()
        }
      } else if (what === 'answer') {
        for (let n = 0; n < 7; n++)
          await app.client.call('userRecoveryAccount', {
            body: { email, question: 1, response: `palpite ${n}` },
            address: '192.0.2.1',
          })
      } else if (what === 'confirmation') {
        const who = await app.trips.signIn(email)
        for (let n = 0; n < 7; n++)
          await app.client.call('userLocalAuthValidate', {
            ...who,
            body: { basic: Buffer.from(`${email}:errada`).toString('base64') },
          })
      } else {
        await app.db
          .updateTable('passwords')
          .set({ temporary: true, expires_at: new Date(app.clock.now().getTime() + hours(1)) })
          .where('user_id', '=', user.id)
          .execute()
        const session = await app.trips.begin(email)
        for (let n = 0; n < 7; n++)
          await app.client.call('userSetPassword', {
            body: {
              session,
              email,
              oldPassword: 'errada',
              newPassword: 'Bom-Dia-Vizinho-1987?',
              secretQuestion: { user: email, question: 1, response: 'x' },
            },
          })
      }
      expect(await last()).toEqual({
        target: what === 'answer' ? `email:${email}` : `user:${user.id}`,
        after: { refused: 'too-many-requests', refusals: 1 },
      })
    },
  )

  test('a flood is audited in samples, but the reuse of a code, which revokes a token, is always audited', async () => {
    const expire = app.clock.now().getTime() + hours(1)
    const flooded = 'refusals:handle:network:192.0.2.66'
    await app.db.insertInto('rate_limits').values({ key: flooded, points: 2000, expire }).execute()
    const visitor = await app.build.visitor()
    const who = await app.trips.signIn(visitor.email)
    const { code } = (await app.trips.askForCode(who, visitor.at)).data
    const { module } = visitor.at
    const exchange = () =>
      app.client.call('userLocalToken', {
        query: { code },
        address: '192.0.2.66',
        headers: module.secret ? basic(module.id, module.secret) : { origin: module.origin },
      })
    const { access_token: token } = (await exchange()).data
    const before = (await lastSeq()) ?? 0
    expect((await exchange()).failure.code).toBe('code-not-found')
    expect((await app.trips.validate(token)).status).toBe(401)
    expect(await lastSeq()).toBe(before + 1)
    expect((await exchange()).failure.code).toBe('code-not-found')
    expect(await lastSeq()).toBe(before + 1)
  })

  const lastSeq = async () =>
    (await sql<{ seq: number }>`select max(seq)::integer seq from audit_events`.execute(app.db))
      .rows[0]?.seq
})
