import { existsSync } from 'node:fs'
import { access, constants, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type pg from 'pg'
import { splitCheckpoints } from '../../audit/log/checkpoint.ts'
import type { Config } from '../../config.ts'
import { DatabaseClient } from '../../database/database-client.ts'
import { reasonOf } from '../../database/database-unavailable.ts'
import { openDatabase } from '../../database/database.ts'
import { compareMigrations, readMigrations } from '../../database/migrate.ts'
import { checkChannel, NotificationCheck } from '../../database/notification-check.ts'
import { onOneConnection } from '../../database/one-connection.ts'
import { mayChangeAuditLog } from '../../database/server-rights.ts'
import { readLogState } from '../../audit/sealing/log-state.ts'
import { standbyCheck } from './standby-check.ts'
import {
  type Check,
  failure,
  type Finding,
  good,
  needsDatabase,
  needsSchema,
  skipped,
  warning,
} from './doctor-check.ts'

/** What to check. If `ownerUrl` is undefined, migrations run with the server's role. */
export interface DoctorAddresses {
  url: string
  ownerUrl: string | undefined
  /** Address of a standby; undefined if lists read from the primary. */
  readUrl?: string | undefined
  /** Where checkpoints of the audit log are also stored. */
  auditCheckpoints: Config['auditCheckpoints']
}

/** Minimum version of PostgreSQL, as `server_version_num`. */
const minVersion = 150_000
/** Number of connections to allow for one process (docs/operating.md, "Connections"). */
const connectionsOfProcess = 25
/** In milliseconds. */
const maxClockDifference = { warning: 1000, failure: 10_000 }

const restart = 'Start the server once: each start migrates and grants the rights again.'

export function databaseChecks({
  url,
  ownerUrl,
  readUrl,
  auditCheckpoints,
}: DoctorAddresses): Check[] {
  const asServer =
    (work: (client: pg.Client) => Promise<Finding>): Check['run'] =>
    () =>
      onOneConnection(url, work)
  return [
    {
      name: 'database',
      run: asServer(checkDatabase),
      advice: 'Correct DATABASE_URL, or start the database (docs/operating.md, "Connections").',
    },
    {
      name: 'owner role',
      run: () => (ownerUrl === undefined ? checkOwner(url, false) : checkOwner(ownerUrl, true)),
      advice: 'Correct DATABASE_OWNER_URL (docs/operating.md, "Database roles").',
    },
    { name: 'server role', run: () => checkServerRole(url), advice: restart, needs: needsSchema },
    { name: 'schema', run: asServer(checkSchema), advice: restart, needs: needsDatabase },
    {
      name: 'notifications',
      run: () => checkNotifications(url),
      advice: 'DATABASE_URL must lead to a primary, and allow LISTEN.',
      needs: needsDatabase,
    },
    {
      name: 'connections',
      run: asServer(checkConnections),
      advice: 'Raise max_connections of PostgreSQL, or the pool size of the pooler.',
      needs: needsDatabase,
    },
    {
      name: 'replication',
      run: asServer(checkReplication),
      advice: 'See pg_stat_replication and pg_replication_slots as a superuser.',
      needs: needsDatabase,
    },
    ...(readUrl === undefined ? [] : [standbyCheck(url, readUrl)]),
    {
      name: 'clock',
      run: asServer(checkClock),
      advice: 'Correct the connection first.',
      needs: needsDatabase,
    },
    {
      name: 'audit log',
      run: () => checkAuditLog(url, auditCheckpoints),
      advice: restart,
      needs: needsSchema,
    },
  ]
}

async function one<Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<Row> {
  const { rows } = await client.query<Row>(text)
  const [row] = rows
  if (!row) throw new Error('the database returned no row')
  return row
}

async function checkDatabase(client: pg.Client): Promise<Finding> {
  const row = await one<{
    version: string
    number: number
    read_only: boolean
    tls: boolean
    local: boolean
  }>(
    client,
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       current_setting('transaction_read_only')::boolean as read_only,
       coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as tls,
       inet_server_addr() is null or inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1' as local`,
  )
  const found = `PostgreSQL ${row.version} at ${client.host}:${client.port}, ${row.tls ? 'encrypted' : 'not encrypted'}`
  if (row.number < minVersion) return failure(found, 'PostgreSQL 15 or newer is needed.')
  if (row.read_only)
    return failure(
      `${found}, read-only`,
      'It is a standby, or default_transaction_read_only is set: name all hosts in DATABASE_URL, or end the read-only state.',
    )
  if (!row.tls && !row.local)
    return warning(
      found,
      'Passwords and personal data are readable on the network: add sslmode=require.',
    )
  return good(found)
}

async function checkOwner(url: string, separate: boolean): Promise<Finding> {
  const row = await onOneConnection(url, (client) =>
    one<{ role: string; foreign: number; creates: boolean; trgm: boolean }>(
      client,
      `select current_user as role, has_schema_privilege('public', 'create') as creates,
         (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
           and not pg_has_role(relowner, 'usage')) as foreign,
         exists(select from pg_extension where extname = 'pg_trgm') as trgm`,
    ),
  )
  if (!row.creates || row.foreign > 0)
    return failure(
      `${row.role} cannot migrate: ${row.creates ? `${row.foreign} tables belong to another role` : 'no right to create tables'}`,
      separate
        ? 'DATABASE_OWNER_URL must name the role that owns the tables.'
        : 'Set DATABASE_OWNER_URL to the same database with the role that owns the tables.',
    )
  if (!row.trgm)
    return warning(
      'the extension pg_trgm is missing',
      'The next start creates it. If the owner may not, an administrator runs: create extension pg_trgm',
    )
  return good(`${row.role} owns the tables`)
}

async function checkServerRole(url: string): Promise<Finding> {
  const row = await onOneConnection(url, (client) =>
    one<{ role: string; missing: string | null; few: boolean }>(
      client,
      `select current_user as role, count(*) = 0 as few,
         string_agg(relname, ', ' order by relname) filter (where not has_table_privilege(oid, 'select')) as missing
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')`,
    ),
  )
  if (row.few) return failure('the database has no tables', restart)
  if (row.missing !== null) return failure(`${row.role} cannot read ${row.missing}`, restart)
  if (await mayChangeAuditLog(url))
    return warning(
      `${row.role} may change the audit log`,
      'Use a role without that right in DATABASE_URL, and the owner in DATABASE_OWNER_URL (docs/operating.md, "Database roles").',
    )
  return good(`${row.role} has its rights, and cannot change the audit log`)
}

async function checkSchema(client: pg.Client): Promise<Finding> {
  const migrations = await readMigrations()
  const { pending, isNewer } = await compareMigrations(client, migrations)
  if (pending.length > 0)
    return warning(
      `${pending.length} of ${migrations.length} migrations are not applied`,
      'The next start of this version applies them.',
    )
  return good(
    isNewer
      ? 'a newer version has migrated the database, and this version runs on it'
      : `all ${migrations.length} migrations are applied`,
  )
}

async function checkNotifications(url: string): Promise<Finding> {
  const listener = new DatabaseClient({
    connectionString: url,
    application_name: 'portaria doctor',
  })
  const check = new NotificationCheck(url)
  listener.on('notification', ({ payload }) => check.receive(payload))
  try {
    await listener.connect()
    await listener.query(`listen ${checkChannel}`)
    const result = await check.run()
    if (result.kind === 'arrived') return good('a notification to itself arrived')
    if (result.kind === 'unsent') throw result.error
    return failure(
      'a notification to itself did not arrive within 2 s',
      'DATABASE_URL leads to a pooler that does not keep sessions: use its session mode (pgbouncer: pool_mode = session), or connect directly.',
    )
  } finally {
    await check.close()
    await listener.end().catch(() => undefined)
  }
}

async function checkConnections(client: pg.Client): Promise<Finding> {
  const { max, used } = await one<{ max: number; used: number }>(
    client,
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`,
  )
  const found = `${used} of ${max} are in use`
  return max - used < connectionsOfProcess
    ? warning(found, `A process needs up to ${connectionsOfProcess}: raise max_connections.`)
    : good(found)
}

async function checkReplication(client: pg.Client): Promise<Finding> {
  const { standbys, lost, idle } = await one<{ standbys: number; lost: number; idle: number }>(
    client,
    `select (select count(*)::int from pg_stat_replication) as standbys,
       count(*) filter (where wal_status in ('lost', 'unreserved'))::int as lost,
       count(*) filter (where not active)::int as idle from pg_replication_slots`,
  )
  const found = `standbys connected: ${standbys}`
  if (lost > 0)
    return failure(`${found}; slots that lost their log: ${lost}`, 'Create these standbys again.')
  if (idle > 0)
    return warning(
      `${found}; replication slots without a connection: ${idle}`,
      'PostgreSQL keeps its log for them until the disk is full: start the standby, or drop the slot.',
    )
  return good(found)
}

async function checkClock(client: pg.Client): Promise<Finding> {
  const sent = Date.now()
  const { time } = await one<{ time: number }>(
    client,
    'select extract(epoch from clock_timestamp())::float8 * 1000 as time',
  )
  const difference = Math.round(time - (sent + Date.now()) / 2)
  const found = `differs from the database by ${difference} ms`
  const advice =
    'Synchronise both machines (chrony, systemd-timesyncd): codes and tokens depend on it.'
  if (Math.abs(difference) > maxClockDifference.failure) return failure(found, advice)
  return Math.abs(difference) > maxClockDifference.warning ? warning(found, advice) : good(found)
}

async function checkAuditLog(url: string, place: Config['auditCheckpoints']): Promise<Finding> {
  const pool = openDatabase(url, { max: 1, onError: () => undefined })
  try {
    if (place?.kind === 'file') {
      const unwritable = await whyUnwritable(place.path)
      if (unwritable !== undefined)
        return failure(
          `the file of AUDIT_CHECKPOINTS cannot be written: ${unwritable}`,
          'Make its folder writable for the user of the server; under systemd also in ReadWritePaths.',
        )
    }
    const { unsealed, unkept } = await readLogState(pool.db)
    const head = await pool.db
      .selectFrom('audit_checkpoints')
      .select(['size', 'sealed_at'])
      .orderBy('size', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!head) return skipped('no event is sealed yet')
    const found = `newest head: ${head.size} events, ${head.sealed_at.toISOString()}`
    const stored = place?.kind === 'file' ? await newestStoredHead(place.path) : 0
    if (stored > head.size)
      return failure(
        `${found}; the file of AUDIT_CHECKPOINTS has one of ${stored} events`,
        'The log is truncated, for example by a restore: see docs/operating.md, "Audit log".',
      )
    if (unsealed > 60)
      return failure(
        `${found}; an event waits for ${Math.round(unsealed)} s`,
        'If a server runs, see docs/operating.md, "Audit log". Otherwise it is sealed after the start.',
      )
    if (place && unkept > 600)
      return warning(
        `${found}; not stored elsewhere for ${Math.round(unkept)} s`,
        'See AUDIT_CHECKPOINTS in docs/operating.md.',
      )
    return good(`${found} (npm run audit:verify compares all of it)`)
  } finally {
    await pool.close()
  }
}

/** Returns why a file cannot be appended to or created, without changing it. */
async function whyUnwritable(path: string): Promise<string | undefined> {
  try {
    await access(existsSync(path) ? path : dirname(path), constants.W_OK)
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

/** Returns the largest number of events in a file of checkpoints: the second line of each. */
async function newestStoredHead(path: string): Promise<number> {
  if (!existsSync(path)) return 0
  const notes = splitCheckpoints(await readFile(path, 'utf8'))
  return Math.max(0, ...notes.map((note) => Number(note.split('\n')[1])))
}
