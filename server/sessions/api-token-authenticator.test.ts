import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RateLimiter } from '../rate-limits/rate-limiter.ts'
import { apiTokenCalls } from '../rate-limits/call-rate-limiter.ts'
import { days, minutes, seconds } from '../shared/clock.ts'
import type { Visitor } from '../../test/testing/builders.ts'
import { settleNotifications } from '../../test/testing/settle-notifications.ts'
import { statementsOf } from '../../test/testing/statements.ts'
import { createTestApp, type TestApp, type TestInstance } from '../../test/testing/test-app.ts'
import { withinASecond } from '../../test/testing/instance-outcomes.ts'
import { newApiToken } from '../secrets/api-token.ts'
import { ApiTokenAuthenticator } from './api-token-authenticator.ts'

let app: TestApp
let person: Visitor

beforeAll(async () => {
  app = await createTestApp()
  person = await app.build.consoleUser()
})
afterAll(() => app.close())

/** Inserts a token of the user. */
async function createToken(): Promise<{ id: number; token: string }> {
  const { id: userId, company } = person
  const token = await app.build.apiToken({ userId, companyId: company.id })
  await settleNotifications(app, app.db)
  return token
}

const call = (token: string, address = '192.0.2.7', { client }: TestInstance = app) =>
  client.request('GET', '/api/function', { token, address })

const revoke = (id: number) =>
  app.db
    .updateTable('api_tokens')
    .set({ revoked_at: app.clock.now(), closed_at: app.clock.now() })
    .where('id', '=', id)
    .execute()

describe('a token in use', () => {
  test('needs no query for authentication', async () => {
    const { token } = await createToken()
    expect((await call(token)).outcome).toBe('200')
    const statements = await statementsOf(() => call(token))
    expect(statements.filter((text) => /api_tokens|access_links/.test(text))).toEqual([])
  })

  test('is refused on the next call after its revocation, by another process within a second', async () => {
    const { id, token } = await createToken()
    const beside = await app.beside()
    for (const on of [app, beside]) expect((await call(token, undefined, on)).outcome).toBe('200')
    await revoke(id)
    await withinASecond(async () => {
      for (const on of [app, beside])
        expect((await call(token, undefined, on)).outcome).toBe('401 access-token-expired')
    })
  })

  test('records its last use in batches and never moves it back', async () => {
    const { id, token } = await createToken()
    const lastUse = () =>
      app.db
        .selectFrom('api_tokens')
        .select(['last_used_at', 'last_used_address'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    for (const address of ['192.0.2.1', '192.0.2.2', '2001:db8::3']) await call(token, address)
    expect(await lastUse()).toEqual({ last_used_at: null, last_used_address: null })
    const at = app.clock.now()
    await app.app.apiTokens.flush()
    expect(await lastUse()).toEqual({ last_used_at: at, last_used_address: '2001:db8::3' })
    app.clock.advance(-seconds(5))
    await call(token, '192.0.2.9')
    app.clock.advance(seconds(5))
    await app.app.apiTokens.flush()
    expect(await lastUse()).toEqual({ last_used_at: at, last_used_address: '2001:db8::3' })
  })

  test('is rate-limited after 600 calls, even from different addresses', async () => {
    const { sessionCache, apiTokens: tokens } = app.app
    const rateLimiter = new RateLimiter(app.db, app.clock)
    const authenticator = new ApiTokenAuthenticator({
      tokens,
      sessionCache,
      rateLimiter,
      clock: app.clock,
    })
    const { token } = await createToken()
    for (let n = 0; n < apiTokenCalls.burst; n++)
      await authenticator.identify(token, `10.9.${n >> 8}.${n & 255}`)
    await expect(authenticator.identify(token, '192.0.2.7')).rejects.toMatchObject({
      code: 'too-many-requests',
      retryAfter: 1,
    })
    const other = await app.build.consoleUser()
    const beside = await app.build.apiToken({ userId: other.id, companyId: other.company.id })
    expect((await authenticator.identify(beside.token, '192.0.2.7')).userId).toBe(other.id)
    app.clock.advance(minutes(1))
    expect((await authenticator.identify(token, '192.0.2.7')).userId).toBe(person.id)
  })
})

describe('an unknown token', () => {
  test('without a valid checksum is refused without a query', async () => {
    const { token } = await createToken()
    const mistyped = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`
    const statements = await statementsOf(async () => {
      for (const wrong of [mistyped, 'portaria_', `${token}x`])
        expect((await call(wrong)).outcome).toBe('401 access-token-invalid')
    })
    expect(statements).toEqual([])
  })

  test('with a valid checksum costs one lookup and one count, is not cached, and costs nothing after 1,000 such tokens', async () => {
    const address = '203.0.113.9'
    const cached = (await createToken()).token
    expect((await call(cached, address)).outcome).toBe('200')
    const before = app.app.apiTokens.size
    const statements = await statementsOf(async () => {
      expect((await call(newApiToken(), address)).outcome).toBe('401 access-token-invalid')
    })
    expect(statements.length).toBeLessThanOrEqual(2)
    await app.db
      .updateTable('rate_limits')
      .set({ points: 1000 })
      .where('key', '=', `failures:handle:network:${address}`)
      .execute()
    const outcomes: string[] = []
    const flood = await statementsOf(async () => {
      for (let n = 0; n < 20; n++) outcomes.push((await call(newApiToken(), address)).outcome)
    })
    expect(outcomes.slice(0, 1)).toEqual(['401 access-token-invalid'])
    expect(new Set(outcomes.slice(2))).toEqual(new Set(['429 too-many-requests']))
    // The other tokens are refused without a query.
    expect(flood.length).toBeLessThan(10)
    expect(app.app.apiTokens.size).toBe(before)
    // Cached tokens from that network, and tokens from other networks, are still accepted.
    expect((await call(cached, address)).outcome).toBe('200')
    expect((await call((await createToken()).token, '198.51.100.4')).outcome).toBe('200')
  })
})

test('a token is valid only while its user has grants', async () => {
  const { token } = await createToken()
  expect((await call(token)).outcome).toBe('200')
  const { id, profileId, company } = person
  await app.db.deleteFrom('user_profiles').where('user_id', '=', id).execute()
  await settleNotifications(app, app.db)
  expect((await call(token)).outcome).toBe('401 access-token-expired')
  await app.build.assign({ userId: id, profileId, companyId: company.id })
  await settleNotifications(app, app.db)
  expect((await call(token)).outcome).toBe('200')
})

test('a token without expiry stays valid for years without use', async () => {
  const { token } = await createToken()
  app.clock.advance(days(1000))
  expect((await call(token)).outcome).toBe('200')
  app.clock.advance(-days(1000))
})
