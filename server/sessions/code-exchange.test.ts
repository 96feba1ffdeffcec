import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes, seconds } from '../shared/clock.ts'
import type { Visitor } from '../../test/testing/builders.ts'
import { settleNotifications } from '../../test/testing/settle-notifications.ts'
import { countRows, createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'

let app: TestApp
let visitor: Visitor
let who: SignedIn

beforeAll(async () => {
  app = await createTestApp()
  visitor = await app.build.visitor()
  who = await app.trips.enter(visitor)
})
afterAll(() => app.close())

const freshCode = async (of: Visitor = visitor) =>
  (await app.trips.askForCode(who, of.at)).data.code
const exchange = (code: string, headers: Record<string, string> = {}, cookie?: string) =>
  app.client.call('userLocalToken', {
    query: { code },
    headers,
    ...(cookie !== undefined && { cookie }),
  })
const secretOf = (of: Visitor = visitor) => basic(of.module.id, of.module.secret ?? '')

describe('GET /user-local/token', () => {
  test('returns to the module a token for user, company and module, with the decoded content', async () => {
    const { data } = await exchange(await freshCode(), secretOf())
    expect(data.decodedToken).toMatchObject({
      user: { id: visitor.id, email: visitor.email },
      companies: [{ id: visitor.company.id, name: visitor.company.name }],
      module_id: visitor.module.id,
      company_id: visitor.company.id,
      spid: null,
    })
    expect((await app.trips.validate(data.access_token)).data).toMatchObject({
      user_id: visitor.id,
    })
  })

  test('a code expires after 60 seconds', async () => {
    const [early, late] = [await freshCode(), await freshCode()]
    app.clock.advance(seconds(60) - 1)
    expect((await exchange(early, secretOf())).outcome).toBe('200')
    app.clock.advance(1)
    expect((await exchange(late, secretOf())).outcome).toBe('404 code-not-found')
  })

  test('the code is stored as a hash and is too long to guess', async () => {
    const code = await freshCode()
    expect(code).toMatch(/^[\w-]{43}$/)
    const rows = await app.db.selectFrom('one_time_codes').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(rows.every(({ digest }) => digest.length === 32)).toBe(true)
  })

  test('a second exchange is refused and revokes the token of the first one', async () => {
    const code = await freshCode()
    const { access_token: token } = (await exchange(code, secretOf())).data
    expect((await app.trips.validate(token)).status).toBe(200)
    expect((await exchange(code, secretOf())).outcome).toBe('404 code-not-found')
    expect((await app.trips.validate(token)).outcome).toBe('401 access-token-expired')
    expect((await app.trips.validate(who.token, who.cookie)).status).toBe(200)
  })

  test('a repeated code without the secret revokes no token', async () => {
    const code = await freshCode()
    const { access_token: token } = (await exchange(code, secretOf())).data
    expect((await exchange(code)).outcome).toBe('401 module-secret-invalid')
    expect((await app.trips.validate(token)).status).toBe(200)
  })

  test('of concurrent exchanges exactly one succeeds', async () => {
    const code = await freshCode()
    const responses = await Promise.all(Array.from({ length: 6 }, () => exchange(code, secretOf())))
    expect(responses.map(({ outcome }) => outcome).toSorted()).toEqual([
      '200',
      ...Array<string>(5).fill('404 code-not-found'),
    ])
    const tokens = await app.db
      .selectFrom('one_time_codes')
      .select('token_id')
      .where('used_at', 'is not', null)
      .execute()
    expect(new Set(tokens.map(({ token_id }) => token_id)).size).toBe(tokens.length)
  })

  test('many concurrent exchanges succeed on an instance without caches', async () => {
    const cold = await app.beside()
    // Bypasses the cache, so each exchange reads session and grants from the database.
    cold.app.changes.connected = false
    const codes = await Promise.all(Array.from({ length: 40 }, () => freshCode()))
    const responses = await Promise.all(
      codes.map((code) =>
        cold.client.call('userLocalToken', { query: { code }, headers: secretOf() }),
      ),
    )
    expect(responses.map(({ outcome }) => outcome)).toEqual(Array(40).fill('200'))
    await cold.close()
  })

  test('an unknown code gets the same response as a used one and leaves no row', async () => {
    const before = await countRows(app.db)
    expect((await exchange('x'.repeat(43), secretOf())).outcome).toBe('404 code-not-found')
    expect((await exchange('x', secretOf())).failure.httpMessage).toBe('Usuário não autorizado.')
    expect(await countRows(app.db)).toEqual(before)
  })

  test('a code is refused after its session, grant or user has ended', async () => {
    const mine = await app.build.visitor()
    const session = await app.trips.enter(mine)
    const ask = async () => (await app.trips.askForCode(session, mine.at)).data.code
    const [revoked, signedOut] = [await ask(), await ask()]
    await app.db.deleteFrom('user_profiles').where('user_id', '=', mine.id).execute()
    await settleNotifications(app, app.db)
    expect((await exchange(revoked, secretOf(mine))).outcome).toBe('404 code-not-found')
    await app.build.assign({
      userId: mine.id,
      profileId: mine.profileId,
      companyId: mine.company.id,
    })
    await app.client.call('userInvalidateToken', {
      ...session,
      body: { access_token: session.token },
    })
    expect((await exchange(signedOut, secretOf(mine))).outcome).toBe('404 code-not-found')
  })
})

test('a code of an idle session is refused', async () => {
  const code = await freshCode()
  app.clock.advance(minutes(60))
  expect((await exchange(code, secretOf())).outcome).toBe('404 code-not-found')
})
