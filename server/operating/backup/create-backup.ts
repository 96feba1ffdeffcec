import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { lockKeys } from '../../../database/lock-keys.ts'
import { splitCheckpoints } from '../../audit/log/checkpoint.ts'
import type { Config } from '../../config.ts'
import { userOf } from '../../database/database-client.ts'
import type { DatabaseRoles } from '../../database/migrate.ts'
import { onOneConnection } from '../../database/one-connection.ts'
import { version } from '../../shared/version.ts'
import type { BackupFolder } from './backup-folder.ts'
import { readGrants, writeRoles } from './database-roles.ts'
import { findUsedKeys } from './encrypted-values.ts'
import {
  HEADS,
  type Manifest,
  MANIFEST,
  ROLES,
  SECRETS,
  VERIFIER_KEY,
  writeManifest,
} from './manifest.ts'
import { copySettings, listSequences, listTables, type TableColumns } from './table-copy.ts'

export interface BackupOptions {
  roles: DatabaseRoles
  config: Pick<Config, 'secretsKeys' | 'auditCheckpoints'>
  /** Whether the backup contains the keys of `SECRETS_KEYS`. */
  withSecrets: boolean
}

export interface Backup {
  manifest: Manifest
  /** SHA-256 of the manifest, which contains the digests of all other files. */
  digest: string
  /** Number of heads of the audit log that were stored outside of the database; undefined if there is no such file. */
  heads: number | undefined
}

/**
 * Backs up a database while the server runs: all rows of one snapshot, the database roles, and the heads of the audit
 * log. If it fails, the caller must discard the folder.
 */
export async function createBackup(folder: BackupFolder, options: BackupOptions): Promise<Backup> {
  // Read before the snapshot, so that the backup contains the events of each head.
  const heads = await readHeads(options.config.auditCheckpoints)
  const taken = await onOneConnection(options.roles.ownerUrl, (client) =>
    backUpDatabase(client, folder, options),
  )
  if (heads) await folder.write(HEADS, heads.map((head) => `${head}\n`).join(''))
  if (options.withSecrets) await folder.write(SECRETS, writeKeys(options.config.secretsKeys))
  const text = writeManifest({ version, ...taken, files: folder.files })
  const { sha256: digest } = await folder.write(MANIFEST, text)
  await folder.complete()
  return { manifest: JSON.parse(text) as Manifest, digest, heads: heads?.length }
}

async function readHeads(place: Config['auditCheckpoints']): Promise<string[] | undefined> {
  if (place?.kind !== 'file' || !existsSync(place.path)) return undefined
  return splitCheckpoints(await readFile(place.path, 'utf8'))
}

function writeKeys(keys: Config['secretsKeys']): string {
  return `${keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',')}\n`
}

async function backUpDatabase(
  client: pg.Client,
  folder: BackupFolder,
  { roles, config }: BackupOptions,
): Promise<Omit<Manifest, 'format' | 'version' | 'files'>> {
  const managed = [roles.ownerUrl, roles.url].map((url) => userOf(url) ?? '')
  const tables = await openSnapshot(client)
  const { rows } = await client.query<{ now: Date; postgresql: string }>(
    `select now(), current_setting('server_version') as postgresql`,
  )
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    'select name, checksum from schema_migrations order by name',
  )
  const grants = await readGrants(client, managed)
  await folder.write(ROLES, await writeRoles(client, managed, grants))
  // Schemas before migration 20 have no such table.
  if (tables.some(({ name }) => name === 'audit_keys')) await writeVerifierKey(client, folder)
  const taken = {
    taken_at: (rows[0]?.now ?? new Date()).toISOString(),
    postgresql: rows[0]?.postgresql ?? '',
    migrations,
    grants,
    keys: await findUsedKeys(client, config.secretsKeys),
    tables: await copyTables(client, folder, tables),
    // Sequences are not part of the snapshot. Later values leave gaps in the ids, which is harmless.
    sequences: await listSequences(client),
  }
  await client.query('commit')
  return taken
}

async function writeVerifierKey(client: pg.Client, folder: BackupFolder): Promise<void> {
  const { rows } = await client.query<{ key: string }>('select verifier_key as key from audit_keys')
  if (rows[0]) await folder.write(VERIFIER_KEY, `${rows[0].key.trim()}\n`)
}

/**
 * Begins the snapshot with a lock on every table, as pg_dump does, and returns the tables. The locks permit reading and
 * writing, but no migration. Without them a migration could rewrite a table that the snapshot then sees as empty.
 */
async function openSnapshot(client: pg.Client): Promise<TableColumns[]> {
  await client.query(copySettings)
  // PostgreSQL releases a session lock even if this process is killed.
  const { rows } = await client.query<{ free: boolean }>(
    'select pg_try_advisory_lock($1) as free',
    [lockKeys.backup],
  )
  if (!rows[0]?.free) throw new Error('Another backup of this database is running.')
  await client.query('select pg_advisory_lock($1)', [lockKeys.migrations])
  const tables = await listTables(client)
  if (!tables.some(({ name }) => name === 'schema_migrations'))
    throw new Error('The database is empty: the server was never started on it.')
  const names = tables.map(({ name }) => client.escapeIdentifier(name)).join(', ')
  await client.query('begin isolation level repeatable read read only')
  await client.query(`lock table ${names} in access share mode`)
  // LOCK takes no snapshot, so the snapshot begins with this statement.
  await client.query('select pg_advisory_unlock($1)', [lockKeys.migrations])
  return tables
}

async function copyTables(
  client: pg.Client,
  folder: BackupFolder,
  tables: readonly TableColumns[],
): Promise<Manifest['tables']> {
  const copied: Manifest['tables'] = []
  for (const { name, columns } of tables) {
    const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
    const stream = client.query(copyTo(`copy ${client.escapeIdentifier(name)} (${list}) to stdout`))
    const { name: file } = await folder.writeCompressed(`tables/${name}.copy.zst`, stream)
    copied.push({ name, columns, rows: stream.rowCount, file })
  }
  return copied
}
