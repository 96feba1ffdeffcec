/** A failover or an administrator can make the database read-only temporarily. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../../test/testing/test-app.ts'

/**
 * The probe of writes runs every 500 ms, so writes succeed again within 2 s. The rest is a margin for busy machines.
 */
const patience = 15_000

let app: TestApp
let admin: ConsoleClient
let name: string
let functionId: number

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  name = new URL(app.databaseUrl).pathname.slice(1)
  const { id: module_id } = await app.build.module()
  const row = { module_id, name: 'Função', url: '/funcao' }
  const made = await app.db.insertInto('functions').values(row).returning('id').executeTakeFirst()
  functionId = made?.id ?? 0
})
afterAll(() => app.close())
afterEach(() => writable())

const readOnly = () =>
  sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(app.db)
const writable = () =>
  sql`alter database ${sql.id(name)} reset default_transaction_read_only`.execute(app.db)
/** Terminates the server's connections, as a failover does. */
const disconnect = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}
    and application_name like 'portaria%' and usename <> current_user`.execute(app.db)

let actions = 0
const write = () =>
  admin.callWith({}, 'actionCreate', {
    body: { name: `Criar ${(actions += 1)}`, path: `acao-${actions}`, function_id: functionId },
  })
const read = async () => (await admin.callWith({}, 'serviceList', { query: {} })).status
const ready = async () => (await app.client.request('GET', '/api/health/ready')).status
const errors = () =>
  app.log
    .map((line) => JSON.parse(line) as { level: number; msg: string })
    .filter(({ level }) => level >= 50)

describe('a read-only database', () => {
  test('returns 503 for writes and not ready, serves reads, and recovers by itself', async () => {
    expect((await write()).outcome).toBe('200')
    app.log.length = 0
    await readOnly()
    await disconnect()
    await vi.waitFor(async () => expect((await write()).outcome).toBe('503 unavailable'))
    const refused = await Promise.all(Array.from({ length: 12 }, write))
    expect(new Set(refused.map(({ outcome }) => outcome))).toEqual(new Set(['503 unavailable']))
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect(await ready()).toBe(503)
    expect(await read()).toBe(200)

    await writable()
    await vi.waitFor(async () => expect(await ready()).toBe(200), patience)
    const written = await Promise.all(Array.from({ length: 12 }, write))
    expect(new Set(written.map(({ outcome }) => outcome))).toEqual(new Set(['200']))
    expect(errors().map(({ msg }) => msg)).toEqual(
      expect.not.arrayContaining(['undeclared error', 'the database is unavailable']),
    )
    expect(errors().filter(({ msg }) => msg.includes('refuses writes'))).toHaveLength(1)
  })

  test('is detected by readiness before a write is refused', async () => {
    await readOnly()
    await disconnect()
    await vi.waitFor(async () => expect(await ready()).toBe(503))
    await writable()
    await vi.waitFor(async () => expect(await ready()).toBe(200), patience)
    expect((await write()).outcome).toBe('200')
  })
})
