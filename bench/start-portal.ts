import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import serverEnvironment from '../scripts/server-environment.json' with { type: 'json' }
import { readConfig } from '../server/config.ts'
import { startEmbeddedDatabase } from '../server/database/embedded/embedded-database.ts'
import { Keyring } from '../server/secrets/keyring.ts'
import { findFreePort } from '../test/testing/free-port.ts'
import { startWorker, waitUntilReady } from './processes.ts'
import type { Undo } from './run-bench.ts'

/** A running process of the portal. */
export interface PortalProcess {
  url: string
  port: number
  pid: number
  /** Milliseconds from start to ready. */
  startedIn: number
  stop: () => Promise<void>
}

/** A portal with its demo data on a database server of its own. */
export interface Portal extends PortalProcess {
  /** Origin of the portal's pages and issuer of its tokens. */
  origin: string
  ownerUrl: string
  /** Temporary folder, removed with the portal. */
  dataDir: string
  keyring: Keyring
  /** Starts another process on the same database. */
  startAnother: () => Promise<PortalProcess>
}

/**
 * Starts the production server in a process of its own, on an embedded database of its own. `checkout` may be another
 * working copy.
 */
export async function startPortal(
  undo: Undo,
  checkout = new URL('..', import.meta.url),
): Promise<Portal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portaria-bench-'))
  undo.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const database = await startEmbeddedDatabase({ dataDir, durable: true, log: () => undefined })
  undo.push(() => database.stop())
  const port = await findFreePort()
  const shared = {
    ...serverEnvironment,
    DEMO: '1',
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    SECRETS_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    CAPTCHA_PROVIDER: 'none',
    // Lets load generators set the client's network.
    TRUST_PROXY: '127.0.0.1',
    // Unlimited, because one user requests all codes.
    CODES_PER_HOUR: '1000000000',
    LOG_LEVEL: 'warn',
  }
  const start = (of: number) => startProcess(undo, checkout, shared, of)
  // Fills the compile cache (scripts/server-environment.json), so that the measured start uses it.
  await (await start(port)).stop()
  return {
    ...(await start(port)),
    origin: shared.PUBLIC_URL,
    ownerUrl: database.ownerUrl,
    dataDir,
    keyring: new Keyring(readConfig(shared).secretsKeys),
    startAnother: async () => start(await findFreePort()),
  }
}

async function startProcess(
  undo: Undo,
  checkout: URL,
  shared: Record<string, string>,
  port: number,
): Promise<PortalProcess> {
  const env = {
    ...shared,
    PORT: String(port),
    EXAMPLE_MODULE_PORT: String(await findFreePort()),
    EXAMPLE_IDP_PORT: String(await findFreePort()),
  }
  const began = performance.now()
  const server = startWorker(new URL('dist/server/main.mjs', checkout).href, env)
  undo.push(() => server.stop())
  const url = `http://127.0.0.1:${port}`
  await server.during(waitUntilReady(url))
  const startedIn = performance.now() - began
  return { url, port, pid: server.pid, startedIn, stop: () => server.stop() }
}
