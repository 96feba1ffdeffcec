import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../database/database.ts'
import { type BareDatabase, createBareDatabase } from '../../../test/testing/bare-database.ts'
import { waitUntilSealed } from '../../../test/testing/verified-audit-log.ts'
import { recordAudit } from '../audit.ts'
import { loadAuditKey } from '../sealing/audit-key.ts'
import { databaseLog } from './database-log.ts'
import { folderLog, readExportedKey, verifierKeyFile } from './folder-log.ts'
import { exportLog } from './log-export.ts'
import { verifyLog } from './verify-log.ts'
import {
  atOneMoment,
  readAuditLog,
  verifierOf,
  verifyAuditLog,
  verifyWithin,
} from './verify-audit-log.ts'

/** Number of runs of each property. The variable `TAMPERINGS` sets a larger number. */
const numRuns = Number(process.env.TAMPERINGS ?? 60)

let database: BareDatabase
let folder: string
/** The newest checkpoint and the public key, as stored outside the database. */
let head: string
let verifierKey: string

beforeAll(async () => {
  database = await createBareDatabase()
  const signer = await loadAuditKey(database.db, database.keyring, 'https://acesso.example')
  const origin = { operation: 'test', address: '203.0.113.5', requestId: 'request' }
  const parts = Array.from({ length: 280 }, (_, n) => ({
    event: 'test.part',
    target: n % 3 === 0 ? `email:${n}@operadora.example` : `thing:${n}`,
    before: { n },
    after: n % 2 === 0 ? { n: n + 1 } : null,
  }))
  const whole = { ...origin, event: 'test.many', userId: 5, companyId: 6, apiTokenId: 7, parts }
  await recordAudit(database.db, whole)
  await recordAudit(database.db, { ...origin, event: 'test.done', delegationId: 8 })
  for (const [event, name] of [
    [3, 'before'],
    [3, 'after'],
    [9, 'address'],
    [11, 'after'],
  ] as const)
    await sql`select erase_audit_value(${event}, ${name})`.execute(database.db)
  await waitUntilSealed(database.db, signer)
  // A slow transaction may have caused an additional, earlier checkpoint. A change of that checkpoint would not be
  // reported, because no other row depends on it.
  await database.db.transaction().execute(async (db) => {
    await sql`alter table audit_checkpoints disable trigger user`.execute(db)
    await sql`delete from audit_checkpoints where size < (select max(size) from audit_checkpoints)`.execute(
      db,
    )
    await sql`alter table audit_checkpoints enable trigger user`.execute(db)
  })
  head = (await databaseLog(database.db).checkpoints()).at(-1) ?? ''
  verifierKey = (await readAuditLog(database.db)).verifierKey
  folder = await mkdtemp(join(tmpdir(), 'portaria-tampering-'))
  await atOneMoment(database.db, ({ source }) => exportLog(source, verifierKey, folder))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

/**
 * Columns that the verification ignores. It verifies all other columns of these tables. The sealer uses `name`, so
 * checkpoints signed under another name are reported.
 */
const unverified: Readonly<Record<string, readonly string[]>> = {
  audit_checkpoints: ['sealed_at'],
  audit_keys: ['name', 'private_ciphertext', 'key_id', 'created_at'],
}
const tables = [
  'audit_entries',
  'audit_values',
  'audit_leaves',
  'audit_tiles',
  'audit_checkpoints',
  'audit_keys',
] as const

/** For each column type, SQL that changes the value of a column and replaces null by a value. */
const otherValue: Readonly<Record<string, (column: string) => string>> = {
  bigint: (column) => `coalesce(${column}, 0) + 100000`,
  integer: (column) => `coalesce(${column}, 0) + 100000`,
  smallint: (column) => `coalesce(${column}, 0) + 100`,
  uuid: () => 'gen_random_uuid()',
  'timestamp with time zone': (column) => `${column} + interval '1 microsecond'`,
  bytea: (column) => `set_byte(${column}, 0, get_byte(${column}, 0) # 1)`,
  jsonb: (column) => `${column} || '{"target": "y"}'`,
  text: (column) => `coalesce(${column}, '') || 'x'`,
}

interface Column {
  name: string
  type: string
  nullable: boolean
}

async function columnsOf(db: Kysely<never>, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select column_name as name, data_type as type, is_nullable = 'YES' as nullable
    from information_schema.columns where table_schema = 'public' and table_name = ${table} order by 1`.execute(
    db,
  )
  return rows.filter(({ name }) => !unverified[table]?.includes(name))
}

interface Change {
  table: (typeof tables)[number]
  row: number
  column: number
  kind: 'edit' | 'clear' | 'delete'
}

/** Changes one row. Returns the statement, or undefined if the statement would not change the row. */
async function tamper(db: Db, { table, row, column, kind }: Change): Promise<string | undefined> {
  const { rows } = await sql<{ ctid: string }>`select ctid::text from ${sql.table(table)}`.execute(
    db,
  )
  const where = `where ctid = '${rows[row % rows.length]?.ctid}'`
  const columns = await columnsOf(db as unknown as Kysely<never>, table)
  const chosen = columns[column % columns.length]
  if (!chosen) throw new Error(`${table} has no columns.`)
  const { name, type, nullable } = chosen
  const isIdentity = table === 'audit_entries' && name === 'seq'
  const isJson = table === 'audit_values' && name === 'value'
  const edited = isJson ? `to_json(value)::text` : (otherValue[type]?.(name) ?? 'a type without')
  const cleared = kind === 'clear' && nullable
  const statement =
    kind === 'delete'
      ? `delete from ${table} ${where}`
      : `update ${table} set ${name} = ${isIdentity ? 'default' : cleared ? 'null' : edited} ${where}${cleared ? ` and ${name} is not null` : ''}`
  const { numAffectedRows = 0n } = await sql.raw(statement).execute(db)
  return numAffectedRows > 0n ? statement : undefined
}

/** Tampers in a transaction that is rolled back. Returns the statement and whether the verification failed. */
async function isReported(change: Change) {
  const transaction = await database.db.startTransaction().execute()
  try {
    for (const table of tables)
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(transaction)
    const statement = await tamper(transaction, change)
    fc.pre(statement !== undefined)
    const verified = readAuditLog(transaction).then((log) => verifyWithin(log, [head]))
    return { statement, reported: await verified.then(() => false, isBroken) }
  } finally {
    await transaction.rollback().execute()
  }
}

const isBroken = (error: unknown): boolean => error instanceof Error && error.name !== 'error'

test('the log and its export are valid, with erasures', async () => {
  expect(await verifyAuditLog(database.db, [head])).toMatchObject({ size: 286, externalHeads: 1 })
  const exported = await verifyLog(await folderLog(folder), verifierOf(verifierKey), [head])
  expect(exported).toMatchObject({ size: 286, externalHeads: 1 })
  expect((await readExportedKey(folder))?.trim()).toBe(verifierKey)
})

test('one changed or deleted row of the log is reported', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        table: fc.constantFrom(...tables),
        row: fc.nat(),
        column: fc.nat(),
        kind: fc.constantFrom('edit', 'edit', 'clear', 'delete'),
      }),
      async (change) => {
        const { statement, reported } = await isReported(change)
        expect(reported, statement).toBe(true)
      },
    ),
    { numRuns },
  )
}, 600_000)

test('a lost value is reported although another value of its event was erased', async () => {
  const transaction = await database.db.startTransaction().execute()
  try {
    await sql`alter table audit_values disable trigger user`.execute(transaction)
    await sql`delete from audit_values where seq = 9 and name = 'before'`.execute(transaction)
    const verified = readAuditLog(transaction).then((log) => verifyWithin(log, [head]))
    await expect(verified).rejects.toThrow('event 9 has lost its value "before"')
  } finally {
    await transaction.rollback().execute()
  }
})

test('one changed, shortened, extended or deleted file of an export is reported', async () => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  expect(files.length).toBeGreaterThan(4)
  const verify = async () =>
    verifyLog(await folderLog(folder), verifierOf((await readExportedKey(folder)) ?? ''), [head])
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      fc.constantFrom('change', 'shorten', 'extend', 'delete'),
      async (file, place, mask, kind) => {
        const content = await readFile(file)
        // The key does not include the line break at the end of its file.
        const at = place % (content.length - Number(file.endsWith(verifierKeyFile)))
        const changed = Buffer.from(content)
        changed[at] = (changed[at] ?? 0) ^ mask
        try {
          if (kind === 'delete') await rm(file)
          if (kind === 'change') await writeFile(file, changed)
          if (kind === 'shorten') await writeFile(file, content.subarray(0, at))
          if (kind === 'extend') await writeFile(file, Buffer.concat([content, changed]))
          await expect(verify(), `${kind} ${file} at ${at}`).rejects.toThrow()
        } finally {
          await writeFile(file, content)
        }
      },
    ),
    { numRuns: numRuns * 2 },
  )
}, 600_000)
