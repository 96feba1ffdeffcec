/**
 * The client's address. Forwarding headers are trusted only from the proxy, and only IP addresses are stored (issue 8,
 * row 7).
 */
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { defaultPassword } from '../testing/builders.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { testEnvironment } from '../testing/test-environment.ts'
import { basic } from '../testing/test-client.ts'
import { waitingFor } from '../testing/waiting-for.ts'

const trusting = (TRUST_PROXY: string) =>
  readConfig({ ...testEnvironment(3000, 'postgres://x/y'), TRUST_PROXY }).trustProxy

/** Returns the address in the audit event of a sign-in with these forwarded addresses. */
async function addressStored(app: TestApp, forwarded: string): Promise<string | null> {
  const { email } = await app.build.user()
  const headers = basic(email, defaultPassword)
  const answer = await app.client.call('authLocal', { headers, address: forwarded })
  expect(answer.status).toBe(200)
  const row = await app.db
    .selectFrom('audit_events')
    .select('address')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.address
}

describe.each([
  ['one hop', '1'],
  ['the network of the proxy', '127.0.0.0/8'],
])('behind a proxy that is trusted as %s', (_, trust) => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ config: { trustProxy: trusting(trust) } })
  })
  afterAll(() => app.close())

  test.each([
    ['one address', '198.51.100.7', '198.51.100.7'],
    ['an IPv6 address', '2001:db8::7', '2001:db8::7'],
    ['an IPv4 address in IPv6 notation', '::ffff:198.51.100.7', '198.51.100.7'],
    ['an address after one that the client forged', '203.0.113.99, 198.51.100.7', '198.51.100.7'],
    ['2,024 meaningless characters', 'x'.repeat(2024), '127.0.0.1'],
    ['an address with a zone of 2,000 characters', `fe80::1%${'x'.repeat(2000)}`, '127.0.0.1'],
    ['an address with a port', '198.51.100.7:4711', '127.0.0.1'],
    ['markup', '<script>1</script>', '127.0.0.1'],
  ])('%s is stored as an IP', async (__, forwarded, stored) => {
    expect(await addressStored(app, forwarded)).toBe(stored)
  })

  test("a different forged address in each call before the proxy's own does not change the stored address", async () => {
    const stored = new Set<string | null>()
    for (let n = 1; n < 4; n++) stored.add(await addressStored(app, `203.0.113.${n}, 198.51.100.7`))
    expect([...stored]).toEqual(['198.51.100.7'])
  })

  test('the log does not contain forged addresses', async () => {
    app.log.length = 0
    await app.client.request('GET', '/api/nothing', { address: 'y'.repeat(500) })
    const line = app.log.find((entry) => entry.includes('"refused"'))
    expect(line).toContain('"address":"127.0.0.1"')
    expect(line).not.toContain('yyy')
  })
})

describe('without a proxy', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ config: { trustProxy: trusting('') } })
  })
  afterAll(() => app.close())

  test('forwarded addresses of a client are ignored', async () => {
    expect(await addressStored(app, '198.51.100.7')).toBe('127.0.0.1')
  })

  test('the address of a client that disconnects during its write is stored', async () => {
    const { id, email } = await app.build.user()
    const { token, cookie } = await app.trips.signIn(email)
    const { server } = app.app.fastify
    const connections = promisify(server.getConnections.bind(server))
    const hungUp = new AbortController()
    await app.db.transaction().execute(async (holding) => {
      await sql`lock table sessions in share row exclusive mode`.execute(holding)
      const waiting = fetch(`${app.url}/api/user/invalidate-token`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ access_token: token }),
        signal: hungUp.signal,
      }).catch((error: unknown) => error)
      await waitingFor(app.db, 'update "sessions"')
      const before = await connections()
      hungUp.abort()
      await waiting
      await expect.poll(connections).toBeLessThan(before)
    })
    const told = app.db
      .selectFrom('audit_events')
      .select('address')
      .where('user_id', '=', id)
      .where('operation', '=', 'userInvalidateToken')
    await expect.poll(() => told.execute()).toEqual([{ address: '127.0.0.1' }])
  })
})

describe('TRUST_PROXY', () => {
  test.each([
    'true',
    'yes',
    'loopback',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.1,',
    '1,2',
    '-1',
    '100',
  ])('%s is refused at the start', (value) => {
    expect(() => trusting(value)).toThrow(
      `TRUST_PROXY must be the number of proxies in front, or their addresses and networks such as 10.0.0.0/8, not "${value}".`,
    )
  })
})
