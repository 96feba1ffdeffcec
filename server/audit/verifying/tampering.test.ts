import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../database/database.ts'
import { type BareDatabase, createBareDatabase } from '../../../test/testing/bare-database.ts'
import { waitUntilSealed } from '../../../test/testing/verified-audit-log.ts'
import { recordAudit } from '../audit.ts'
import { writeCheckpoint } from '../log/checkpoint.ts'
import type { NoteSigner } from '../log/signed-note.ts'
import { TreeEdge } from '../log/tiles.ts'
import { loadAuditKey } from '../sealing/audit-key.ts'
import { insertCheckpoint, saveTiles } from '../sealing/sealing-queries.ts'
import { databaseLog } from './database-log.ts'
import { readAuditLog, verifyAuditLog, verifyWithin } from './verify-audit-log.ts'

let database: BareDatabase
let signer: NoteSigner
/** Stored checkpoints of the log: with 300 events, and with 600. */
const kept: string[] = []

beforeAll(async () => {
  database = await createBareDatabase()
  signer = await loadAuditKey(database.db, database.keyring, 'https://acesso.example')
  for (const size of [300, 600]) {
    for (let n = size - 299; n <= size; n++)
      await recordAudit(database.db, {
        operation: 'test',
        event: 'test.done',
        target: `thing:${n}`,
        after: { n },
        address: '203.0.113.5',
        requestId: `request-${n}`,
      })
    await waitUntilSealed(database.db, signer)
    kept.push(...(await databaseLog(database.db).checkpoints()).slice(-1))
  }
  // If a transaction of another test delayed some events, they were sealed in two parts with an additional checkpoint.
  await database.db.transaction().execute(async (db) => {
    await sql`alter table audit_checkpoints disable trigger user`.execute(db)
    await db.deleteFrom('audit_checkpoints').where('size', 'not in', [300, 600]).execute()
    await sql`alter table audit_checkpoints enable trigger user`.execute(db)
  })
})
afterAll(() => database.close())

test('an intact log is verified, also against stored heads', async () => {
  expect(await verifyAuditLog(database.db, kept)).toEqual({
    size: 600,
    externalHeads: 2,
    unsealed: 0,
  })
})

/**
 * Tampers with the log as the database owner, verifies the log and rolls back. Returns the message of the verification.
 */
async function foundAfter(
  tamper: (db: Db) => Promise<unknown>,
  heads: readonly string[] = [],
): Promise<string> {
  const tables = ['entries', 'values', 'leaves', 'tiles', 'checkpoints', 'keys']
  const tampered = database.db.transaction().execute(async (db) => {
    for (const table of tables)
      await sql`alter table ${sql.table(`audit_${table}`)} disable trigger user`.execute(db)
    await tamper(db)
    await verifyWithin(await readAuditLog(db), heads)
    throw new Error('nothing was found')
  })
  const found: unknown = await tampered.catch((error: unknown) => error)
  return found instanceof Error ? found.message : String(found)
}

/** Recomputes the hashes after tampering. Optionally signs a new checkpoint with the key of the log. */
async function rebuild(db: Db, sign: 'and signs' | 'without signing'): Promise<void> {
  const edge = new TreeEdge(0, [])
  for await (const { entry } of databaseLog(db).leaves()) if (entry) edge.append(entry)
  await db.deleteFrom('audit_tiles').execute()
  await saveTiles(db, edge.changed())
  if (sign === 'without signing') return
  await db.deleteFrom('audit_checkpoints').where('size', '=', edge.size).execute()
  await insertCheckpoint(db, edge.size, writeCheckpoint(edge, signer))
}

const run =
  (...statements: string[]) =>
  async (db: Db): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }

