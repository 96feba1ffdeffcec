import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillDemo } from '../../../database/demo/fill-demo.ts'
import { describeSchema } from '../../../database/describe-schema.ts'
import { lockKeys } from '../../../database/lock-keys.ts'
import {
  consoleUrl,
  createTestDatabase,
  type TestDatabase,
} from '../../../test/testing/test-database.ts'
import { secretsKey } from '../../../test/testing/test-environment.ts'
import { sealAll } from '../../audit/sealing/seal.ts'
import { loadAuditKey } from '../../audit/sealing/audit-key.ts'
import { verifyAuditLog } from '../../audit/verifying/verify-audit-log.ts'
import { openDatabase } from '../../database/database.ts'
import { MIGRATIONS_FOLDER, migrate } from '../../database/migrate.ts'
import { onOneConnection } from '../../database/one-connection.ts'
import { Keyring } from '../../secrets/keyring.ts'
import { BackupFolder } from './backup-folder.ts'
import { createBackup } from './create-backup.ts'
import { encryptedTables } from './encrypted-values.ts'
import { type Manifest, MANIFEST, readBackup } from './manifest.ts'
import { endAllAccess, restoreBackup, type RestoreOptions } from './restore-backup.ts'

const config = { secretsKeys: [secretsKey], auditCheckpoints: undefined }
/** Role with rights of its own on the database, like that of a reporting tool. */
const reader = `reader_${randomBytes(4).toString('hex')}`
/** Owner of the restored database. It is no superuser, as in an external PostgreSQL. */
const owner = `owner_${randomBytes(4).toString('hex')}`

let parent: string
let source: TestDatabase
let folder: string
/** A database into which the backup was restored. */
let restored: TestDatabase
let ended: { sessions: number; apiTokens: number }
const targets: TestDatabase[] = []

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'portaria-backup-'))
  source = await createTestDatabase()
  await onOneConnection(source.ownerUrl, async (client) => {
    await fillDemo(client, { console: consoleUrl, exampleModule: consoleUrl }, () => undefined)
    await client.query(`create role ${reader}; create role ${owner} login password 'dono'`)
    await client.query(`grant select on services to ${reader};
      grant select (name) on users to ${reader} with grant option`)
    await client.query(openAccess)
  })
  await sealEvents(source.ownerUrl)
  folder = join(parent, 'backup')
  await backUp(folder)
  restored = await createTarget()
  ended = await restore(folder, restored)
}, 180_000)
afterAll(async () => {
  for (const target of targets) await target.drop()
  await onOneConnection(source.ownerUrl, (client) =>
    client.query(`drop owned by ${reader}; drop role ${reader}; drop role ${owner}`),
  )
  await source.drop()
  await rm(parent, { recursive: true })
})

/** One row of each kind of access. */
const openAccess = `
  with session as (
    insert into sessions (user_id, method, browser_digest, address, expires_at)
    select id, 'password', sha256('browser'), '127.0.0.1', now() + interval '1 hour' from users where active and not suspended limit 1
    returning id, user_id),
  token as (insert into tokens (session_id, kind) select id, 'initial' from session),
  challenge as (insert into challenges (digest, user_id, name, expires_at)
    select sha256('challenge'), user_id, 'EMAIL_OTP', now() + interval '5 minutes' from session),
  recovery as (insert into recovery_passwords (user_id, digest, expires_at)
    select user_id, sha256('recovery'), now() + interval '1 hour' from session),
  code as (insert into one_time_codes (digest, session_id, expires_at)
    select sha256('code'), id, now() + interval '1 minute' from session),
  confirmation as (insert into confirmations (digest, session_id, method, expires_at)
    select sha256('confirmation'), id, 'password', now() + interval '2 minutes' from session)
  insert into federated_flows (state_digest, purpose, issuer, nonce, code_verifier, browser_digest, session_id, expires_at,
    proof_digest, proof_expires_at)
  select sha256('flow'), 'validating', 'https://idp.example', 'nonce', 'verifier', sha256('browser'), id, now() + interval '5 minutes',
    sha256('proof'), now() + interval '5 minutes' from session`

/** Number of rows that give access. */
const accessLeft = `select
  (select count(*) from sessions where ended_at is null) + (select count(*) from tokens where revoked_at is null)
  + (select count(*) from api_tokens where closed_at is null) + (select count(*) from challenges where used_at is null)
  + (select count(*) from recovery_passwords) + (select count(*) from one_time_codes where used_at is null)
  + (select count(*) from confirmations where expires_at > created_at)
  + (select count(*) from federated_flows where used_at is null or proof_used_at is null) as count`

