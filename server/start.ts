import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { fillDemo } from '../database/demo/fill-demo.ts'
import { consoleModuleId } from '../contract/constants.ts'
import { setModuleUrl } from '../database/system/module-url.ts'
import { ensureSystemData } from '../database/system/system-data.ts'
import { type App, createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import {
  exampleFederation,
  exampleModuleUrl,
  startExampleModule,
  startExampleProvider,
} from './operating/demo-processes.ts'
import { systemClock } from './shared/clock.ts'
import { version } from './shared/version.ts'
import { isDatabaseUnavailable } from './database/database-unavailable.ts'
import { explainFailure, explainMissingOwner } from './database/explain-failure.ts'
import { startEmbeddedDatabase } from './database/embedded/embedded-database.ts'
import { describeUnknown, findUnknownVariables } from './operating/unknown-variables.ts'
import { type Log, openLog } from './operating/log.ts'
import { type DatabaseRoles, migrate } from './database/migrate.ts'
import { onOneConnection } from './database/one-connection.ts'
import { mayChangeAuditLog } from './database/server-rights.ts'

/** Maximum duration of a drain in milliseconds, after which the process ends (rulings §9). */
const drainLimit = 10_000

const weakAuditLog =
  'the role of DATABASE_URL may change the audit log: use a role without that right, and set DATABASE_OWNER_URL for migrations (docs/operating.md)'

interface Running {
  /** Functions that stop what was started; the last one is called first. */
  undo: (() => Promise<unknown>)[]
}

const running: Running = { undo: [] }
try {
  const config = readSettings()
  const opened = openLog(config.logLevel, config.tracing !== undefined)
  running.undo.push(() => opened.close())
  if (config.tracing) {
    // Loads the packages of OpenTelemetry, which nothing else needs.
    const { startTracing } = await import('./operating/tracing.ts')
    running.undo.push(startTracing(config.tracing, opened.log))
  }
  stopOnSignals(running, opened)
  await start(config, opened.log, running)
} catch (error) {
  console.error(sentenceFor(error))
  await undoAll(running)
  process.exit(1)
}

/** Reads the configuration. If it is invalid, names unknown variables first: one may be the misspelled cause. */
function readSettings(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    for (const unknown of findUnknownVariables(process.env)) console.error(describeUnknown(unknown))
    throw error
  }
}

async function start(config: Config, log: Logger, { undo }: Running): Promise<void> {
  for (const unknown of findUnknownVariables(process.env))
    log.warn({ variable: unknown.name }, describeUnknown(unknown))
  const say = (line: string): void => (config.demo ? console.log(line) : log.info(line))
  const database = fromEnvironment(config) ?? (await embedded(config, log, say, undo))
  await verifyConnections(config)
  await prepare(database, config, say).catch((error: unknown) => {
    const withoutOwner = config.databaseUrl !== undefined && config.databaseOwnerUrl === undefined
    const missing = withoutOwner ? explainMissingOwner(error) : undefined
    throw missing === undefined ? error : new Error(missing, { cause: error })
  })
  if (await mayChangeAuditLog(database.url)) log.warn(weakAuditLog)
  const standIn = config.demo && !config.federation ? exampleFederation(config) : undefined
  const federation = config.federation ?? standIn
  const app = await createApp({
    config: { ...config, federation },
    databaseUrl: database.url,
    clock: systemClock,
    log,
  })
  undo.push(() => app.close())
  await app.publishedAssets.publish()
  await app.fastify.listen({ port: config.port, host: config.host })
  if (config.demo) undo.push(await startExampleModule(config, app))
  // The provider is needed only at the first sign-in with it, so the start does not wait for it.
  if (standIn) undo.push(startExampleProvider(config, standIn))
  say(
    config.demo
      ? invitation(config)
      : `Portaria ${version} listens on ${listeningAddress(app)}, and users reach it at ${config.publicUrl}`,
  )
}

/** Returns host and port; with PORT=0 the port that the system has chosen. */
function listeningAddress({ fastify }: App): string {
  const { address, port, family } = fastify.server.address() as AddressInfo
  return `${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

function fromEnvironment({ databaseUrl, databaseOwnerUrl }: Config): DatabaseRoles | undefined {
  if (databaseUrl === undefined) return undefined
  return { url: databaseUrl, ownerUrl: databaseOwnerUrl ?? databaseUrl }
}

async function embedded(
  config: Config,
  log: Logger,
  say: (line: string) => void,
  undo: Running['undo'],
): Promise<DatabaseRoles> {
  say(`Starting the database in ${config.dataDir} …`)
  const database = await startEmbeddedDatabase({
    dataDir: config.dataDir,
    durable: true,
    log: (line) => log.warn({ line }, 'the embedded database'),
  })
  undo.push(() => database.stop())
  return database
}

/** Connects once with each address, so that an error names the variable to correct. */
async function verifyConnections({ databaseUrl, databaseOwnerUrl }: Config): Promise<void> {
  for (const [variable, address] of Object.entries({
    DATABASE_OWNER_URL: databaseOwnerUrl,
    DATABASE_URL: databaseUrl,
  })) {
    if (address === undefined) continue
    await onOneConnection(address, (client) => client.query('select 1')).catch((error: unknown) => {
      throw new Error(explainFailure(error, variable), { cause: error })
    })
  }
}

/** Runs as the owner. The system data has fixed ids, and only the owner of a sequence may advance it past them. */
async function prepare(
  database: DatabaseRoles,
  config: Config,
  say: (line: string) => void,
): Promise<void> {
  await migrate(database)
  await onOneConnection(database.ownerUrl, async (client) => {
    await ensureSystemData(client)
    await setModuleUrl(client, consoleModuleId, config.publicUrl)
    if (config.demo) {
      const addresses = { console: config.publicUrl, exampleModule: exampleModuleUrl(config) }
      await fillDemo(client, addresses, () => say('Filling in the demo data …'))
    }
  })
}

function stopOnSignals(started: Running, { log, close }: Log): void {
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), drainLimit).unref()
    undoAll(started).then(
      () => process.exit(0),
      async (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        await close()
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  // The parent process, `npm start`, holds the other end of the channel. If the parent is killed, this process stops
  // too.
  process.on('disconnect', stop)
}

async function undoAll({ undo }: Running): Promise<void> {
  for (const step of undo.splice(0).toReversed()) await step()
}

function sentenceFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `Port ${String(error.port)} is taken: stop what listens there, or choose another with PORT=… npm start.`
  }
  if (isDatabaseUnavailable(error)) return `The database can't be reached: ${error.message}`
  return error.message
}

function invitation(config: Config): string {
  return `
Portaria ${version} is running: ${config.publicUrl}

  Sign in as   admin@portaria.example      administrator
               master@portaria.example     master user of one operator
               operador@portaria.example   company user of two operators
               federado@portaria.example   through 'Acesso Federado'
  Password     Portaria-Demo-2026!
  Codes        ${config.publicUrl}/outbox   (mail and SMS of the demo)

  API          ${config.publicUrl}/api/docs
  Example      ${exampleModuleUrl(config)}   (the example module)

Ctrl-C stops everything.`
}