describe('verification of the database alone', () => {
  test.each([
    [
      'an edited event',
      `update audit_entries set user_id = 4711 where seq = 7`,
      'event 7 was changed: it is not what was sealed as leaf 6',
    ],
    [
      'an edited time',
      `update audit_entries set happened_at = happened_at + interval '1 microsecond' where seq = 8`,
      'event 8 was changed',
    ],
    [
      'an edited commitment',
      `update audit_entries set commitments = '{}' where seq = 9`,
      'event 9 was changed',
    ],
    [
      'an edited value',
      `update audit_values set value = '{"n":1000}' where seq = 9 and name = 'after'`,
      'event 9 has a value "after" that does not match its commitment',
    ],
    [
      'an added value',
      `insert into audit_values (seq, name, value, salt) values (9, 'before', '1', '')`,
      'event 9 has a value "before" that does not match its commitment',
    ],
    [
      'a removed value',
      `delete from audit_values where seq = 9 and name = 'after'`,
      'event 9 has lost its value "after", which nobody erased',
    ],
    [
      'a deleted event',
      `delete from audit_entries where seq = 280`,
      'event 280 is missing (leaf 279)',
    ],
    [
      'a deleted leaf',
      `delete from audit_leaves where seq = 280`,
      'the event after event 279 is missing (leaf 279)',
    ],
    [
      'the first event deleted',
      `delete from audit_entries where seq = 1`,
      'event 1 is missing (leaf 0)',
    ],
    [
      'an inserted event',
      `insert into audit_entries (seq, operation, event, request_id) overriding system value values (-5, 'test', 'test.done', '')`,
      'event -5 was inserted later: it is neither sealed nor waiting to be sealed',
    ],
    [
      'deleted hashes',
      `delete from audit_tiles where level = 0 and index = 1`,
      'the hash of event 257 is missing (leaf 256)',
    ],
    [
      'a head that the log did not sign',
      `update audit_checkpoints set note = replace(note, '600', '601') where size = 600`,
      'the head of 601 events is not signed by acesso.example/audit',
    ],
    ['the key replaced', `delete from audit_keys`, 'the key of the log is missing'],
  ])('%s', async (_, change, found) => {
    expect(await foundAfter(run(change))).toContain(found)
  })

  test('two events swapped', async () => {
    const swapped = await foundAfter(
      run(
        'alter table audit_leaves drop constraint audit_leaves_seq_key',
        'update audit_leaves set seq = case seq when 20 then 30 else 20 end where seq in (20, 30)',
      ),
    )
    expect(swapped).toBe('event 30 was moved: it was sealed as leaf 29 and is now leaf 19')
  })

  test('an event appended after the end', async () => {
    const found = await foundAfter(async (db) => {
      await run(
        `insert into audit_entries (operation, event, request_id) values ('test', 'test.done', '')`,
        `insert into audit_leaves (leaf, seq) select 600, max(seq) from audit_entries`,
      )(db)
      await rebuild(db, 'without signing')
    })
    expect(found).toMatch(/^event \d+ is after the end of the log: it was inserted later$/)
  })

  test('a truncated log with its head', async () => {
    const found = await foundAfter(
      run(`delete from audit_entries where seq > 590`, `delete from audit_leaves where seq > 590`),
    )
    expect(found).toBe(
      'the end was removed after event 590: a head covers 600 events, but only 590 exist',
    )
  })

  test('an edited event with recomputed hashes, but old heads', async () => {
    const found = await foundAfter(async (db) => {
      await run(`update audit_entries set user_id = 4711 where seq = 310`)(db)
      await rebuild(db, 'without signing')
    })
    expect(found).toBe(
      'the log does not match its head of 600 events: one of the events after 300 up to 600 is not what was sealed',
    )
  })
})

describe('verification with a stored head, after tampering with the key of the log', () => {
  test('a truncated log without its last head', async () => {
    const cut = [
      'audit_entries where seq',
      'audit_leaves where seq',
      'audit_values where seq',
      'audit_checkpoints where size',
    ].map((rows) => `delete from ${rows} > 300`)
    const cutOff = async (db: Db): Promise<void> => {
      await run(...cut)(db)
      await rebuild(db, 'without signing')
    }
    expect(await foundAfter(run(...cut))).toBe(
      'tile 1 of level 0 does not match the entries of the log',
    )
    expect(await foundAfter(cutOff)).toBe('nothing was found')
    const found = await foundAfter(cutOff, kept)
    expect(found).toBe(
      'the end was removed after event 300: a head covers 600 events, but only 300 exist',
    )
  })

  test('a forked log', async () => {
    const fork = async (db: Db): Promise<void> => {
      await run(`update audit_entries set user_id = 4711 where seq = 310`)(db)
      await rebuild(db, 'and signs')
    }
    expect(await foundAfter(fork)).toBe('nothing was found')
    const found = await foundAfter(fork, kept)
    expect(found).toBe(
      'the log was forked: it does not match the external head of 600 events; one of the events after 300 up to 600 is different',
    )
  })

  test('a head of another signer is reported as such', async () => {
    const stranger = kept.map((note) =>
      note.replaceAll('acesso.example/audit', 'outra.example/audit'),
    )
    await expect(verifyAuditLog(database.db, stranger)).rejects.toThrow(
      'the external head of 300 events is not signed by acesso.example/audit',
    )
  })
})

describe('an erasure', () => {
  test('leaves the log valid, and only that value is missing', async () => {
    await sql`select erase_audit_value(12, 'after')`.execute(database.db)
    await waitUntilSealed(database.db, signer)
    expect(await verifyAuditLog(database.db, kept)).toMatchObject({ size: 601, externalHeads: 2 })
    const erased = await database.db
      .selectFrom('audit_events')
      .select(['after', 'address'])
      .where('seq', '=', 12)
      .executeTakeFirstOrThrow()
    expect(erased).toEqual({ after: null, address: '203.0.113.5' })
    await expect(sql`select erase_audit_value(12, 'after')`.execute(database.db)).rejects.toThrow(
      'event 12 has no value "after"',
    )
    await expect(sql`delete from audit_values where seq = 13`.execute(database.db)).rejects.toThrow(
      'only ever inserted',
    )
  })
})