async function sealEvents(ownerUrl: string): Promise<void> {
  await withDb(ownerUrl, async (db) =>
    sealAll(db, await loadAuditKey(db, new Keyring([secretsKey]), consoleUrl)),
  )
}

async function withDb<T>(url: string, work: (db: ReturnType<typeof openDatabase>['db']) => T) {
  const pool = openDatabase(url, { max: 1, onError: () => undefined })
  try {
    return await work(pool.db)
  } finally {
    await pool.close()
  }
}

async function backUp(path: string, roles = source, withSecrets = false): Promise<Manifest> {
  const draft = await BackupFolder.create(path)
  try {
    return (await createBackup(draft, { roles, config, withSecrets })).manifest
  } catch (error) {
    draft.discard()
    throw error
  }
}

/** Creates an empty database whose owner is no superuser. */
async function createTarget(): Promise<TestDatabase> {
  const target = await createTestDatabase('empty')
  targets.push(target)
  const url = new URL(target.ownerUrl)
  await onOneConnection(target.ownerUrl, (client) =>
    client.query(`alter database ${url.pathname.slice(1)} owner to ${owner}`),
  )
  url.username = owner
  url.password = 'dono'
  return { ...target, ownerUrl: url.href }
}

async function restore(from: string, roles: TestDatabase, options: Partial<RestoreOptions> = {}) {
  return restoreBackup(from, await readBackup(from), {
    roles,
    config,
    replace: false,
    acceptUnreadable: false,
    ...options,
  })
}

function read<T extends pg.QueryResultRow>({ ownerUrl }: TestDatabase, query: string) {
  return onOneConnection(ownerUrl, async (client) => (await client.query<T>(query)).rows)
}

