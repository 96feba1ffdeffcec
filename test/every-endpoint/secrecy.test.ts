import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { basic } from '../testing/test-client.ts'

describe('every secret of the flow', () => {
  let app: TestApp
  const password = 'Muito-Secreta-#-2026!'
  /** Every secret of the flow by name. */
  const secrets: Record<string, string> = { password }

  beforeAll(async () => {
    app = await createTestApp()
    const user = await app.build.user({ password, phone: '5511987654321' })
    const visitor = await app.build.visitor({ user })
    const wrong = 'Quase-A-Mesma-#-2026!'
    await app.client.call('authLocal', { headers: basic(user.email, wrong) })
    const session = await app.trips.begin(user.email, password)
    const otp = await app.trips.sendCode(session, user.email, 'SMS_MFA')
    await app.trips.answer(session, user.email, otp === '000000' ? '000001' : '000000', 'SMS_MFA')
    await app.trips.answer(session, user.email, otp, 'SMS_MFA')
    const initial = await app.trips.signIn(user.email, password)
    const { code } = (await app.trips.askForCode(initial, visitor.at)).data
    await app.client.call('userLocalToken', {
      query: { code },
      headers: basic(visitor.module.id, 'wrong'),
    })
    const { access_token: token } = (await app.trips.exchange(code, visitor.module)).data
    await app.trips.exchange(code, visitor.module)
    await app.trips.validate(token)
    await app.trips.validate(`${initial.token}x`, initial.cookie)
    await app.client.request('GET', `/api/user-local/token?code=${code}&unknown=${code}`)
    await app.client.request('POST', '/api/user/valid', {
      ...initial,
      body: `{"path":"${password}`,
    })
    await app.client.call('userInvalidateToken', {
      ...initial,
      body: { access_token: initial.token },
    })
    const program = await app.build.consoleUser()
    const ofProgram = { userId: program.id, companyId: program.company.id }
    const { token: apiToken } = await app.build.apiToken(ofProgram)
    await app.client.request('GET', '/api/user/consult/1', { token: apiToken })
    await app.client.request('GET', '/api/user/consult/1', { token: `${apiToken}x` })
    Object.assign(secrets, {
      'API token': apiToken,
      'wrong password': wrong,
      'Basic credentials': basic(user.email, password).authorization.slice(6),
      'handle of the challenge': session,
      'one-time password': otp,
      'initial token': initial.token,
      'value of the cookie': /portaria=([\w-]+)/.exec(initial.cookie)?.[1] ?? '',
      'one-time code': code,
      'token of the module': token,
      'secret of the module': visitor.module.secret ?? '',
    })
  })
  afterAll(() => app.close())

  test('is known to this test', () => {
    for (const [what, secret] of Object.entries(secrets))
      expect(secret.length, what).toBeGreaterThanOrEqual(6)
  })

  test('is in no log line of any level', () => {
    expect(app.log.length).toBeGreaterThan(0)
    for (const [what, secret] of Object.entries(secrets)) {
      expect(
        app.log.filter((line) => line.includes(secret)),
        what,
      ).toEqual([])
    }
  })

  test('is in no audit event', async () => {
    const { rows } = await sql<{
      event: string
    }>`select e::text as event from audit_events e`.execute(app.db)
    expect(rows.length).toBeGreaterThan(8)
    for (const [what, secret] of Object.entries(secrets)) {
      // Hashes and times can contain the digits of a code by chance, so codes must be whole words.
      const found = rows.filter(({ event }) =>
        what === 'one-time password' ? hasWord(event, secret) : event.includes(secret),
      )
      expect(found, what).toEqual([])
    }
  })

  test('is in no table in plain text', async () => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
      app.db,
    )
    for (const { name } of tables) {
      const { rows } = await sql<{
        row: string
      }>`select t::text as row from ${sql.table(name)} t`.execute(app.db)
      const text = rows.map(({ row }) => row).join('\n')
      for (const [what, secret] of Object.entries(secrets)) {
        // Hashes and times can contain the digits of a code by chance, so codes must be whole words.
        const found = what === 'one-time password' ? hasWord(text, secret) : text.includes(secret)
        expect(found, `${what} in ${name}`).toBe(false)
      }
    }
  })
})

function hasWord(text: string, word: string): boolean {
  return text
    .split(/[^0-9A-Za-z]+/)
    .some((part) => part === word && !/[.:]/.test(text.charAt(text.indexOf(word) - 1)))
}
