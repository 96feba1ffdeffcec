import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { lockKeys } from '../../database/lock-keys.ts'
import { productFolder } from '../shared/product-folder.ts'
import { userOf } from './database-client.ts'
import { onOneConnection } from './one-connection.ts'
import { grantServerRights } from './server-rights.ts'

export const MIGRATIONS_FOLDER = join(productFolder, 'database/migrations')

/**
 * Number of the last migration of the previous release (CHANGELOG.md). The code of that release runs on the schema of
 * this version, during a rolling update and after a rollback (decision 86).
 */
export const COMPATIBLE_FROM = '0048'

/** Thrown if database and code do not match. The message says what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

interface Migration {
  name: string
  sql: string
  checksum: string
}

/** URLs of one database with each of its two roles (docs/decisions/0021-two-database-roles.md). */
export interface DatabaseRoles {
  /** URL for connections with the server's role. */
  url: string
  /** URL for connections with the role that owns the tables; equal to `url` if there is only one role. */
  ownerUrl: string
}

/**
 * Applies all new migrations as the owner, and returns their names. Then grants the rights of the server's role again,
 * so that they include new tables. Instances that start together wait for each other.
 *
 * Migrations of a newer version are accepted if this version runs on its schema. Rights are then left as they are, since
 * this version does not know those of new tables. Otherwise throws MigrationError.
 */
export async function migrate(
  { url, ownerUrl }: DatabaseRoles,
  folder = MIGRATIONS_FOLDER,
  compatibleFrom = COMPATIBLE_FROM,
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  return onOneConnection(ownerUrl, async (client) => {
    // PostgreSQL releases a session lock even if this process is killed.
    await client.query('select pg_advisory_lock($1)', [lockKeys.migrations])
    const { pending, isNewer } = await compare(client, migrations)
    for (const migration of pending) await apply(client, migration, compatibleFrom)
    const user = userOf(url)
    if (!isNewer && user && user !== client.user) await grantServerRights(client, user)
    return pending.map((migration) => migration.name)
  })
}

/**
 * Applies new migrations up to the one named `last` in the transaction of the caller, who must be the owner and hold the
 * lock of the migrations. Returns their names. Used by a restore, which grants rights itself.
 */
export async function migrateWithin(client: pg.Client, last?: string): Promise<string[]> {
  const { pending } = await compare(client, await readMigrations())
  const chosen = pending.filter(({ name }) => last === undefined || name <= last)
  // A table whose deferred triggers wait for the end of the transaction cannot be altered by the next migration.
  const runDeferred = 'set constraints all immediate; set constraints all deferred'
  for (const migration of chosen)
    await run(client, migration, { finalStatement: runDeferred, compatibleFrom: COMPATIBLE_FROM })
  return chosen.map(({ name }) => name)
}

/** Reads the migrations of this version in order. */
export async function readMigrations(folder = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const numbers = new Set<string>()
  for (const file of files) {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1]
    if (!number) throw new MigrationError(`${file} is not named like 0001-what-it-does.sql`)
    if (numbers.has(number)) throw new MigrationError(`Two migrations have the number ${number}`)
    numbers.add(number)
  }
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(join(folder, file), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name: file.slice(0, -'.sql'.length), sql, checksum }
    }),
  )
}

interface AppliedMigration {
  name: string
  checksum: string
  /** Number of the last migration that code must know to run on the schema. Null before decision 86. */
  compatible_from: string | null
}

async function compare(client: pg.Client, migrations: Migration[]) {
  await ensureTable(client)
  return compareMigrations(client, migrations)
}

/**
 * Compares the migrations of this version with those of the database, and changes nothing. `isNewer`: a newer version
 * has migrated it. Throws MigrationError if database and code do not match.
 */
export async function compareMigrations(
  client: pg.Client,
  migrations: Migration[],
): Promise<{ pending: Migration[]; isNewer: boolean }> {
  const rows = await readApplied(client)
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const known = new Set(migrations.map((migration) => migration.name))
  const unknown = rows.filter((row) => !known.has(row.name))
  const newest = migrations.at(-1)?.name.slice(0, 4) ?? ''
  const incompatible = unknown.find(
    ({ compatible_from }) => compatible_from === null || compatible_from > newest,
  )
  if (incompatible) {
    throw new MigrationError(
      `The database has the migration ${incompatible.name}, which this version does not know. Start a newer version.`,
    )
  }
  for (const { name, checksum } of migrations) {
    if (applied.has(name) && applied.get(name) !== checksum) {
      throw new MigrationError(
        `The migration ${name} was changed after it was applied. Undo the change and write a new migration.`,
      )
    }
  }
  const pending = migrations.filter((migration) => !applied.has(migration.name))
  const [first] = pending
  const later = first && rows.find(({ name }) => name > first.name)
  if (later) {
    throw new MigrationError(
      `The migration ${first.name} comes before ${later.name}, which is applied. Give it a later number.`,
    )
  }
  return { pending, isNewer: unknown.length > 0 }
}

async function ensureTable(client: pg.Client): Promise<void> {
  await client.query(`
    create table if not exists schema_migrations (
      name text constraint schema_migrations_pkey primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    );
    alter table schema_migrations add column if not exists compatible_from text`)
}

/** Reads the applied migrations. The column `compatible_from` may be absent, as before decision 86. */
async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    `select name, checksum, to_jsonb(m) ->> 'compatible_from' as compatible_from from schema_migrations m order by name`,
  )
  return rows
}

async function apply(
  client: pg.Client,
  migration: Migration,
  compatibleFrom: string,
): Promise<void> {
  await client.query('begin')
  try {
    await run(client, migration, { finalStatement: 'commit', compatibleFrom })
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Applies a migration, records it, and then executes `finalStatement`, which checks deferred constraints. */
async function run(
  client: pg.Client,
  { name, sql, checksum }: Migration,
  { finalStatement, compatibleFrom }: { finalStatement: string; compatibleFrom: string },
): Promise<void> {
  try {
    await client.query(sql)
    await client.query(
      'insert into schema_migrations (name, checksum, compatible_from) values ($1, $2, $3)',
      [name, checksum, compatibleFrom],
    )
    await client.query(finalStatement)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new MigrationError(`The migration ${name} failed: ${reason}`, { cause })
  }
}