/** Returns a digest of all rows of each table. */
async function digestTables(database: TestDatabase): Promise<Map<string, string>> {
  const { tables } = await readBackup(folder)
  return onOneConnection(database.ownerUrl, async (client) => {
    const digests = new Map<string, string>()
    for (const { name } of tables) {
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ';' order by t::text)), '') as digest from ${name} t`,
      )
      digests.set(name, rows[0]?.digest ?? '')
    }
    return digests
  })
}

/** Copies the backup, so that a test can damage it. */
async function copyBackup(name: string): Promise<string> {
  const copy = join(parent, name)
  await cp(folder, copy, { recursive: true })
  return copy
}

async function editManifest(path: string, edit: (manifest: Manifest) => object): Promise<void> {
  const manifest = JSON.parse(await readFile(join(path, MANIFEST), 'utf8')) as Manifest
  await writeFile(join(path, MANIFEST), JSON.stringify(edit(manifest)))
}

describe('a backup', { timeout: 60_000 }, () => {
  test('restores schema, rows, sequences and rights, and the audit log is intact', async () => {
    expect(ended).toMatchObject({ migrated: [], missingRoles: [] })
    const schema = (of: TestDatabase) => onOneConnection(of.ownerUrl, describeSchema)
    expect(await schema(restored)).toEqual(await schema(source))

    const before = await digestTables(source)
    const after = await digestTables(restored)
    const changed = [...before].filter(([name, digest]) => after.get(name) !== digest)
    expect(changed.map(([name]) => name)).toEqual([
      'api_tokens',
      'audit_entries',
      'audit_pending',
      'audit_values',
      'challenges',
      'confirmations',
      'federated_flows',
      'one_time_codes',
      'recovery_passwords',
      'sessions',
      'tokens',
    ])
    // The identity columns continue after the last number.
    const next = `insert into services (name, description) values ('Depois', 'Depois') returning id > (select max(id) from services) as later`
    expect(await read(restored, next)).toEqual([{ later: true }])

    const rights = `select relname, attname, r.rolname, privilege_type, is_grantable
      from (select oid, null::name as attname, relacl as acl from pg_class
        union all select attrelid, attname, attacl from pg_attribute) as acls
      join pg_class c using (oid) cross join aclexplode(acl) join pg_roles r on r.oid = grantee
      where relnamespace = 'public'::regnamespace and rolname not in ('portaria', '${owner}') order by 1, 2 nulls first, 3, 4`
    expect(await read(restored, rights)).toEqual(await read(source, rights))
    await sealEvents(restored.ownerUrl)
    await withDb(restored.ownerUrl, (db) => verifyAuditLog(db))
  })

  test('ends everything that gives access, with one audit event', async () => {
    expect(Number((await read<{ count: string }>(source, accessLeft))[0]?.count)).toBeGreaterThan(7)
    expect(ended.sessions).toBe(1)
    expect(ended.apiTokens).toBeGreaterThan(0)
    expect(await read(restored, accessLeft)).toEqual([{ count: 0 }])
    const { taken_at, version } = await readBackup(folder)
    const events = `select operation, after from audit_events where event = 'database.restored'`
    expect(await read(restored, events)).toEqual([
      {
        operation: 'restoreDatabase',
        after: {
          backup_taken_at: taken_at,
          backup_version: version,
          ended_sessions: 1,
          revoked_api_tokens: ended.apiTokens,
        },
      },
    ])
  })

  test('of an older schema is upgraded', async () => {
    const older = await createTarget()
    const migrations = join(parent, 'migrations')
    await mkdir(migrations)
    const { migrations: all } = await readBackup(folder)
    for (const { name } of all.slice(0, -2))
      await cp(join(MIGRATIONS_FOLDER, `${name}.sql`), join(migrations, `${name}.sql`))
    await migrate(older, migrations)
    await read(older, `insert into users (name, email) values ('Ana', 'ana@example.com')`)
    await withDb(older.ownerUrl, (db) =>
      loadAuditKey(db, new Keyring([secretsKey]), 'http://localhost'),
    )
    await backUp(join(parent, 'older'), older)

    const target = await createTarget()
    const { migrated } = await restore(join(parent, 'older'), target)
    expect(migrated).toEqual(all.slice(-2).map(({ name }) => name))
    expect(await read(target, 'select name from users')).toEqual([{ name: 'Ana' }])
    expect(await onOneConnection(target.ownerUrl, describeSchema)).toEqual(
      await onOneConnection(source.ownerUrl, describeSchema),
    )
  })

  test('can only be read by its owner, and contains the keys only on request', async () => {
    const path = join(parent, 'with-secrets')
    await backUp(path, source, true)
    expect((await stat(path)).mode & 0o777).toBe(0o700)
    expect((await stat(join(path, 'tables'))).mode & 0o777).toBe(0o700)
    const { files } = await readBackup(path)
    for (const { name } of files) expect((await stat(join(path, name))).mode & 0o777).toBe(0o600)
    expect(await readFile(join(path, 'secrets-keys'), 'utf8')).toBe(
      `${secretsKey.id}:${secretsKey.key.toString('base64')}\n`,
    )
    expect((await readBackup(folder)).files.map(({ name }) => name)).not.toContain('secrets-keys')
    expect(await readFile(join(folder, 'roles.sql'), 'utf8')).not.toMatch(/password '(?!…)/)
  })

  test('describes every table with encrypted values', async () => {
    const tables = `select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and (column_name = 'key_id' or column_name ~ 'ciphertext|^sealed_text') order by 1`
    expect((await read<{ name: string }>(source, tables)).map(({ name }) => name)).toEqual(
      Object.keys(encryptedTables).sort(),
    )
  })
})

describe('a backup is refused', { timeout: 60_000 }, () => {
  test('while another one runs, and where one exists or is being written', async () => {
    await onOneConnection(source.ownerUrl, async (client) => {
      await client.query('select pg_advisory_lock($1)', [lockKeys.backup])
      await expect(backUp(join(parent, 'second'))).rejects.toThrow(
        'Another backup of this database is running.',
      )
    })
    await expect(backUp(folder)).rejects.toThrow('exists already')
    await mkdir(join(parent, 'third.partial'))
    await expect(backUp(join(parent, 'third'))).rejects.toThrow('another backup is writing it')
    await expect(backUp(join(parent, 'missing', 'fourth'))).rejects.toThrow('does not exist')
    await expect(stat(join(parent, 'second.partial'))).rejects.toThrow('ENOENT')
  })

  test('if the database is empty', async () => {
    await expect(backUp(join(parent, 'empty'), await createTarget())).rejects.toThrow(
      'The database is empty',
    )
  })
})

describe('a restore is refused', { timeout: 60_000 }, () => {
  test('into a database with data, unless it may be replaced', async () => {
    await read(restored, `update services set name = 'Outro' where id = 1`)
    await expect(restore(folder, restored)).rejects.toThrow('The database is not empty.')
    const other = { secretsKeys: [{ id: secretsKey.id, key: randomBytes(32) }] }
    await restore(folder, restored, { replace: true, config: other, acceptUnreadable: true })
    expect(await read(restored, 'select name from services where id = 1')).toEqual(
      await read(source, 'select name from services where id = 1'),
    )
  })

  test('while the product is connected', async () => {
    const target = await createTarget()
    await withDb(target.ownerUrl, async (db) => {
      await db.selectNoFrom((of) => of.lit(1).as('one')).execute()
      await expect(restore(folder, target)).rejects.toThrow('is in use by 1 connections')
    })
  })

  test('without the keys of the backup, and says what could not be decrypted', async () => {
    const target = await createTarget()
    const other = { secretsKeys: [{ id: secretsKey.id, key: randomBytes(32) }] }
    await expect(restore(folder, target, { config: other })).rejects.toThrow(
      /could not be decrypted:\n {2}key "test": .*1 × the key of the audit log/,
    )
    expect(await read(target, `select from pg_tables where schemaname = 'public'`)).toEqual([])
  })

  test('from a folder that is no backup, incomplete, damaged or newer', async () => {
    const target = await createTarget()
    await expect(restore(parent, target)).rejects.toThrow('is no backup: it has no manifest.json')

    const incomplete = await copyBackup('incomplete')
    await rm(join(incomplete, 'tables/users.copy.zst'))
    await expect(restore(incomplete, target)).rejects.toThrow('The backup is incomplete')

    const short = await copyBackup('short')
    await truncate(join(short, 'tables/users.copy.zst'), 100)
    await expect(restore(short, target)).rejects.toThrow('has 100 bytes instead of')

    const damaged = await copyBackup('damaged')
    const bytes = await readFile(join(damaged, 'tables/users.copy.zst'))
    bytes[50] = (bytes[50] ?? 0) ^ 1
    await writeFile(join(damaged, 'tables/users.copy.zst'), bytes)
    await expect(restore(damaged, target)).rejects.toThrow('the SHA-256 of')

    const outside = await copyBackup('outside')
    for (const file of ['../backup/tables/users.copy.zst', '../users.copy.zst']) {
      await editManifest(outside, (manifest) => ({
        ...manifest,
        tables: manifest.tables.map((table) =>
          table.name === 'users' ? { ...table, file } : table,
        ),
      }))
      await expect(restore(outside, target)).rejects.toThrow('manifest.json is damaged')
    }
    await editManifest(outside, (manifest) => ({
      ...manifest,
      files: [...manifest.files, { name: '../users.copy.zst', bytes: 1, sha256: '' }],
    }))
    await expect(restore(outside, target)).rejects.toThrow('manifest.json is damaged')

    const newer = await copyBackup('newer')
    await editManifest(newer, (manifest) => ({
      ...manifest,
      version: '9.0.0',
      migrations: [...manifest.migrations, { name: '9999-later', checksum: '' }],
    }))
    await expect(restore(newer, target)).rejects.toThrow(
      /made by version 9\.0\.0 and has the migration 9999-later, which this version .* does not know/,
    )
    await editManifest(newer, (manifest) => ({ ...manifest, format: 2 }))
    await expect(restore(newer, target)).rejects.toThrow('whose format this version does not know')
    expect(await read(target, `select from pg_tables where schemaname = 'public'`)).toEqual([])
  })

  test('if a table has other rows than the manifest says, and leaves the database as it was', async () => {
    const target = await createTarget()
    const wrong = await copyBackup('wrong')
    await editManifest(wrong, (manifest) => ({
      ...manifest,
      tables: manifest.tables.map((table) =>
        table.name === 'users' ? { ...table, rows: table.rows + 1 } : table,
      ),
    }))
    await expect(restore(wrong, target)).rejects.toThrow('The table users has')
    expect(await read(target, `select from pg_tables where schemaname = 'public'`)).toEqual([])
    await expect(restore(wrong, restored, { replace: true })).rejects.toThrow('The table users has')
    expect(await read(restored, 'select count(*) from users')).toEqual(
      await read(source, 'select count(*) from users'),
    )
  })
})

test('all access is ended after another kind of recovery', { timeout: 60_000 }, async () => {
  await endAllAccess(source.ownerUrl)
  expect(await read(source, accessLeft)).toEqual([{ count: 0 }])
})
