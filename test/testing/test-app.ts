import { sql } from 'kysely'
import { pino } from 'pino'
import { consoleModuleId } from '../../contract/constants.ts'
import { type App, createApp } from '../../server/app.ts'
import { type Config, readConfig } from '../../server/config.ts'
import { type Db, openDatabase } from '../../server/database/database.ts'
import type { Keyring } from '../../server/secrets/keyring.ts'
import { DeviceCookie } from '../../server/rate-limits/device-cookie.ts'
import { type BuiltUser, Builders } from './builders.ts'
import { findFreePort } from './free-port.ts'
import { facts } from './session-world.ts'
import { nextAddress, defaultHeaders, TestClient } from './test-client.ts'
import { TestClock } from './test-clock.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { testEnvironment } from './test-environment.ts'
import { type SignedIn, TestTrips } from './test-trips.ts'

/** A running instance of the product. */
export interface TestInstance {
  app: App
  url: string
  /** Origin of the product's pages. */
  origin: string
  client: TestClient
  /** Flows of a user, such as signing in and entering a module. */
  trips: TestTrips
  /** Log lines of every level. */
  log: string[]
  close(): Promise<void>
}

/** An instance with its own database; `beside()` starts a second one on the same database. */
export interface TestApp extends TestInstance {
  clock: TestClock
  /** The test's own connections as the owner, for arranging and inspecting. */
  db: Db
  /** Arguments of `readMessages`, which decrypts messages. */
  outbox: { db: Db; keyring: Keyring }
  build: Builders
  /** URL with the server's role. */
  databaseUrl: string
  beside(): Promise<TestInstance>
}

export interface TestAppOptions {
  clock?: TestClock
  config?: Partial<Config>
  /** Default: a new database of the test run's server. */
  database?: TestDatabase
}

/** Starts the real product on a new database, listening on loopback. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { clock = new TestClock(), config = {} } = options
  const database = options.database ?? (await createTestDatabase())
  const port = await findFreePort()
  const pool = openDatabase(database.ownerUrl, {
    max: 4,
    // Some tests insert thousands of companies with one statement.
    statementLimit: 60_000,
    onError: () => undefined,
  })
  // Every server sets this URL at its start. Nothing else in a new database depends on the server.
  await pool.db
    .updateTable('modules')
    .set({ url: `localhost:${port}` })
    .where('id', '=', consoleModuleId)
    .execute()
  const started: TestInstance[] = []
  const start = async (at: number): Promise<TestInstance> => {
    const instance = await startInstance({
      config,
      port,
      at,
      databaseUrl: database.url,
      clock,
      db: pool.db,
    })
    started.push(instance)
    return instance
  }
  const first = await start(port)
  return {
    ...first,
    clock,
    db: pool.db,
    outbox: { db: pool.db, keyring: first.app.keyring },
    build: new Builders(pool.db, first.app.keyring, clock),
    databaseUrl: database.url,
    beside: async () => start(await findFreePort()),
    close: async () => {
      await Promise.all(started.map((instance) => instance.close()))
      await pool.close()
      await database.drop()
    },
  }
}

interface InstanceOptions {
  config: Partial<Config>
  /** Port of the public URL. */
  port: number
  /** Port on which this instance listens. */
  at: number
  databaseUrl: string
  clock: TestClock
  db: Db
}

async function startInstance(options: InstanceOptions): Promise<TestInstance> {
  const { port, at, databaseUrl, clock, db } = options
  const config: Config = {
    ...readConfig(testEnvironment(port, databaseUrl)),
    // The environment cannot disable the captcha in production mode.
    captcha: { provider: 'none' },
    ...options.config,
  }
  const log: string[] = []
  const app = await createApp({
    config,
    databaseUrl,
    clock,
    log: pino({ level: 'trace' }, { write: (line) => void log.push(line) }),
  })
  await app.fastify.listen({ port: at, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${at}`
  const client = new TestClient(url)
  const close = closeOnce(app)
  return {
    app,
    url,
    origin: config.publicUrl,
    client,
    trips: new TestTrips(client, db, app.keyring, (person) => beginSession(app, config, person)),
    log,
    close,
  }
}

/** Creates a session of one factor (`acr` is `pwd`), and the cookies of a sign-in. */
async function beginSession(app: App, { publicUrl }: Config, person: BuiltUser): Promise<SignedIn> {
  const request = facts({ address: nextAddress(), userAgent: defaultHeaders['user-agent'] })
  const entry = { userId: person.id, method: 'password', amr: ['pwd'], request } as const
  const { accessToken: token, decodedToken, browser } = await app.sessions.begin(app.db, entry)
  const [device = ''] = new DeviceCookie(publicUrl, app.keyring).issue(person.email).split(';', 1)
  return { token, decodedToken, cookie: `portaria=${browser}; ${device}` }
}

function closeOnce(app: App): () => Promise<void> {
  let closing: Promise<void> | undefined
  return () => (closing ??= app.close())
}

/** Counts rows of the tables that a sign-in or exchange writes, to compare before and after a refusal. */
export async function countRows(db: Db): Promise<unknown> {
  const { rows } = await sql`select
    (select count(*) from challenges) challenges, (select count(*) from sessions) sessions,
    (select count(*) from tokens) tokens, (select count(*) from one_time_codes) codes,
    (select count(*) from outbox) outbox, (select count(*) from module_visits) visits,
    (select count(*) from audit_events) audit_events`.execute(db)
  return rows[0]
}
