import { argon2Sync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { digestOf } from '../secrets/random.ts'
import { hours, minutes } from '../shared/clock.ts'
import { defaultPassword } from '../../test/testing/builders.ts'
import { countRows, createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { statementsOf } from '../../test/testing/statements.ts'
import { basic } from '../../test/testing/test-client.ts'
import { hashing, setHashCost } from '../secrets/password-hash.ts'

setHashCost()

describe('POST /auth-local', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())
  // Rate limits are tested separately.
  beforeEach(() => app.db.deleteFrom('rate_limits').execute())

  const start = (headers: Record<string, string>) => app.client.call('authLocal', { headers })
  const encoded = (bytes: Uint8Array) => ({
    authorization: `Basic ${Buffer.from(bytes).toString('base64')}`,
  })

  test('a correct password starts a challenge with a masked e-mail, and without SMS if there is no phone', async () => {
    const { email } = await app.build.user({ email: 'maria.silva@operadora.example' })
    const { data } = await start(basic(email, defaultPassword))
    expect(data).toEqual({
      Session: expect.stringMatching(/^[\w-]{43}$/) as string,
      ChallengeName: 'SELECT_MFA_TYPE',
      destinations: { EMAIL_OTP: 'm•••••@o•••••.example' },
    })
  })

  test('a stored phone is offered with its last four digits only', async () => {
    const { email } = await app.build.user({ phone: '5511987651234' })
    const answer = await start(basic(email, defaultPassword))
    expect(answer.data.destinations?.SMS_MFA).toBe('+55 ••••• 1234')
    expect(answer.text).not.toContain('8765')
  })

  test('a sign-in for which the queue of hashes has no room is refused without reading the database', async () => {
    let end = (): void => undefined
    const held = new Promise<void>((resolve) => (end = resolve))
    const jobs = Array.from({ length: 300 }, (_, n) =>
      hashing
        .run({ owner: [`rede ${n}`], maxQueued: 1, isGone: () => false }, () => held)
        .catch(() => undefined),
    )
    try {
      const statements = await statementsOf(async () => {
        const { outcome } = await start(basic('a@x.example', defaultPassword))
        expect(outcome).toBe('503 unavailable')
      })
      expect(statements).toEqual([])
    } finally {
      end()
      await Promise.all(jobs)
    }
  })

  test('the user is found by an e-mail in any case and with surrounding spaces', async () => {
    const { email } = await app.build.user()
    expect((await start(basic(` ${email.toUpperCase()} `, defaultPassword))).status).toBe(200)
  })

  test.each([
    ['colons', 'A:senha:tem:dois-pontos-2026!'],
    ['letters outside ASCII', 'Ção-Ünïcode-日本-🔑-2026!'],
    ['a space at each end', ' Senha-Com-Bordas-2026! '],
  ])('a password may contain %s', async (_, password) => {
    const { email } = await app.build.user({ password })
    expect((await start(basic(email, password))).status).toBe(200)
    expect((await start(basic(email, password.trim().replaceAll(':', '')))).status).toBe(
      password === password.trim().replaceAll(':', '') ? 200 : 401,
    )
  })

  test.each<[string, Record<string, string>]>([
    ['no credentials', {}],
    ['another scheme than Basic', { authorization: 'Bearer abc' }],
    ['invalid base64', { authorization: 'Basic %%%' }],
    ['nothing after Basic', { authorization: 'Basic ' }],
    ['no colon', encoded(Buffer.from('pessoa'))],
    ['no user', basic('', defaultPassword)],
    ['a control character', basic('pessoa@operadora.example', `${defaultPassword}\u0000`)],
    ['a line break', basic('pessoa@operadora.example\r\n', defaultPassword)],
    ['bytes that are not UTF-8', encoded(Buffer.from([0x61, 0x3a, 0xc3, 0x28]))],
    ['an empty password', basic('pessoa@operadora.example', '')],
    ['8 KB of text', basic('pessoa@operadora.example', 'x'.repeat(8192))],
  ])('credentials with %s are refused like wrong ones', async (_, headers) => {
    const answer = await start(headers)
    expect(answer.outcome).toBe('401 invalid-credentials')
    expect(answer.failure.httpMessage).toBe('Credenciais de acesso inválidas.')
  })

  test('unknown, wrong, blocked, deleted, federated and expired all get the same response', async () => {
    const soon = new Date(app.clock.now().getTime() + minutes(1))
    const refused = {
      unknown: 'ninguem@operadora.example',
      blocked: (await app.build.user({ blocked: true })).email,
      deleted: (await app.build.user({ deleted: true })).email,
      federated: (await app.build.user({ federated: true })).email,
      runOut: (await app.build.user({ temporaryUntil: soon })).email,
    }
    const { email: wrong } = await app.build.user()
    app.clock.advance(minutes(1))
    const answers = [await start(basic(wrong, `${defaultPassword}x`))]
    for (const email of Object.values(refused))
      answers.push(await start(basic(email, defaultPassword)))
    const shown = answers.map(({ status, failure }) => ({ status, ...failure, requestId: '' }))
    expect(new Set(shown.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(shown[0]).toMatchObject({ status: 401, code: 'invalid-credentials' })
    expect(new Set(answers.map(({ headers }) => [...headers.keys()].join())).size).toBe(1)
  })

  test('a refusal takes as long for an unknown user as for an existing one', async () => {
    const { email } = await app.build.user()
    const fastest = async (user: string) => {
      const times = []
      // After five attempts the rate limit would slow down further ones.
      for (let i = 0; i < 5; i++) {
        const begin = performance.now()
        expect((await start(basic(user, 'Outra-Senha-2026!'))).status).toBe(401)
        times.push(performance.now() - begin)
      }
      return Math.min(...times)
    }
    // Without the decoy hash an unknown user would be refused 20 times as fast. Noise is much smaller.
    expect((await fastest('ninguem@operadora.example')) / (await fastest(email))).toBeGreaterThan(
      0.4,
    )
  })

  test('a federated user who still has a password is refused', async () => {
    const { hash } = await app.db
      .selectFrom('passwords')
      .select('hash')
      .limit(1)
      .executeTakeFirstOrThrow()
    const { email } = await app.build.user({ federated: true, hash })
    expect((await start(basic(email, defaultPassword))).outcome).toBe('401 invalid-credentials')
  })

  test('a refusal writes only its audit event', async () => {
    const before = await countRows(app.db)
    await start(basic('ninguem@operadora.example', defaultPassword))
    const after = await countRows(app.db)
    expect(after).toEqual({ ...(before as object), audit_events: eventsOf(before) + 1 })
  })

  test('a temporary password requires a new one and offers no code', async () => {
    const until = new Date(app.clock.now().getTime() + minutes(1))
    const { email } = await app.build.user({ temporaryUntil: until })
    const { data } = await start(basic(email, defaultPassword))
    expect(data.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
    expect(data.destinations).toBeUndefined()
    const body = { session: data.Session, email, answer: 'EMAIL_OTP' as const }
    expect((await app.client.call('userChooseMfa', { body })).outcome).toBe('403 mfa-refused')
  })

  test('a hash with weaker parameters is replaced at the sign-in, and the password still fits', async () => {
    const weak = weakHash(defaultPassword)
    const { id, email } = await app.build.user({ hash: weak })
    expect((await start(basic(email, 'wrong'))).status).toBe(401)
    expect(await hashOf(id)).toBe(weak)
    expect((await start(basic(email, defaultPassword))).status).toBe(200)
    expect(await hashOf(id)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await start(basic(email, defaultPassword))).status).toBe(200)
  })

  test('the temporary password of a recovery never replaces a hash with weaker parameters', async () => {
    const weak = weakHash(defaultPassword)
    const { id, email } = await app.build.user({ hash: weak })
    const temporary = 'Abcdefgh23456789!@#$'
    await app.db
      .insertInto('recovery_passwords')
      .values({
        user_id: id,
        digest: digestOf(temporary),
        expires_at: new Date(app.clock.now().getTime() + hours(24)),
      })
      .execute()
    const { data } = await start(basic(email, temporary))
    expect(data.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
    expect(await hashOf(id)).toBe(weak)
  })

  async function hashOf(userId: number): Promise<string> {
    const query = app.db.selectFrom('passwords').select('hash').where('user_id', '=', userId)
    return (await query.executeTakeFirstOrThrow()).hash
  }
})

function eventsOf(counts: unknown): number {
  return (counts as { audit_events: number }).audit_events
}

function weakHash(password: string): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce,
    tagLength: 32,
    memory: 4096,
    passes: 1,
    parallelism: 1,
  })
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=4096,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`
}
