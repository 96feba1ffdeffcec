import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { pino, type Logger } from 'pino'
import { fillDemo } from '../database/demo/fill-demo.ts'
import { exampleModuleId } from '../database/demo/demo-modules.ts'
import { ensureSystemData } from '../database/system/system-data.ts'
import { type App, createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { ensureModuleSecret } from './modules/module-secrets.ts'
import { systemClock } from './shared/clock.ts'
import { startEmbeddedDatabase } from './shared/embedded-database.ts'
import { migrate } from './shared/migrate.ts'

/** How long a drain may take before the process ends anyway (rulings §9). */
const drainLimit = 10_000

interface Running {
  /** Undoes what was started, last first. */
  undo: (() => Promise<unknown>)[]
}

const running: Running = { undo: [] }
try {
  const config = readConfig(process.env)
  const log = pino({ level: config.demo ? (process.env.LOG_LEVEL ?? 'warn') : config.logLevel })
  stopOnSignals(running, log)
  await start(config, log, running)
} catch (error) {
  console.error(sentenceFor(error))
  await undoAll(running)
  process.exit(1)
}

async function start(config: Config, log: Logger, { undo }: Running): Promise<void> {
  const say = (line: string): void => (config.demo ? console.log(line) : log.info(line))
  const databaseUrl = config.databaseUrl ?? (await embedded(config, say, undo))
  await prepare(databaseUrl, config, say)
  const app = await createApp({ config, databaseUrl, clock: systemClock, log })
  undo.push(() => app.close())
  await app.fastify.listen({ port: config.port, host: config.host })
  if (config.demo) undo.push(await startExampleModule(config, app))
  say(config.demo ? invitation(config) : `listening on ${config.publicUrl}`)
}

async function embedded(config: Config, say: (line: string) => void, undo: Running['undo']): Promise<string> {
  say(`Starting the database in ${config.dataDir} …`)
  const database = await startEmbeddedDatabase({ dataDir: config.dataDir, durable: true, log: () => undefined })
  undo.push(() => database.stop())
  return database.url
}

async function prepare(databaseUrl: string, config: Config, say: (line: string) => void): Promise<void> {
  await migrate(databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await ensureSystemData(client)
    if (config.demo) {
      say('Filling in the demo data …')
      await fillDemo(client, { console: config.publicUrl, exampleModule: exampleModuleUrl(config) })
    }
  } finally {
    await client.end()
  }
}

function exampleModuleUrl(config: Config): string {
  return `http://localhost:${config.exampleModulePort}`
}

/** The example module is a process of its own, as any module is; it gets its secret as its team would. */
async function startExampleModule(config: Config, app: App): Promise<() => Promise<unknown>> {
  const secret = await ensureModuleSecret(app.db, app.keyring, exampleModuleId)
  const module = spawn(process.execPath, [join(import.meta.dirname, '../examples/module/main.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PORT: String(config.exampleModulePort),
      PORTARIA_URL: config.publicUrl,
      MODULE_ID: String(exampleModuleId),
      MODULE_SECRET: secret,
    },
  })
  module.on('exit', (code) => {
    if (code) console.error(`The example module stopped with code ${code}; its port is EXAMPLE_MODULE_PORT=${config.exampleModulePort}.`)
  })
  return () => stopChild(module)
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

function stopOnSignals(running: Running, log: Logger): void {
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), drainLimit).unref()
    undoAll(running).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  // `npm start` holds the other end of a channel: when it is killed, nothing may stay behind.
  process.on('disconnect', stop)
}

async function undoAll({ undo }: Running): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step()
}

function sentenceFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `Port ${String(error.port)} is taken: stop what listens there, or choose another with PORT=… npm start.`
  }
  return error.message
}

function invitation(config: Config): string {
  return `
Portaria is running: ${config.publicUrl}

  Sign in as   admin@portaria.example      administrator
               master@portaria.example     master user of one operator
               operador@portaria.example   company user of two operators
  Password     Portaria-Demo-2026!
  Codes        ${config.publicUrl}/outbox   (mail and SMS of the demo)

  API          ${config.publicUrl}/api/docs
  Example      ${exampleModuleUrl(config)}   (the example module)

Ctrl-C stops everything.`
}
