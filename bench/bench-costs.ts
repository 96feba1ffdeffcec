/**
 * `npm run bench:costs`: CPU time of server and PostgreSQL per operation, and bytes per row of the large tables, for
 * docs/sizing.md. `-- --people 100000` fills fewer users than a million. CPU time depends much less on other load of
 * the machine than rates do.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { administratorProfileId } from '../contract/constants.ts'
import type { Db } from '../server/database/database.ts'
import { systemClock } from '../server/shared/clock.ts'
import { Builders } from '../test/testing/builders.ts'
import { ConsoleClient } from '../test/testing/console-client.ts'
import { TestClient } from '../test/testing/test-client.ts'
import { type SignedIn, TestTrips } from '../test/testing/test-trips.ts'
import { fillPeople } from './fill-people.ts'
import { cpuSeconds } from './processes.ts'
import { runBench, type Undo } from './run-bench.ts'
import { startPortal } from './start-portal.ts'
import { withUnlimitedConnection } from './unlimited-connection.ts'

const { values } = parseArgs({ options: { people: { type: 'string', default: '1000000' } } })
/** Number of users who sign in and then call in turn. */
const visitors = 24
/** Number of calls at the same time. */
const concurrency = 8

const undo: Undo = []
await runBench(undo, async () => {
  const portal = await startPortal(undo)
  console.log(`Filling ${values.people} users …`)
  await fillPeople(portal.ownerUrl, Number(values.people))
  const postmaster = Number(
    readFileSync(join(portal.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
  )
  await withUnlimitedConnection(portal.ownerUrl, async (db) => {
    await printTables(db)
    // Otherwise the first calls include writing the filled pages.
    await sql`checkpoint`.execute(db)
    await measureCalls(db, portal, postmaster)
  })
})

async function measureCalls(
  db: Db,
  { url, pid, keyring }: Awaited<ReturnType<typeof startPortal>>,
  postmaster: number,
): Promise<void> {
  const client = new TestClient(url)
  const build = new Builders(db, keyring, systemClock)
  const trips = new TestTrips(client, db, keyring)
  const module = await build.module()
  const people = await repeat(visitors, () => build.visitor({ module }))
  const inTurn = <T>(all: readonly T[], n: number): T => {
    const one = all[n % all.length]
    if (one === undefined) throw new Error('there is nobody')
    return one
  }
  const measure = async (name: string, times: number, call: (n: number) => Promise<unknown>) => {
    const before = await read()
    await inParallel(times, call)
    const after = await read()
    const each = (what: keyof typeof before, unit: number) =>
      (((after[what] - before[what]) * unit) / times).toFixed(2).padStart(9)
    console.log(
      `${name.padEnd(34)}${each('server', 1000)}${each('database', 1000)}${each('wal', 1 / 1024)}${each('events', 1)}`,
    )
  }
  async function read() {
    const { rows } = await sql<{ wal: number; events: number }>`
      select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
        (select count(*) from audit_events)::int as events`.execute(db)
    const [{ wal, events } = { wal: NaN, events: NaN }] = rows
    return { server: cpuSeconds(pid), database: treeCpuSeconds(postmaster), wal, events }
  }

  console.log(`${'per call'.padEnd(34)} server ms  pg ms   WAL KB   events`)
  await measure('at rest, per second', 10, (n) => sleep(n === 0 ? 10_000 : 0))
  const signedIn: SignedIn[] = []
  const beforeSignIns = await bytesOf(db)
  await measure('sign-in: password, code, session', visitors * 4, async (n) => {
    signedIn[n % visitors] = await trips.signIn(inTurn(people, n).email)
  })
  const afterSignIns = await bytesOf(db)
  const kept = (afterSignIns.kept - beforeSignIns.kept) / (visitors * 4)
  console.log(`  a sign-in keeps ${kept.toFixed(0)} bytes besides the audit log`)
  const arrive = (n: number) => trips.arrive(inTurn(signedIn, n), inTurn(people, n).at)
  await inParallel(200, arrive)
  const sizes = await bytesOf(db)
  const tokens: SignedIn[] = []
  await measure('code and its exchange', 3000, async (n) => {
    tokens[n % visitors] = await arrive(n)
  })
  const grown = await bytesOf(db)
  const ofEvent = (grown.audit - sizes.audit) / (grown.events - sizes.events)
  console.log(
    `  an event takes ${ofEvent.toFixed(0)} bytes with indexes; a code and its token ${((grown.kept - sizes.kept) / 3000).toFixed(0)} besides`,
  )
  await measure('validation by a module', 10_000, (n) =>
    trips.validate(inTurn(tokens, n).token, inTurn(tokens, n).cookie),
  )
  const administrators = await repeat(8, async () => {
    const person = await build.consoleUser({ profileId: administratorProfileId })
    const who = await trips.arrive(await trips.signIn(person.email), person.at)
    return new ConsoleClient({ client }, person, who)
  })
  const admin = inTurn(administrators, 0)
  await measure('permission check', 20_000, (n) => trips.valid(inTurn(administrators, n).who))
  const words = ['silva', 'wozzy', 'yasmin', 'ana costa']
  await measure('people: first page', 200, () => admin.call('userSearch', { body: {} }))
  await measure('people: search', 40, (n) =>
    admin.call('userSearch', { body: { filters: { search: inTurn(words, n) } } }),
  )
  await measure('companies: first page', 200, () => admin.call('companyList', { query: {} }))
  await measure('audit log: first page', 200, () => admin.call('auditList', { query: {} }))
  await measure('HOME of an administrator', 10, () => admin.call('homeGet', {}))
  await measure('write, confirmed by password', 48, (n) =>
    inTurn(administrators, n).call('serviceCreate', {
      body: { name: `Medida ${n}`, description: 'Medida' },
    }),
  )
}

/** Returns the sizes of the audit log and of what sign-ins keep, when all events are sealed. */
async function bytesOf(db: Db): Promise<{ audit: number; kept: number; events: number }> {
  await sleep(3000)
  const { rows } = await sql<{ audit: number; kept: number; events: number }>`
    select sum(pg_total_relation_size(oid)) filter (where relname like 'audit%')::float8 as audit,
      sum(pg_total_relation_size(oid)) filter (where relname in
        ('sessions', 'tokens', 'one_time_codes', 'outbox', 'challenges', 'module_visits'))::float8 as kept,
      (select count(*) from audit_events)::int as events
    from pg_class where relkind = 'r'`.execute(db)
  return rows[0] ?? { audit: NaN, kept: NaN, events: NaN }
}

async function printTables(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string; rows: number; bytes: number; indexes: number }>`
    select relname as name, reltuples::float8 as rows,
      pg_table_size(oid) / nullif(reltuples, 0)::float8 as bytes,
      pg_indexes_size(oid) / nullif(reltuples, 0)::float8 as indexes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and reltuples > ${Number(values.people) / 2} order by reltuples desc`.execute(db)
  for (const { name, rows: count, bytes, indexes } of rows)
    console.log(
      `${name.padEnd(20)} ${String(count).padStart(10)} rows, ${bytes.toFixed(0)} + ${indexes.toFixed(0)} bytes each`,
    )
  const { rows: size } = await sql<{ mb: number }>`
    select pg_database_size(current_database()) / 1048576.0::float8 as mb`.execute(db)
  console.log(`the database has ${size[0]?.mb.toFixed(0)} MB`)
}

/** Returns the CPU time of a process and of all its children, also of those that have ended, in seconds. */
function treeCpuSeconds(parent: number): number {
  if (!existsSync('/proc')) return NaN
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    return fieldsOf(name)[1] === String(parent)
  })
  // Fields 14 and 15 are the times of children that have ended.
  const ended = fieldsOf(String(parent)).slice(13, 15)
  return (
    [parent, ...children.map(Number)].reduce((sum, pid) => sum + (cpuSeconds(pid) || 0), 0) +
    ended.reduce((sum, ticks) => sum + Number(ticks) / 100, 0)
  )
}

/** Returns the fields of `/proc/PID/stat` after the name of the process; none if it has ended. */
function fieldsOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}

async function inParallel(times: number, call: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < times) await call(next++)
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, times) }, worker))
}

async function repeat<T>(times: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = []
  while (made.length < times) made.push(await make())
  return made
}
