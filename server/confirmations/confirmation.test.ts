import { hash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { after, hours, minutes } from '../shared/clock.ts'
import { defaultPassword, type BuiltUser } from '../../test/testing/builders.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'

const path = '/user/secret-question'

/** A write that a confirmation names. */
interface Operation {
  method: 'POST' | 'PUT'
  path: string
  body_sha256: string
}

describe('proof of identity', () => {
  let app: TestApp
  let user: BuiltUser
  let who: SignedIn

  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await app.db.deleteFrom('rate_limits').execute()
    user = await app.build.user()
    who = await app.trips.signIn(user.email)
  })

  /** Returns the body of a write that needs a confirmation: the user's own secret answer. */
  const bodyOf = (response = 'resposta') => JSON.stringify({ user: user.id, question: 1, response })
  const operation = (body: string): Operation => ({
    method: 'POST',
    path,
    body_sha256: hash('sha256', body),
  })
  const confirm = (
    bodies: string[],
    change: { password?: string; email?: string; operations?: Operation[] } = {},
    as: SignedIn = who,
  ) =>
    app.client.call('userLocalValidatePassword', {
      ...as,
      body: {
        email: user.email,
        password: defaultPassword,
        operations: bodies.map(operation),
        ...change,
      },
    })
  const save = (body: string, code?: string, as: SignedIn = who) =>
    app.client.request('POST', `/api${path}`, {
      ...as,
      body,
      headers: code === undefined ? {} : { code },
    })
  const answers = () =>
    app.db.selectFrom('secret_answers').selectAll().where('user_id', '=', user.id).execute()

  test('a write that needs a confirmation is refused without one and changes nothing', async () => {
    expect((await save(bodyOf())).outcome).toBe('403 identity-confirmation-required')
    expect((await save(bodyOf(), 'invented')).outcome).toBe('403 identity-confirmation-required')
    expect(await answers()).toEqual([])
  })

  test('a confirmation admits the write it names once, and the audit event records the method', async () => {
    const { code } = (await confirm([bodyOf()])).data
    expect((await save(bodyOf(), code)).outcome).toBe('200')
    expect((await save(bodyOf(), code)).outcome).toBe('403 identity-confirmation-required')
    const event = await app.db
      .selectFrom('audit_events')
      .select('confirmed_by')
      .where('event', '=', 'password.secret-answer-set')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
    expect(event.confirmed_by).toBe('password')
  })

  test('the audit event lists the writes of a confirmation', async () => {
    const change: Operation = { ...operation('{}'), method: 'PUT', path: '/service/7' }
    await confirm([], { operations: [operation(bodyOf()), change] })
    expect((await lastEvent(app.db)).after).toEqual({
      operations: [`POST ${path}`, 'PUT /service/7'],
    })
  })

  test('a confirmation admits no other body', async () => {
    const { code } = (await confirm([bodyOf('outra')])).data
    expect((await save(bodyOf(), code)).outcome).toBe('403 identity-confirmation-required')
    expect((await save(`${bodyOf('outra')} `, code)).outcome).toBe(
      '403 identity-confirmation-required',
    )
  })

  test.each([
    ['path', { path: '/user/other' }],
    ['method', { method: 'PUT' as const }],
  ])('a confirmation admits no other %s', async (_, change) => {
    const { code } = (
      await confirm([bodyOf()], { operations: [{ ...operation(bodyOf()), ...change }] })
    ).data
    expect((await save(bodyOf(), code)).outcome).toBe('403 identity-confirmation-required')
  })

  test('one confirmation admits the parallel writes of a save, each once', async () => {
    const bodies = [bodyOf('um'), bodyOf('dois'), bodyOf('dois')]
    const { code } = (await confirm(bodies)).data
    const outcomes = await Promise.all(
      [...bodies, bodyOf('um')].map(async (body) => (await save(body, code)).status),
    )
    expect(outcomes.toSorted()).toEqual([200, 200, 200, 403])
  })

  test('a confirmation is bound to the requesting session, not to its user', async () => {
    const other = await app.trips.signIn(user.email)
    const { code } = (await confirm([bodyOf()])).data
    expect((await save(bodyOf(), code, other)).outcome).toBe('403 identity-confirmation-required')
  })

  test('a confirmation is bound to the company and SPID of the requesting token', async () => {
    const { id, email, at } = await app.build.consoleUser({ spids: ['041', '042'] })
    await app.db.updateTable('modules').set({ is_enable_spid: true }).where('id', '=', 1).execute()
    const initial = await app.trips.signIn(email)
    const tokens = [
      initial,
      await app.trips.arrive(initial, { ...at, spid: '041' }),
      await app.trips.arrive(initial, { ...at, spid: '042' }),
    ]
    const body = JSON.stringify({ user: id, question: 1, response: 'resposta' })
    for (const [asking, as] of tokens.entries()) {
      const { code } = (await confirm([body], { email }, as)).data
      const outcomes = []
      for (const each of [...tokens.filter((other) => other !== as), as])
        outcomes.push((await save(body, code, each)).outcome)
      const refused = '403 identity-confirmation-required'
      expect(outcomes, `asked with token ${asking}`).toEqual([refused, refused, '200'])
    }
  })

  test('a confirmation is valid for exactly two minutes', async () => {
    const { code } = (await confirm([bodyOf('um'), bodyOf('dois')])).data
    app.clock.advance(minutes(2) - 1)
    expect((await save(bodyOf('um'), code)).outcome).toBe('200')
    app.clock.advance(1)
    expect((await save(bodyOf('dois'), code)).outcome).toBe('403 identity-confirmation-required')
  })

  test('a write with an invalid body does not use up its confirmation', async () => {
    const bad = JSON.stringify({ user: user.id + 1, question: 1, response: 'x' })
    const { code } = (await confirm([bad, bodyOf()])).data
    expect((await save(bad, code)).outcome).toBe('404 user-not-found')
    expect((await save(bodyOf(), code)).outcome).toBe('200')
  })

  test('a wrong password, or the password of another user, is refused and audited', async () => {
    expect((await confirm([bodyOf()], { password: 'errada' })).failure.httpMessage).toBe(
      'Senha inválida',
    )
    expect((await confirm([bodyOf()], { email: 'outra@operadora.example' })).outcome).toBe(
      '401 password-invalid',
    )
    const events = await app.db
      .selectFrom('audit_events')
      .select('after')
      .where('event', '=', 'identity.confirmed-by-password')
      .where('user_id', '=', user.id)
      .execute()
    expect(events).toEqual([
      { after: { operations: [`POST ${path}`], refused: 'password-invalid' } },
      { after: { operations: [`POST ${path}`], refused: 'password-invalid' } },
    ])
  })

  test('a temporary password is refused', async () => {
    await app.db
      .updateTable('passwords')
      .set({ temporary: true, expires_at: after(app.clock.now(), hours(24)) })
      .where('user_id', '=', user.id)
      .execute()
    expect((await confirm([bodyOf()])).outcome).toBe('401 password-invalid')
  })

  test('wrong passwords count as in a sign-in', async () => {
    for (let guess = 0; guess < 6; guess++)
      await confirm([bodyOf()], { password: `errada-${guess}` })
    expect((await confirm([bodyOf()])).outcome).toBe('429 too-many-requests')
  })

  test('the audit event of a confirmation lists its writes', async () => {
    await confirm([bodyOf()])
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'identity.confirmed-by-password',
      user_id: user.id,
      target: `user:${user.id}`,
      after: { operations: [`POST ${path}`] },
    })
  })

  test('the e-mail is compared regardless of case and surrounding space', async () => {
    const email = `  ${user.email.toUpperCase()} `
    expect((await confirm([bodyOf()], { email })).outcome).toBe('200')
  })

  test('an unknown federated proof is refused and audited', async () => {
    const answer = await app.client.call('userLocalValidateToken', {
      ...who,
      body: { token: 'x', operations: [operation(bodyOf())] },
    })
    expect(answer.outcome).toBe('401 federated-proof-invalid')
    expect(await lastEvent(app.db)).toMatchObject({
      operation: 'userLocalValidateToken',
      target: `user:${user.id}`,
      after: { refused: 'federated-proof-invalid' },
    })
  })

  test.each([
    ['none', []],
    [
      '51',
      Array.from({ length: 51 }, () => ({
        method: 'POST',
        path: '/a',
        body_sha256: '0'.repeat(64),
      })),
    ],
    ['a GET', [{ method: 'GET', path: '/a', body_sha256: '0'.repeat(64) }]],
    ['no hash', [{ method: 'POST', path: '/a', body_sha256: 'x' }]],
  ])(
    'operations must be writes with method, path and hash: %s is refused',
    async (_, operations) => {
      const answer = await app.client.request('POST', '/api/user-local/validate-password', {
        ...who,
        body: JSON.stringify({ email: user.email, password: defaultPassword, operations }),
      })
      expect(answer.outcome).toBe('400 invalid-input')
    },
  )

  test('POST /user-local/auth-validate accepts the own password, refuses others, and is audited', async () => {
    const check = (credentials: string) =>
      app.client.call('userLocalAuthValidate', {
        ...who,
        body: { basic: Buffer.from(credentials).toString('base64') },
      })
    expect((await check(`${user.email}:${defaultPassword}`)).outcome).toBe('200')
    const accepted = await lastEvent(app.db)
    expect(accepted).toMatchObject({ target: `user:${user.id}`, after: null })
    for (const wrong of [`${user.email}:errada`, 'no colon', `:${defaultPassword}`]) {
      expect((await check(wrong)).outcome).toBe('401 password-invalid')
      const { seq, ...refused } = await lastEvent(app.db)
      expect(seq).toBeGreaterThan(accepted.seq)
      expect(refused).toMatchObject({
        operation: 'userLocalAuthValidate',
        target: `user:${user.id}`,
        after: { refused: 'password-invalid' },
      })
    }
  })
})
