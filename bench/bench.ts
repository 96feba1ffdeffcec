/**
 * `npm run bench`: what the portal adds to what the machine can do, as ratios, so that they can be compared between
 * machines. Beside the portal runs a bare Fastify on the same Node, and a process that only hashes passwords.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exampleModuleId } from '../database/demo/demo-modules.ts'
import { demoPeople } from '../database/demo/demo-people.ts'
import { readConfig } from '../server/config.ts'
import { ensureModuleSecret } from '../server/modules/module-secrets.ts'
import serverEnvironment from '../scripts/server-environment.json' with { type: 'json' }
import { openDatabase } from '../server/database/database.ts'
import { startEmbeddedDatabase } from '../server/database/embedded/embedded-database.ts'
import { Keyring } from '../server/secrets/keyring.ts'
import { basic, demoPassword, PortalClient } from '../server/testing/portal-client.ts'
import { fillFunctions, largeModuleId, smallModuleId } from './fill-functions.ts'
import { type Attacks, describeAttacks } from './attacks.ts'
import type { BareRoute, LoadResult, PlannedRequest } from './load-plan.ts'
import { compare, connections, loadOn } from './measures.ts'
import { comparePlanLists } from './plan-lists.ts'
import { findFreePort } from '../server/testing/free-port.ts'
import { residentMemory, startWorker, waitUntilReady, type Worker } from './processes.ts'
import { runBench, type Undo } from './run-bench.ts'
import { printTable, type Row } from './table.ts'

const undo: Undo = []
await runBench(undo, bench)

async function bench(): Promise<void> {
  console.log('Starting the portal with its demo data, and a bare Fastify beside it …')
  const portal = await startPortal()
  const administrator = new PortalClient(portal.url)
  await administrator.enterConsole(await administrator.signIn(demoPeople.administrator.email))
  // The example module is the operators', not the administrator's.
  const operator = new PortalClient(portal.url)
  const initialToken = await operator.signIn(demoPeople.operator.email)
  await operator.enterConsole(initialToken)
  const json = { 'content-type': 'application/json' }
  const check: PlannedRequest = {
    method: 'POST',
    path: '/api/user/valid',
    headers: { ...json, ...administrator.headers },
    body: JSON.stringify({ environment: 'front', path: '/user-list', method: 'GET' }),
  }
  const issue: PlannedRequest = {
    method: 'POST',
    path: '/api/user-local/code',
    headers: { ...json, ...operator.headers },
    body: JSON.stringify(await operator.destination(exampleModuleId, initialToken)),
    code: 'keep',
  }
  const exchange: PlannedRequest = {
    method: 'GET',
    path: '/api/user-local/token?code=',
    headers: basic(String(exampleModuleId), portal.exampleSecret),
    code: 'append',
  }
  const signIn: PlannedRequest = {
    method: 'POST',
    path: '/api/auth-local',
    headers: {},
    headersInTurn: portal.emails.map((email) => basic(email, demoPassword)),
  }
  const bareUrl = await startBare(await routesLike(portal.url, check, issue, exchange))
  const generator = worker(import.meta.resolve('./load.ts'))
  const argon = worker(import.meta.resolve('./argon.ts'))
  const memory = residentMemory(portal.pid)
  const against = (requests: PlannedRequest[]) => ({
    ours: loadOn(generator, portal.url, requests),
    beside: loadOn(generator, bareUrl, requests),
  })
  const rows: Row[] = []

  console.log('Permission checks …')
  const checks = await compare(against([check]), { count: 5, seconds: 3, warmUp: 3, settle: 0.1 })
  rows.push({ measure: 'permission check / bare Fastify', ...checks, aim: 0.6 })

  console.log('Codes issued and exchanged …')
  const codes = await compare(against([issue, exchange]), {
    count: 3,
    seconds: 3,
    warmUp: 2,
    settle: 0.3,
  })
  rows.push({ measure: 'code issue + exchange / bare Fastify', ...codes })

  console.log('Sign-ins with a password …')
  const hashes = (seconds: number): Promise<LoadResult> =>
    argon.ask<LoadResult>({ inFlight: connections, seconds })
  const signIns = await compare(
    { ours: loadOn(generator, portal.url, [signIn]), beside: hashes },
    { count: 5, seconds: 3, warmUp: 2, settle: 1.2 },
  )
  rows.push({ measure: 'password sign-in / raw Argon2id', ...signIns, aim: 0.85 })

  console.log('Lists of functions, short and long …')
  const list = (moduleId: number, search: string): PlannedRequest => ({
    method: 'GET',
    path: `/api/function?module_id=${moduleId}&search=${search}`,
    headers: administrator.headers,
  })
  for (const [measure, search] of [
    ['list of 10,000 functions / of 100', ''],
    ['search in 10,000 functions / in 100', 'medida%2099'],
  ] as const) {
    const sides = {
      ours: loadOn(generator, portal.url, [list(largeModuleId, search)]),
      beside: loadOn(generator, portal.url, [list(smallModuleId, search)]),
    }
    const lists = await compare(sides, { count: 3, seconds: 2, warmUp: 1, settle: 0.3 })
    rows.push({ measure, ...lists, aim: 0.33 })
  }

  console.log('Somebody signs in and reads a list, beside a client that does its worst …')
  const elsewhere = { 'x-forwarded-for': '198.51.100.7' }
  const person = [signIn, list(smallModuleId, '')].map((request) => ({
    ...request,
    headers: { ...request.headers, ...elsewhere },
  }))
  const hostile = worker(import.meta.resolve('./hostile.ts'))
  const alone = loadOn(generator, portal.url, person, 1)
  const besideHostile = async (seconds: number): Promise<LoadResult> => {
    const [result, attacks] = await Promise.all([
      alone(seconds),
      hostile.ask<Attacks>({ url: portal.url, origin: portal.origin, seconds }),
    ])
    console.log(`  ${describeAttacks(attacks, seconds)}`)
    return result
  }
  const attacked = await compare(
    { ours: besideHostile, beside: alone },
    { count: 5, seconds: 3, warmUp: 2, settle: 1.2 },
  )
  rows.push({ measure: 'sign-in + list, attacked / alone', ...attacked, aim: 0.5 })

  const after = residentMemory(portal.pid)

  console.log('Companies, plans and seats, few and many …')
  rows.push(...(await comparePlanLists(generator, portal, await startPortal())))

  printTable(rows, { before: memory, after, aim: 200 })
}

/** The server as production runs it, in a process of its own, on an embedded database of its own. */
async function startPortal() {
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
    // So that clients can come from different networks.
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'warn',
  }
  const server = worker(import.meta.resolve('../server/main.ts'), env)
  const url = `http://127.0.0.1:${port}`
  await server.during(waitUntilReady(url))
  return {
    url,
    origin: env.PUBLIC_URL,
    pid: server.pid,
    ownerUrl: database.ownerUrl,
    ...(await readDatabase(database.ownerUrl, env)),
  }
}

