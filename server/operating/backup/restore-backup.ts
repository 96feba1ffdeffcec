import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { lockKeys } from '../../../database/lock-keys.ts'
import type { Config } from '../../config.ts'
import { userOf } from '../../database/database-client.ts'
import { type DatabaseRoles, migrateWithin, readMigrations } from '../../database/migrate.ts'
import { onOneConnection } from '../../database/one-connection.ts'
import { grantServerRights } from '../../database/server-rights.ts'
import { version } from '../../shared/version.ts'
import { restoreGrants } from './database-roles.ts'
import { describeUnreadable, findMissingKeys } from './encrypted-values.ts'
import { endAccess, type EndedAccess } from './end-access.ts'
import type { Manifest } from './manifest.ts'
import { copySettings, listTables, loadTables } from './table-copy.ts'

export interface RestoreOptions {
  roles: DatabaseRoles
  config: Pick<Config, 'secretsKeys'>
  /** Whether existing data of the target is deleted. */
  replace: boolean
  /** Whether a backup is restored although keys of its encrypted values are missing. */
  acceptUnreadable: boolean
}

export interface Restored extends EndedAccess {
  /** Migrations that the schema of the backup lacked. */
  migrated: string[]
  /** Roles that had rights in the backup and that do not exist here. */
  missingRoles: string[]
}

/**
 * Restores a verified backup in one transaction: schema of the backup, rows, newer migrations, rights, and the end of
 * all access. So a restore that fails or is interrupted leaves the database as it was.
 */
export async function restoreBackup(
  folder: string,
  manifest: Manifest,
  options: RestoreOptions,
): Promise<Restored> {
  await refuseOtherSchema(manifest)
  if (!options.acceptUnreadable) refuseMissingKeys(manifest, options.config)
  return onOneConnection(options.roles.ownerUrl, async (client) => {
    await client.query(copySettings)
    await client.query('begin')
    await prepareTarget(client, options.replace)
    await migrateWithin(client, manifest.migrations.at(-1)?.name)
    await loadTables(client, folder, manifest)
    const migrated = await migrateWithin(client)
    const user = userOf(options.roles.url)
    if (user && user !== client.user) await grantServerRights(client, user)
    const missingRoles = await restoreGrants(client, manifest.grants)
    const ended = await endAccess(client, manifest, randomUUID())
    await client.query('commit')
    // Without statistics the first queries would be planned badly.
    await client.query('analyze')
    return { ...ended, migrated, missingRoles }
  })
}

/** Ends all access in a database that was recovered by other means, such as a point-in-time recovery. */
export function endAllAccess(ownerUrl: string): Promise<EndedAccess> {
  return onOneConnection(ownerUrl, async (client) => {
    await client.query('begin')
    const ended = await endAccess(client, undefined, randomUUID())
    await client.query('commit')
    return ended
  })
}

/** Throws unless the migrations of the backup are the first ones of this version. */
async function refuseOtherSchema(manifest: Manifest): Promise<void> {
  const known = await readMigrations()
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]))
  const unknown = manifest.migrations.find(({ name }) => !checksums.has(name))
  if (unknown)
    throw new Error(
      `The backup was made by version ${manifest.version} and has the migration ${unknown.name}, which this version (${version}) does not know. Restore it with version ${manifest.version} or a newer one.`,
    )
  const changed = manifest.migrations.find(({ name, checksum }) => checksums.get(name) !== checksum)
  const missing = known
    .slice(0, manifest.migrations.length)
    .find(({ name }, index) => manifest.migrations[index]?.name !== name)
  if (changed ?? missing)
    throw new Error(
      `The backup was made by another product or a changed version: its migration ${(changed ?? missing)?.name} differs.`,
    )
}

function refuseMissingKeys(manifest: Manifest, { secretsKeys }: RestoreOptions['config']): void {
  const missing = findMissingKeys(manifest.keys, secretsKeys)
  if (missing.length === 0) return
  throw new Error(
    `SECRETS_KEYS (or secrets.key in DATA_DIR) lacks the keys of the backup. These values could not be decrypted:
${describeUnreadable(missing)}
Add the keys, or pass --accept-unreadable to restore without these values.`,
  )
}

/** Locks the database against starting servers, and makes sure that it is empty. */
async function prepareTarget(client: pg.Client, replace: boolean): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>(
    'select pg_try_advisory_xact_lock($1) as free',
    [lockKeys.migrations],
  )
  if (!rows[0]?.free) throw new Error('A server is starting on this database. Stop it first.')
  const { rows: others } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and application_name like 'portaria%'`,
  )
  if (others.length > 0)
    throw new Error(
      `The database is in use by ${others.length} connections of the product. Stop all its processes first.`,
    )
  if ((await listTables(client)).length === 0) return
  if (!replace)
    throw new Error(
      'The database is not empty. Pass --replace to delete everything in it and to restore the backup instead.',
    )
  await dropEverything(client)
}

/** Drops all objects of the schema `public`, except those of extensions, which the owner may be unable to create again. */
async function dropEverything(client: pg.Client): Promise<void> {
  // 'e': object of an extension; 'i': sequence of an identity column, which is dropped with its table.
  const notOfExtension = (oid: string): string =>
    `not exists (select from pg_depend d where d.objid = ${oid} and d.deptype in ('e', 'i'))`
  const { rows } = await client.query<{ statement: string }>(
    `select format('drop %s if exists %I cascade', case relkind when 'v' then 'view' when 'm' then 'materialized view'
         when 'S' then 'sequence' else 'table' end, relname) as statement
     from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') and ${notOfExtension('c.oid')}
     union all
     select format('drop routine if exists %s cascade', p.oid::regprocedure)
     from pg_proc p where pronamespace = 'public'::regnamespace and ${notOfExtension('p.oid')}
     union all
     select format('drop type if exists %I cascade', typname)
     from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'd') and ${notOfExtension('t.oid')}
     union all
     select format('drop collation if exists %I cascade', collname)
     from pg_collation o where collnamespace = 'public'::regnamespace and ${notOfExtension('o.oid')}`,
  )
  for (const { statement } of rows) await client.query(statement)
}
