import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Pool } from '../database/database.ts'
import { migrate, MIGRATIONS_FOLDER } from '../database/migrate.ts'
import { onOneConnection } from '../database/one-connection.ts'
import { Keyring } from '../secrets/keyring.ts'
import { createTestDatabase, type TestDatabase } from '../../test/testing/test-database.ts'
import { secretsKey } from '../../test/testing/test-environment.ts'
import { waitUntilSealed } from '../../test/testing/verified-audit-log.ts'
import { recordAudit } from './audit.ts'
import { loadAuditKey } from './sealing/audit-key.ts'
import { databaseLog } from './verifying/database-log.ts'
import { verifyAuditLog } from './verifying/verify-audit-log.ts'

/** Folder of the migrations up to the one that replaced the hash chain by the log. */
let before: string
let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  before = await mkdtemp(join(tmpdir(), 'portaria-chain-'))
  for (const name of await readdir(MIGRATIONS_FOLDER))
    if (name < '0020') await cp(join(MIGRATIONS_FOLDER, name), join(before, name))
})
afterAll(() => rm(before, { recursive: true }))
beforeEach(async () => {
  database = await createTestDatabase('empty')
  pool = openDatabase(database.ownerUrl, { max: 2, onError: () => undefined })
  await migrate(database, before)
})
afterEach(async () => {
  await pool.close()
  await database.drop()
})

const asOwner = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
  onOneConnection(database.ownerUrl, work)

/** Inserts three events of the chain and returns the hash of the last. */
function writeChain(): Promise<string> {
  return asOwner(async (client) => {
    for (const [target, after] of [
      ['user:12', '{"name": "Ana", "id": 12}'],
      ['email:ana@operadora.example', null],
      ['session:3f1b7a54-0000-4000-8000-000000000001', '{"a": "é\\n"}'],
    ])
      await client.query(
        `insert into audit_events (seq, happened_at, operation, event, user_id, target, after, address, request_id, previous_hash, hash)
         values (0, now(), 'userReplace', 'user.updated', 12, $1, $2, '203.0.113.5', 'r', '', '')`,
        [target, after],
      )
    const { rows } = await client.query<{ hash: string }>(
      `select encode(hash, 'hex') as hash from audit_events where seq = 3`,
    )
    return rows[0]?.hash ?? ''
  })
}

const signer = () => loadAuditKey(pool.db, new Keyring([secretsKey]), 'https://acesso.example')

async function leaves(): Promise<string[]> {
  const found: string[] = []
  for await (const { entry } of databaseLog(pool.db).leaves()) found.push(String(entry))
  return found
}

test('the events of the chain are kept unchanged, after a leaf with its last hash', async () => {
  const hash = await writeChain()
  const old = await asOwner(async (client) => {
    const columns = 'seq, happened_at, operation, event, user_id, target, after, address'
    const text = `select ${columns} from audit_events where seq > 0 order by seq`
    const { rows } = await client.query<object>(text)
    await migrate(database)
    expect((await client.query(text)).rows).toEqual(rows)
    return rows
  })
  expect(old).toHaveLength(3)
  await waitUntilSealed(pool.db, await signer())
  const entries = await leaves()
  expect(entries[0]).toContain(`"target":"audit-chain:3/${hash}"`)
  expect(entries.map((entry) => /"seq":(\d+)/.exec(entry)?.[1])).toEqual(['0', '1', '2', '3'])
  expect(entries.join()).not.toMatch(/Ana|ana@|203\.0\.113/)

  const event = { operation: 'test', event: 'test.done', address: '203.0.113.5', requestId: 'r' }
  expect(await recordAudit(pool.db, event)).toBe(4)
  await waitUntilSealed(pool.db, await signer())
  expect(await verifyAuditLog(pool.db)).toMatchObject({ size: 5, unsealed: 0 })
})

test('a broken chain is not repaired: its last leaf records that', async () => {
  await writeChain()
  await asOwner(async (client) => {
    await client.query('alter table audit_events disable trigger user')
    await client.query('update audit_events set user_id = 13 where seq = 2')
    await client.query('alter table audit_events enable trigger user')
  })
  await migrate(database)
  const { after } = await pool.db
    .selectFrom('audit_events')
    .select('after')
    .where('event', '=', 'trail.chain-ended')
    .executeTakeFirstOrThrow()
  expect(after).toEqual({ broken_at: 2 })
})

test('a database without events starts with an empty log', async () => {
  await migrate(database)
  await waitUntilSealed(pool.db, await signer())
  expect(await leaves()).toEqual([])
  expect(await verifyAuditLog(pool.db)).toEqual({ size: 0, externalHeads: 0, unsealed: 0 })
})
