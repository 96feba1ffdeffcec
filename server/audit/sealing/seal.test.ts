import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockKeys } from '../../../database/lock-keys.ts'
import type { Db } from '../../database/database.ts'
import { type BareDatabase, createBareDatabase } from '../../../test/testing/bare-database.ts'
import { createTestDatabase } from '../../../test/testing/test-database.ts'
import { waitUntilSealed } from '../../../test/testing/verified-audit-log.ts'
import { recordAudit } from '../audit.ts'
import { openCheckpoint } from '../log/checkpoint.ts'
import { type NoteSigner, signerOf } from '../log/signed-note.ts'
import { loadAuditKey } from './audit-key.ts'
import { readLogState } from './log-state.ts'
import { sealAll } from './seal.ts'
import { sealNow } from './sealer.ts'
import { hasPending, readNewestCheckpoint } from './sealing-queries.ts'

let database: BareDatabase
let signer: NoteSigner

beforeAll(async () => {
  database = await createBareDatabase()
  signer = await loadAuditKey(database.db, database.keyring, 'https://acesso.example')
})
afterAll(() => database.close())

const record = (db: Db, requestId: string) =>
  recordAudit(db, { operation: 'test', event: 'test.done', address: '203.0.113.5', requestId })

/** Returns the events in the order of the log, from this leaf on. */
async function sealedFrom(start: number): Promise<string[]> {
  const rows = await database.db
    .selectFrom('audit_leaves as l')
    .innerJoin('audit_entries as e', 'e.seq', 'l.seq')
    .select('e.request_id')
    .where('l.leaf', '>=', start)
    .orderBy('l.leaf')
    .execute()
  return rows.map(({ request_id }) => request_id)
}

test('an event is sealed after the events of transactions that began before its own', async () => {
  await database.db.connection().execute(async (early) => {
    await sql`begin`.execute(early)
    await sql`select pg_current_xact_id()`.execute(early)
    await record(database.db, 'late')
    await sealAll(database.db, signer)
    expect(await sealedFrom(0)).toEqual([])
    expect((await readLogState(database.db)).unsealed).toBeGreaterThan(0)
    await record(early, 'early')
    await sql`commit`.execute(early)
  })
  await waitUntilSealed(database.db, signer)
  expect(await sealedFrom(0)).toEqual(['early', 'late'])
  expect((await readLogState(database.db)).unsealed).toBe(0)
})

test('a transaction of another database does not delay sealing', async () => {
  const other = await createTestDatabase('empty')
  const stranger = new pg.Client({ connectionString: other.ownerUrl })
  await stranger.connect()
  await stranger.query('begin; select pg_current_xact_id()')
  await record(database.db, 'beside a stranger')
  await waitUntilSealed(database.db, signer)
  expect(await sealedFrom(2)).toEqual(['beside a stranger'])
  await stranger.end()
  await other.drop()
})

test('an event with a future transaction id, after a restore, is sealed', async () => {
  await record(database.db, 'restored')
  await sql`update audit_pending set xid = '9000000000'`.execute(database.db)
  await sealAll(database.db, signer)
  expect(await sealedFrom(3)).toEqual(['restored'])
})

test('a rolled-back event has no leaf', async () => {
  await database.db
    .transaction()
    .execute(async (within) => {
      await record(within, 'rolled back')
      throw new Error('rolled back')
    })
    .catch((error: unknown) => expect(String(error)).toContain('rolled back'))
  expect(await hasPending(database.db)).toBe(false)
})

test('one process seals at a time, by an advisory lock of its connection', async () => {
  await database.db.connection().execute(async (first) => {
    await sql`select pg_advisory_lock(${lockKeys.sealing})`.execute(first)
    expect(await sealNow(database.db, signer)).toBe(false)
    await sql`select pg_advisory_unlock(${lockKeys.sealing})`.execute(first)
  })
  expect(await sealNow(database.db, signer)).toBe(true)
})

test('many events that are sealed without a valid signature are followed by a signed head', async () => {
  const { db } = database
  const many = 5000
  await sql`with made as (
      insert into audit_entries (operation, event, request_id)
      select 'test', 'test.done', 'many' from generate_series(1, ${many}) returning seq)
    insert into audit_pending (seq) select seq from made`.execute(db)
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  await waitUntilSealed(db, signerOf(signer.name, jwk))
  await record(db, 'signed again')
  await waitUntilSealed(db, signer)
  expect((await sealedFrom(0)).at(-1)).toBe('signed again')
  const newest = await readNewestCheckpoint(db)
  expect(openCheckpoint(newest?.note ?? '', signer)?.size).toBe((await sealedFrom(0)).length)
})

test('all rows of an event that is pending more often than a batch holds are removed', async () => {
  const { db } = database
  await record(db, 'pending')
  await sql`insert into audit_pending (xid, seq)
    select (9000000000 + n)::text::xid8, p.seq from audit_pending p, generate_series(1, 5000) n`.execute(
    db,
  )
  await sealAll(db, signer)
  expect(await hasPending(db)).toBe(false)
})

test('no head is signed for a tree that does not match the newest head', async () => {
  await record(database.db, 'one more')
  await sql`alter table audit_tiles disable trigger user`.execute(database.db)
  await sql`update audit_tiles set hashes = overlay(hashes placing '\\x00' from 1 for 1) where level = 0`.execute(
    database.db,
  )
  await expect(sealAll(database.db, signer)).rejects.toThrow('does not match its newest head')
  expect(await hasPending(database.db)).toBe(true)
})

test('processes that start together agree on one key with a stable name', async () => {
  const fresh = await createBareDatabase()
  const addresses = ['https://a.example', 'https://b.example:8443', 'https://c.example']
  const load = (url: string) => loadAuditKey(fresh.db, fresh.keyring, url)
  const signers = await Promise.all(addresses.map(load))
  signers.push(await load('https://later.example'))
  const names = new Set(signers.map(({ name, publicKey }) => name + publicKey.toString('hex')))
  expect(names.size).toBe(1)
  expect(signers[0]?.name).toMatch(/^[abc]\.example(:8443)?\/audit$/)
  await fresh.close()
})
