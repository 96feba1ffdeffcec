import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Manifest } from './manifest.ts'

/** A table with the columns that COPY transfers: all but generated ones. */
export interface TableColumns {
  name: string
  columns: string[]
}

/**
 * Settings of the connections of a backup and of a restore: the format of values, and no timeouts, which the database or
 * its roles may have set for short queries.
 */
export const copySettings = `
  set statement_timeout = 0;
  set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres';
  set timezone = 'UTC';
  set bytea_output = 'hex';
  set extra_float_digits = 1;
  set client_encoding = 'UTF8'`

/** Lists the tables of the product with their columns. */
export async function listTables(client: pg.Client): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where relnamespace = 'public'::regnamespace and relkind = 'r'
       and attnum > 0 and not attisdropped and attgenerated = ''
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by relname order by relname`,
  )
  return rows
}

/** Returns the sequences that have been used, each with its last value. */
export async function listSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by sequencename`,
  )
  return rows.map(({ name, value }) => ({ name, value: Number(value) }))
}

/**
 * Loads all rows of a backup in the transaction of `client`, which has `copySettings`. The tables must have been created
 * in the same transaction, with the schema of the backup. Triggers are disabled while the rows are loaded, since the
 * rows have passed them already; foreign keys and indexes are created after the rows, which is faster and verifies all references.
 */
export async function loadTables(
  client: pg.Client,
  folder: string,
  { tables, sequences }: Manifest,
): Promise<void> {
  const existing = await listTables(client)
  refuseOtherTables(existing, tables)
  const all = existing.map(({ name }) => client.escapeIdentifier(name))
  const { drop, create } = await keyAndIndexStatements(client)
  // Memory for the creation of indexes.
  await client.query(`set maintenance_work_mem = '256MB'`)
  for (const table of all) await client.query(`alter table ${table} disable trigger user`)
  for (const statement of drop) await client.query(statement)
  // The migrations have inserted some rows, which the backup contains too.
  await client.query(`truncate ${all.join(', ')}`)
  for (const table of tables) await loadTable(client, folder, table)
  for (const { name, value } of sequences)
    await client.query('select setval($1::regclass, $2)', [client.escapeIdentifier(name), value])
  for (const statement of create) await client.query(statement)
  for (const table of all) await client.query(`alter table ${table} enable trigger user`)
}

async function loadTable(
  client: pg.Client,
  folder: string,
  { name, columns, rows, file }: Manifest['tables'][number],
): Promise<void> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const target = client.query(
    copyFrom(`copy ${client.escapeIdentifier(name)} (${list}) from stdin with (freeze)`),
  )
  await pipeline(createReadStream(join(folder, file)), createZstdDecompress(), target)
  if (target.rowCount !== rows)
    throw new Error(`The table ${name} has ${target.rowCount} rows instead of ${rows}.`)
}

function refuseOtherTables(
  existing: readonly TableColumns[],
  tables: readonly TableColumns[],
): void {
  const names = new Set(existing.map(({ name }) => name))
  const other = tables.find(({ name }) => !names.has(name))
  if (other)
    throw new Error(
      `The backup contains the table ${other.name}, which no migration creates. Move it to another schema and back up again.`,
    )
}

/** Returns the statements that drop the foreign keys and indexes of all tables, and those that create them again. */
async function keyAndIndexStatements(
  client: pg.Client,
): Promise<{ drop: string[]; create: string[] }> {
  const { rows: keys } = await client.query<{ drop: string; create: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
     from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f'`,
  )
  const { rows: indexes } = await client.query<{
    name: string
    create: string
    comment: string | null
  }>(
    `select c.oid::regclass::text as name, pg_get_indexdef(c.oid) as create, obj_description(c.oid, 'pg_class') as comment
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = c.oid)`,
  )
  return {
    drop: [...keys.map(({ drop }) => drop), ...indexes.map(({ name }) => `drop index ${name}`)],
    create: [
      ...indexes.flatMap(({ name, create, comment }) => [
        create,
        `comment on index ${name} is ${comment === null ? 'null' : client.escapeLiteral(comment)}`,
      ]),
      ...keys.map(({ create }) => create),
    ],
  }
}
