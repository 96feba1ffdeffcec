import { cp, mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { describeSchema } from '../../../database/describe-schema.ts'
import { lockKeys } from '../../../database/lock-keys.ts'
import {
  BackupScenario,
  readRows,
  restore,
  sealEvents,
  withDb,
} from '../../../test/testing/backup-scenario.ts'
import type { TestDatabase } from '../../../test/testing/test-database.ts'
import { secretsKey } from '../../../test/testing/test-environment.ts'
import { loadAuditKey } from '../../audit/sealing/audit-key.ts'
import { verifyAuditLog } from '../../audit/verifying/verify-audit-log.ts'
import { MIGRATIONS_FOLDER, migrate } from '../../database/migrate.ts'
import { onOneConnection } from '../../database/one-connection.ts'
import { Keyring } from '../../secrets/keyring.ts'
import { BackupFolder } from './backup-folder.ts'
import { encryptedTables } from './encrypted-values.ts'
import { readBackup } from './manifest.ts'
import { endAllAccess } from './restore-backup.ts'

let scenario: BackupScenario
/** A database into which the backup was restored. */
let restored: TestDatabase
let ended: { sessions: number; apiTokens: number }

beforeAll(async () => {
  scenario = await BackupScenario.create()
  restored = await scenario.createTarget()
  ended = await restore(scenario.folder, restored)
}, 180_000)
afterAll(() => scenario.close())

/** Number of rows that give access. */
const accessLeft = `select
  (select count(*) from sessions where ended_at is null) + (select count(*) from tokens where revoked_at is null)
  + (select count(*) from api_tokens where closed_at is null) + (select count(*) from challenges where used_at is null)
  + (select count(*) from recovery_passwords) + (select count(*) from one_time_codes where used_at is null)
  + (select count(*) from confirmations where expires_at > created_at)
  + (select count(*) from federated_flows where used_at is null or proof_used_at is null)
  + (select count(*) from recoveries where cancelled_at is null) + (select count(*) from email_changes where cancelled_at is null)
  + (select count(*) from signing_keys) as count`

/** Returns a digest of all rows of each table. */
async function digestTables(database: TestDatabase): Promise<Map<string, string>> {
  const { tables } = await readBackup(scenario.folder)
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

describe('a backup', { timeout: 60_000 }, () => {
  test('restores schema, rows, sequences and rights, and the audit log is intact', async () => {
    expect(ended).toMatchObject({ migrated: [], missingRoles: [] })
    const schema = (of: TestDatabase) => onOneConnection(of.ownerUrl, describeSchema)
    expect(await schema(restored)).toEqual(await schema(scenario.source))

    const before = await digestTables(scenario.source)
    const after = await digestTables(restored)
    const changed = [...before].filter(([name, digest]) => after.get(name) !== digest)
    expect(changed.map(([name]) => name)).toEqual([
      'api_tokens',
      'audit_entries',
      'audit_pending',
      'audit_values',
      'challenges',
      'confirmations',
      'email_changes',
      'federated_flows',
      'one_time_codes',
      'recoveries',
      'recovery_passwords',
      'sessions',
      'signing_keys',
      'tokens',
    ])
    // The identity columns continue after the last number.
    const next = `insert into services (name, description) values ('Depois', 'Depois') returning id > (select max(id) from services) as later`
    expect(await readRows(restored, next)).toEqual([{ later: true }])

    const rights = `select relname, attname, r.rolname, privilege_type, is_grantable
      from (select oid, null::name as attname, relacl as acl from pg_class
        union all select attrelid, attname, attacl from pg_attribute) as acls
      join pg_class c using (oid) cross join aclexplode(acl) join pg_roles r on r.oid = grantee
      where relnamespace = 'public'::regnamespace and rolname not in ('portaria', '${scenario.owner}') order by 1, 2 nulls first, 3, 4`
    expect(await readRows(restored, rights)).toEqual(await readRows(scenario.source, rights))
    await sealEvents(restored)
    await withDb(restored.ownerUrl, (db) => verifyAuditLog(db))
  })

  test('ends everything that gives access, with one audit event', async () => {
    expect(
      Number((await readRows<{ count: string }>(scenario.source, accessLeft))[0]?.count),
    ).toBeGreaterThan(8)
    expect(ended.sessions).toBe(1)
    expect(ended.apiTokens).toBeGreaterThan(0)
    expect(await readRows(restored, accessLeft)).toEqual([{ count: 0 }])
    const { taken_at, version } = await readBackup(scenario.folder)
    const events = `select operation, after from audit_events where event = 'database.restored'`
    expect(await readRows(restored, events)).toEqual([
      {
        operation: 'restoreDatabase',
        after: {
          backup_taken_at: taken_at,
          backup_version: version,
          ended_sessions: 1,
          revoked_api_tokens: ended.apiTokens,
          removed_signing_keys: 1,
        },
      },
    ])
  })

  test('contains the rows of one moment, although rows are written while it runs', async () => {
    const { tables: before } = await scenario.backUp(join(scenario.parent, 'before'))
    const write = vi.spyOn(BackupFolder.prototype, 'writeCompressed')
    // Before the first table, which is another one.
    write.mockImplementationOnce(async function (this: BackupFolder, ...file) {
      await readRows(
        scenario.source,
        `insert into services (name, description) values ('Durante', 'Durante')`,
      )
      return this.writeCompressed(...file)
    })
    const { tables } = await scenario.backUp(join(scenario.parent, 'during'))
    write.mockRestore()
    expect(tables).toEqual(before)
    await readRows(scenario.source, `delete from services where name = 'Durante'`)
  })

  test('of an older schema is upgraded', async () => {
    const older = await scenario.createTarget()
    const migrations = join(scenario.parent, 'migrations')
    await mkdir(migrations)
    const { migrations: all } = await readBackup(scenario.folder)
    for (const { name } of all.slice(0, -2))
      await cp(join(MIGRATIONS_FOLDER, `${name}.sql`), join(migrations, `${name}.sql`))
    await migrate(older, migrations)
    await readRows(older, `insert into users (name, email) values ('Ana', 'ana@example.com')`)
    await withDb(older.ownerUrl, (db) =>
      loadAuditKey(db, new Keyring([secretsKey]), 'http://localhost'),
    )
    await scenario.backUp(join(scenario.parent, 'older'), older)

    const target = await scenario.createTarget()
    const { migrated } = await restore(join(scenario.parent, 'older'), target)
    expect(migrated).toEqual(all.slice(-2).map(({ name }) => name))
    expect(await readRows(target, 'select name from users')).toEqual([{ name: 'Ana' }])
    expect(await onOneConnection(target.ownerUrl, describeSchema)).toEqual(
      await onOneConnection(scenario.source.ownerUrl, describeSchema),
    )
  })

  test('can only be read by its owner, and contains the keys only on request', async () => {
    const path = join(scenario.parent, 'with-secrets')
    await scenario.backUp(path, scenario.source, true)
    expect((await stat(path)).mode & 0o777).toBe(0o700)
    expect((await stat(join(path, 'tables'))).mode & 0o777).toBe(0o700)
    const { files } = await readBackup(path)
    for (const { name } of files) expect((await stat(join(path, name))).mode & 0o777).toBe(0o600)
    expect(await readFile(join(path, 'secrets-keys'), 'utf8')).toBe(
      `${secretsKey.id}:${secretsKey.key.toString('base64')}\n`,
    )
    expect((await readBackup(scenario.folder)).files.map(({ name }) => name)).not.toContain(
      'secrets-keys',
    )
    expect(await readFile(join(scenario.folder, 'roles.sql'), 'utf8')).not.toMatch(
      /password '(?!…)/,
    )
  })

  test('describes every table with encrypted values', async () => {
    const tables = `select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and (column_name = 'key_id' or column_name ~ 'ciphertext|^sealed_text') order by 1`
    expect(
      (await readRows<{ name: string }>(scenario.source, tables)).map(({ name }) => name),
    ).toEqual(Object.keys(encryptedTables).sort())
  })
})

describe('a backup is refused', { timeout: 60_000 }, () => {
  test('while another one runs, and where one exists or is being written', async () => {
    await onOneConnection(scenario.source.ownerUrl, async (client) => {
      await client.query('select pg_advisory_lock($1)', [lockKeys.backup])
      await expect(scenario.backUp(join(scenario.parent, 'second'))).rejects.toThrow(
        'Another backup of this database is running.',
      )
    })
    await expect(scenario.backUp(scenario.folder)).rejects.toThrow('exists already')
    await mkdir(join(scenario.parent, 'third.partial'))
    await expect(scenario.backUp(join(scenario.parent, 'third'))).rejects.toThrow(
      'another backup is writing it',
    )
    await expect(scenario.backUp(join(scenario.parent, 'missing', 'fourth'))).rejects.toThrow(
      'does not exist',
    )
    await expect(stat(join(scenario.parent, 'second.partial'))).rejects.toThrow('ENOENT')
  })

  test('if the database is empty', async () => {
    await expect(
      scenario.backUp(join(scenario.parent, 'empty'), await scenario.createTarget()),
    ).rejects.toThrow('The database is empty')
  })
})

test('all access is ended after another kind of recovery', { timeout: 60_000 }, async () => {
  await endAllAccess(scenario.source.ownerUrl)
  expect(await readRows(scenario.source, accessLeft)).toEqual([{ count: 0 }])
})
