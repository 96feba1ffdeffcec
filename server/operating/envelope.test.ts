import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectFailure } from '../../test/testing/expect-failure.ts'
import { countRows, createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'

let app: TestApp
let who: SignedIn

beforeAll(async () => {
  app = await createTestApp()
  who = await app.trips.enter(await app.build.user())
})
afterAll(() => app.close())

describe('internal failures', () => {
  test('an undeclared error is a 500 without details, which are logged', async () => {
    await sql`alter table module_logos rename to module_logos_away`.execute(app.db)
    const answer = await app.client.request('GET', `/api/module/1/logo/${'0'.repeat(64)}`)
    await sql`alter table module_logos_away rename to module_logos`.execute(app.db)
    expectFailure(answer, '500 internal')
    const line = app.log.find((entry) => entry.includes('undeclared error'))
    expect(line).toContain(answer.failure.requestId)
    expect(line).toContain('module_logos')
  })

  test('refused writes leave no row', async () => {
    const before = await countRows(app.db)
    await app.client.request('POST', '/api/user/choose-mfa', { body: '{"session":' })
    await app.client.request('POST', '/api/user/choose-mfa', {
      body: JSON.stringify({ session: 'x' }),
    })
    await app.client.request('POST', '/api/user/change-mfa', {
      body: JSON.stringify({
        session: 'x'.repeat(43),
        email: 'a@b.example',
        code: '123456',
        challengeName: 'EMAIL_OTP',
      }),
    })
    await app.client.request('PUT', '/api/user/invalidate-token', {
      ...who,
      body: JSON.stringify({ access_token: 'x' }),
    })
    await app.client.request('POST', '/api/user-local/code', {
      ...who,
      body: JSON.stringify({
        module_id: 1,
        redirect_uri: 'x',
        access_token: who.token,
        company_id: 1,
      }),
    })
    expect(await countRows(app.db)).toEqual(before)
  })

  test('a write is rolled back if its audit event cannot be written', async () => {
    const { email } = await app.build.user()
    const session = await app.trips.begin(email)
    const code = await app.trips.sendCode(session, email)
    const before = await countRows(app.db)
    await sql`alter table audit_entries add constraint nothing_goes check (false) not valid`.execute(
      app.db,
    )
    const answer = await app.trips.answer(session, email, code)
    await sql`alter table audit_entries drop constraint nothing_goes`.execute(app.db)
    expectFailure(answer, '500 internal')
    expect(await countRows(app.db)).toEqual(before)
    expect((await app.trips.answer(session, email, code)).status).toBe(200)
  })

  test.each([
    ['because of a deadlock in the statement', 'immediate', '40P01'],
    ['because of a deadlock at commit', 'deferred', '40P01'],
    ['because of a serialisation failure at commit', 'deferred', '40001'],
    ['because of a statement timeout', 'immediate', '57014'],
  ])(
    'a write that the database aborts %s is a 503 with retry-after, and a retry succeeds',
    async (_, initially, code) => {
      const { email } = await app.build.user()
      const session = await app.trips.begin(email)
      const sent = await app.trips.sendCode(session, email)
      const before = await countRows(app.db)
      await sql`create function take_back() returns trigger language plpgsql as
        ${sql.raw(`'begin raise exception ''waits for ShareLock'' using errcode = ''${code}''; end'`)}`.execute(
        app.db,
      )
      await sql`create constraint trigger take_back after insert on sessions deferrable initially ${sql.raw(initially)}
        for each row execute function take_back()`.execute(app.db)
      const answer = await app.trips.answer(session, email, sent)
      await sql`drop function take_back cascade`.execute(app.db)
      expectFailure(answer, '503 unavailable')
      expect(answer.failure.httpMessage).toBe(
        'Serviço temporariamente indisponível. Tente novamente em instantes.',
      )
      expect(answer.headers.get('retry-after')).toBe('1')
      expect(await countRows(app.db)).toEqual(before)
      expect((await app.trips.answer(session, email, sent)).status).toBe(200)
    },
  )

  test('an audit event is rolled back if its write cannot be committed', async () => {
    const { email } = await app.build.user()
    const session = await app.trips.begin(email)
    const code = await app.trips.sendCode(session, email)
    const before = await countRows(app.db)
    await sql`create function refuse_late() returns trigger language plpgsql as
      'begin raise exception ''too late''; end'`.execute(app.db)
    await sql`create constraint trigger refuse_late after insert on sessions deferrable initially deferred
      for each row execute function refuse_late()`.execute(app.db)
    const answer = await app.trips.answer(session, email, code)
    await sql`drop function refuse_late cascade`.execute(app.db)
    expectFailure(answer, '500 internal')
    expect(await countRows(app.db)).toEqual(before)
    expect((await app.trips.answer(session, email, code)).status).toBe(200)
  })
})
