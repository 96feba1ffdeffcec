/**
 * `npm run bench:sessions`: what many live sessions and administrators' edits do to the permission check, as ratios of one
 * run. `SESSIONS=30000` has fewer of them; `BESIDE=/another/checkout` measures that one too, for before and after on the same machine at the same time.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import serverEnvironment from '../scripts/server-environment.json' with { type: 'json' }
import { readConfig } from '../server/config.ts'
import { startEmbeddedDatabase } from '../server/database/embedded/embedded-database.ts'
import { Keyring } from '../server/secrets/keyring.ts'
import { findFreePort } from '../server/testing/free-port.ts'
import { fillSessions } from './fill-sessions.ts'
import { compare, connections } from './measures.ts'
import {
  cpuSeconds,
  residentMemory,
  startWorker,
  waitUntilReady,
  type Worker,
} from './processes.ts'
import type { SessionLoad, SessionLoadResult } from './session-load.ts'

const many = Number(process.env.SESSIONS ?? 100_000)
const editsPerSecond = 20
const rounds = { count: 3, seconds: 3, warmUp: 2, settle: 0.2 }

const here = new URL('..', import.meta.url)
const checkouts = [here]
if (process.env.BESIDE) checkouts.push(pathToFileURL(`${process.env.BESIDE}/`))
for (const checkout of checkouts) await measureCheckout(checkout)

async function measureCheckout(checkout: URL): Promise<void> {
  console.log(checkout.pathname)
  const undo: (() => Promise<unknown>)[] = []
  try {
    await measurePortal(await startPortal(checkout, undo), undo)
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

type Portal = Awaited<ReturnType<typeof startPortal>>

async function measurePortal(portal: Portal, undo: (() => Promise<unknown>)[]): Promise<void> {
  const cookie = await fillSessions({ ...portal, sessions: many, file: portal.tokens })
  const generator = startWorker(import.meta.resolve('./session-load.ts'))
  undo.push(() => generator.stop())
  const p99: Record<string, number> = {}
  /** Of the server for each check, in microseconds: what else the machine does hardly changes it. */
  const cpu: Record<string, number> = {}
  const checks = (what: string, sessions: number) => async (seconds: number) => {
    const { port, tokens, pid } = portal
    const before = cpuSeconds(pid)
    const result = await generator.ask<SessionLoadResult>({
      port,
      tokens,
      cookie,
      sessions,
      connections,
      seconds,
    } satisfies SessionLoad)
    p99[what] = result.p99
    cpu[what] = ((cpuSeconds(pid) - before) * 1e6) / (result.good + result.bad)
    if (result.bad > 0)
      console.log(`  ${what}: ${result.bad} of ${result.good + result.bad} refused`)
    // Who is refused for want of time was not served, and that is measured.
    return { ...result, bad: 0 }
  }
  const said = (measure: string, { ratio, ours, beside }: Awaited<ReturnType<typeof compare>>) =>
    console.log(
      `  ${measure}: ${ratio.toFixed(2)} (${ours.toFixed(0)}/s, p99 ${p99['ours']?.toFixed(1)} ms, ${cpu['ours']?.toFixed(0)} µs of CPU each; ${beside.toFixed(0)}/s, p99 ${p99['beside']?.toFixed(1)} ms, ${cpu['beside']?.toFixed(0)} µs)`,
    )

  console.log(`  ${residentMemory(portal.pid)?.now.toFixed(0)} MB with nobody`)
  const still = checks('beside', 1000)
  await still(3)
  const editing = async (seconds: number) => {
    const edits = keepEditing(portal.ownerUrl, seconds)
    const result = await checks('ours', 1000)(seconds)
    await edits
    return result
  }
  const edited = await compare({ ours: editing, beside: still }, rounds)
  said(`check beside ${editsPerSecond} edits a second / at rest, 1,000 sessions`, edited)

  // The first time a session is seen, it is read.
  const all = checks('ours', many)
  let seen = 0
  for (let waited = 0; seen < many && waited < 240; waited += 10) seen += (await all(10)).good
  console.log(`  ${seen} checks until all were seen`)
  const sessions = await compare({ ours: all, beside: checks('beside', 1) }, rounds)
  said(`check with ${many} sessions / with one`, sessions)
  const memory = residentMemory(portal.pid)
  console.log(
    `  ${memory?.now.toFixed(0)} MB with ${many} (${memory?.peak.toFixed(0)} at the most)`,
  )
}

/** What administrators change all day: a profile, a function and a plan of others, and somebody who checks. */
async function keepEditing(ownerUrl: string, seconds: number): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const edits = [
    `update profiles set name = 'Medida ' || clock_timestamp() where id = (select max(id) from profiles)`,
    `update functions set status = 1 - status where id = (select max(id) from functions)`,
    `update plans set active = not active where id = (select max(id) from plans)`,
    `update users set name = 'Medida ' || clock_timestamp() where email = 'sessao.7@medida.example'`,
  ]
  try {
    await client.query(`insert into functions (module_id, name, url, environment, method)
      values (1, 'Medida', '/medida', 'front', 'GET') on conflict do nothing`)
    await client.query(
      `insert into profiles (module_id, name) select 1, 'Medida ' || clock_timestamp()`,
    )
    await client.query(`insert into plans (name) select left('Medida ' || clock_timestamp(), 30)`)
    const began = performance.now()
    for (let n = 0; n < seconds * editsPerSecond; n++) {
      await client.query(edits[n % edits.length] ?? '')
      const next = began + ((n + 1) * 1000) / editsPerSecond
      await new Promise((done) => setTimeout(done, Math.max(0, next - performance.now())))
    }
  } finally {
    await client.end()
  }
}

async function startPortal(checkout: URL, undo: (() => Promise<unknown>)[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'portaria-bench-'))
  undo.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const database = await startEmbeddedDatabase({ dataDir, durable: true, log: () => undefined })
  undo.push(() => database.stop())
  const port = await findFreePort()
  const env = {
    ...serverEnvironment,
    DEMO: '1',
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${port}`,
    EXAMPLE_MODULE_PORT: String(await findFreePort()),
    EXAMPLE_IDP_PORT: String(await findFreePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    SECRETS_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    CAPTCHA_PROVIDER: 'none',
    LOG_LEVEL: 'warn',
  }
  const server: Worker = startWorker(new URL('server/main.ts', checkout).href, env)
  undo.push(() => server.stop())
  await server.during(waitUntilReady(`http://127.0.0.1:${port}`))
  return {
    port,
    pid: server.pid,
    issuer: env.PUBLIC_URL,
    ownerUrl: database.ownerUrl,
    keyring: new Keyring(readConfig(env).secretsKeys),
    tokens: join(dataDir, 'tokens'),
  }
}
