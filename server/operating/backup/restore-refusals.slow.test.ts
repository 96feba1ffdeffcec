import { randomBytes } from 'node:crypto'
import { cp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BackupScenario, readRows, restore, withDb } from '../../../test/testing/backup-scenario.ts'
import type { TestDatabase } from '../../../test/testing/test-database.ts'
import { secretsKey } from '../../../test/testing/test-environment.ts'
import { type Manifest, MANIFEST } from './manifest.ts'

let scenario: BackupScenario
/** A database into which the backup was restored. */
let restored: TestDatabase

beforeAll(async () => {
  scenario = await BackupScenario.create()
  restored = await scenario.createTarget()
  await restore(scenario.folder, restored)
}, 180_000)
afterAll(() => scenario.close())

/** Copies the backup, so that a test can damage it. */
async function copyBackup(name: string): Promise<string> {
  const copy = join(scenario.parent, name)
  await cp(scenario.folder, copy, { recursive: true })
  return copy
}

async function editManifest(path: string, edit: (manifest: Manifest) => object): Promise<void> {
  const manifest = JSON.parse(await readFile(join(path, MANIFEST), 'utf8')) as Manifest
  await writeFile(join(path, MANIFEST), JSON.stringify(edit(manifest)))
}

describe('a restore is refused', { timeout: 60_000 }, () => {
  test('into a database with data, unless it may be replaced', async () => {
    await readRows(restored, `update services set name = 'Outro' where id = 1`)
    await expect(restore(scenario.folder, restored)).rejects.toThrow('The database is not empty.')
    const other = { secretsKeys: [{ id: secretsKey.id, key: randomBytes(32) }] }
    await restore(scenario.folder, restored, {
      replace: true,
      config: other,
      acceptUnreadable: true,
    })
    expect(await readRows(restored, 'select name from services where id = 1')).toEqual(
      await readRows(scenario.source, 'select name from services where id = 1'),
    )
  })

  test('while the product is connected', async () => {
    const target = await scenario.createTarget()
    await withDb(target.ownerUrl, async (db) => {
      await db.selectNoFrom((of) => of.lit(1).as('one')).execute()
      await expect(restore(scenario.folder, target)).rejects.toThrow('is in use by 1 connections')
    })
  })

  test('without the keys of the backup, and says what could not be decrypted', async () => {
    const target = await scenario.createTarget()
    const other = { secretsKeys: [{ id: secretsKey.id, key: randomBytes(32) }] }
    await expect(restore(scenario.folder, target, { config: other })).rejects.toThrow(
      /could not be decrypted:\n {2}key "test": .*1 × the key of the audit log/,
    )
    expect(await readRows(target, `select from pg_tables where schemaname = 'public'`)).toEqual([])
  })

  test('from a folder that is no backup, incomplete, damaged or newer', async () => {
    const target = await scenario.createTarget()
    await expect(restore(scenario.parent, target)).rejects.toThrow(
      'is no backup: it has no manifest.json',
    )

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
    expect(await readRows(target, `select from pg_tables where schemaname = 'public'`)).toEqual([])
  })

  test('if a table has other rows than the manifest says, and leaves the database as it was', async () => {
    const target = await scenario.createTarget()
    const wrong = await copyBackup('wrong')
    await editManifest(wrong, (manifest) => ({
      ...manifest,
      tables: manifest.tables.map((table) =>
        table.name === 'users' ? { ...table, rows: table.rows + 1 } : table,
      ),
    }))
    await expect(restore(wrong, target)).rejects.toThrow('The table users has')
    expect(await readRows(target, `select from pg_tables where schemaname = 'public'`)).toEqual([])
    await expect(restore(wrong, restored, { replace: true })).rejects.toThrow('The table users has')
    expect(await readRows(restored, 'select count(*) from users')).toEqual(
      await readRows(scenario.source, 'select count(*) from users'),
    )
  })
})