/** Lists to measure, and what a module's team and the people know by themselves: the secret, and who may sign in. */
async function readDatabase(databaseUrl: string, env: Record<string, string>) {
  const pool = openDatabase(databaseUrl, { onError: (error) => console.error(error) })
  try {
    const keyring = new Keyring(readConfig(env).secretsKeys)
    await fillFunctions(pool.db)
    const exampleSecret = await ensureModuleSecret(pool.db, keyring, exampleModuleId)
    const users = await pool.db
      .selectFrom('users')
      .innerJoin('passwords', 'passwords.user_id', 'users.id')
      .select('users.email')
      .where('users.status', '=', 1)
      .where('users.suspended', '=', false)
      .where('passwords.superseded_at', 'is', null)
      .where('passwords.temporary', '=', false)
      .execute()
    return { exampleSecret, emails: users.map(({ email }) => email) }
  } finally {
    await pool.close()
  }
}

/** Asks the portal once and has the bare server give the same answers. */
async function routesLike(
  url: string,
  check: PlannedRequest,
  issue: PlannedRequest,
  exchange: PlannedRequest,
): Promise<BareRoute[]> {
  const checked = await ask(url, check)
  const issued = await ask(url, issue)
  const { code } = (issued as { result: { data: { code: string } } }).result.data
  const exchanged = await ask(url, { ...exchange, path: exchange.path + code })
  return [
    { method: check.method, path: check.path, answer: checked },
    { method: issue.method, path: issue.path, answer: issued },
    { method: exchange.method, path: exchange.path.split('?')[0] ?? '', answer: exchanged },
  ]
}

async function ask(url: string, { method, path, headers, body }: PlannedRequest): Promise<unknown> {
  const response = await fetch(url + path, { method, headers, ...(body && { body }) })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${path.split('?')[0]} answered ${JSON.stringify(answer)}`)
  return answer
}

async function startBare(routes: BareRoute[]): Promise<string> {
  const port = await findFreePort()
  await worker(import.meta.resolve('./bare.ts')).ask({ port, routes })
  return `http://127.0.0.1:${port}`
}

/** A worker that ends with the bench. */
function worker(address: string, env?: Record<string, string>): Worker {
  const started = startWorker(address, env)
  undo.push(() => started.stop())
  return started
}
