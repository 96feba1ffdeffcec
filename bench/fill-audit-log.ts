import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../database/database-types.ts'
import type { Db } from '../server/database/database.ts'
import type { EmbeddedDatabase } from '../server/database/embedded/embedded-database.ts'
import { migrate } from '../server/database/migrate.ts'
import { onOneConnection } from '../server/database/one-connection.ts'
import { positionOf } from '../server/audit-list/audit-conditions.ts'

/** An audit log with events of 300 days, by 900 users in 40 companies. */
export interface FilledLog {
  db: Db
  /** Page position in the middle of the log. */
  middle: string
}

/** Opens a database of the cluster with the owner's role. Fills a new database with events. */
export async function openAuditList(cluster: EmbeddedDatabase, events: number): Promise<FilledLog> {
  const name = `audit_${events}`
  await onOneConnection(cluster.ownerUrl, async (client) => {
    const { rows } = await client.query('select from pg_database where datname = $1', [name])
    if (rows.length === 0) await client.query(`create database ${name}`)
  })
  const of = (address: string) => Object.assign(new URL(address), { pathname: name }).href
  await migrate({ url: of(cluster.url), ownerUrl: of(cluster.ownerUrl) })
  const pool = new pg.Pool({ connectionString: of(cluster.ownerUrl), max: 1, idleTimeoutMillis: 0 })
  const db: Db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const { rows: counted } = await sql<{ filled: boolean }>`
    select exists (select from audit_entries where request_id = 'filled') as filled`.execute(db)
  if (counted[0]?.filled !== true) await fill(db, events)
  const { rows } = await sql<{ middle: string }>`
    select ${positionOf(sql`happened_at`, sql`seq`)} as middle
    from audit_entries where part_of is null order by happened_at offset ${Math.floor(events / 2)} limit 1`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw new Error('There are no events.')
  return { db, middle: found.middle }
}

/** Inserts events: six frequent operations in equal parts, and 200 events of a rare one. */
async function fill(db: Db, events: number): Promise<void> {
  await sql`set synchronous_commit = off`.execute(db)
  await sql`set maintenance_work_mem = '256MB'`.execute(db)
  const { rows: indexes } = await sql<{ name: string; made: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made
    from pg_index i where i.indrelid = 'audit_entries'::regclass
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`.execute(db)
  for (const each of indexes) await sql`drop index ${sql.raw(each.name)}`.execute(db)
  const rare = Math.max(1, Math.floor(events / 200))
  await sql`
    with made as (
      insert into audit_entries (happened_at, operation, event, user_id, company_id, target, request_id)
      select timestamptz '2026-01-01' + n * (interval '300 days' / ${events}::bigint),
        case when n % ${rare} = 0 then 'networkUnlock'
          else (array['authLocal', 'userChangeMfa', 'userLocalCode', 'userUpdate', 'serviceUpdate', 'userProfileAdd'])[1 + n * 7919 % 6] end,
        'bench.filled', 1 + n * 104729 % 900, 1 + n * 15485863 % 40, 'user:' || 1 + n * 7919 % 900, 'filled'
      from generate_series(1, ${events}::bigint) n returning seq)
    insert into audit_values (seq, name, value, salt)
    select seq, name, value, '\\x00' from made, (values ('address', '"203.0.113.5"'), ('after', '{"name":"Medida"}')) given (name, value)`.execute(
    db,
  )
  for (const { made } of indexes) await sql.raw(made).execute(db)
  await sql`vacuum analyze`.execute(db)
}
