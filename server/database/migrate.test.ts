import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/testing/test-database.ts'
import { previousRelease } from '../../test/testing/previous-release.ts'
import { COMPATIBLE_FROM, migrate } from './migrate.ts'
import { onOneConnection } from './one-connection.ts'

describe('migrate', () => {
  let database: TestDatabase
  let folder: string
  const put = (name: string, sql: string) => writeFile(join(folder, name), sql)

  beforeEach(async () => {
    database = await createTestDatabase('empty')
    folder = await mkdtemp(join(tmpdir(), 'portaria-migrations-'))
    await put('0001-first.sql', 'create table birds (id int primary key)')
  })

  afterEach(async () => {
    await database.drop()
    await rm(folder, { recursive: true })
  })

  test('applies each migration once, in order', async () => {
    await put('0002-second.sql', 'alter table birds add name text')
    expect(await migrate(database, folder)).toEqual(['0001-first', '0002-second'])
    expect(await migrate(database, folder)).toEqual([])
  })

  test('serialises instances that start together', async () => {
    const runs = [1, 2, 3, 4].map(() => migrate(database, folder))
    expect((await Promise.all(runs)).flat()).toEqual(['0001-first'])
  })

  test('rolls back a migration that fails', async () => {
    await put('0002-second.sql', 'create table nests (id int); select 1 / 0')
    await expect(migrate(database, folder)).rejects.toThrow(/0002-second failed: division/)
    const client = new pg.Client({ connectionString: database.ownerUrl })
    await client.connect()
    const { rows } = await client.query(`select to_regclass('birds') b, to_regclass('nests') n`)
    await client.end()
    expect(rows).toEqual([{ b: 'birds', n: null }])
  })

  test('refuses a migration that was changed after it was applied', async () => {
    await migrate(database, folder)
    await put('0001-first.sql', 'create table birds (id bigint primary key)')
    await expect(migrate(database, folder)).rejects.toThrow(/0001-first was changed/)
  })

  test('refuses a database of a newer version that requires a later schema', async () => {
    await put('0002-second.sql', 'select 1')
    await migrate(database, folder, '0002')
    await rm(join(folder, '0002-second.sql'))
    await expect(migrate(database, folder)).rejects.toThrow(/0002-second.*newer version/)
  })

  test('accepts a database of a newer version on which this one runs, and leaves its rights', async () => {
    await put('0002-second.sql', 'create table nests (id int primary key)')
    await migrate(database, folder, '0001')
    const asOwner = (statement: string) =>
      onOneConnection(database.ownerUrl, (client) => client.query(statement))
    const { user } = new pg.Client({ connectionString: database.url })
    await asOwner(`revoke all on nests from ${user}; grant select on nests to ${user}`)
    await rm(join(folder, '0002-second.sql'))

    expect(await migrate(database, folder)).toEqual([])

    const { rows } = await asOwner(
      `select privilege_type from information_schema.role_table_grants where table_name = 'nests' and grantee = '${user}'`,
    )
    expect(rows).toEqual([{ privilege_type: 'SELECT' }])
  })

  test('refuses a migration of this version numbered below one of a newer version', async () => {
    await put('0003-third.sql', 'select 1')
    await migrate(database, folder, '0001')
    await rm(join(folder, '0003-third.sql'))
    await put('0002-second.sql', 'select 1')
    await expect(migrate(database, folder)).rejects.toThrow(/0002-second comes before 0003/)
  })

  test('refuses a migration numbered below one that is applied', async () => {
    await put('0003-third.sql', 'select 1')
    await migrate(database, folder)
    await put('0002-second.sql', 'select 1')
    await expect(migrate(database, folder)).rejects.toThrow(/0002-second comes before 0003/)
  })

  test('refuses an invalid file name', async () => {
    await put('2-second.sql', 'select 1')
    await expect(migrate(database, folder)).rejects.toThrow(/not named like/)
  })
})

test('COMPATIBLE_FROM and the tested previous release are those of the changelog', async () => {
  const changelog = await readFile(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
  const [, schema = ''] = /^## \d.*\n\nSchema: (\d+)$/m.exec(changelog) ?? []
  expect(COMPATIBLE_FROM).toBe(schema.padStart(4, '0'))
  const [, version] = /^## (\d\S*)/m.exec(changelog) ?? []
  expect(previousRelease.version).toBe(version)
})
