import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import pg from 'pg'
import { openDatabase } from '../server/database/database.ts'
import { Keyring } from '../server/secrets/keyring.ts'
import { findFreePort } from '../test/testing/free-port.ts'
import { createTestDatabase } from '../test/testing/test-database.ts'
import { providerAccounts } from './provider-accounts.ts'
import { World } from './world.ts'

const root = join(import.meta.dirname, '..')
const secretsKey = Buffer.alloc(32, 7)
const keyring = new Keyring([{ id: 'test', key: secretsKey }])

/** A message of the demo's outbox (rulings §9). */
export interface SentMessage {
  id: string
  channel: 'email' | 'sms'
  to: string
  subject: string
  text: string
  sentAt: string
}

/** The real server in demo mode with its example module, on a database of its own. */
export interface Portaria {
  url: string
  /** URL of the example module. */
  moduleUrl: string
  /** Runs `act` and returns the next message to this recipient. */
  messageAfter(recipient: string, act: () => Promise<void>): Promise<SentMessage>
  sql: pg.Pool
  /** Keys of this server, for sealed values in its database. */
  keyring: Keyring
  /** Creates records for the tests. */
  world: World
  stop(): Promise<void>
}

/** Starts a server as `npm start` does, with `env` added to the test settings. */
export async function startPortaria(env: Record<string, string> = {}): Promise<Portaria> {
  const database = await createTestDatabase()
  const [port, modulePort, providerPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ]
  const url = `http://localhost:${port}`
  const server = spawn(process.execPath, [join(root, 'dist/server/main.mjs')], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DEMO: '1',
      CAPTCHA_PROVIDER: 'none',
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      SECRETS_KEYS: `test:${secretsKey.toString('base64')}`,
      PORT: String(port),
      EXAMPLE_MODULE_PORT: String(modulePort),
      EXAMPLE_IDP_PORT: String(providerPort),
      ACCOUNTS: providerAccounts,
      ...env,
    },
  })
  await ready(server, url)
  // Ignore connection errors. A broken connection fails the next query anyway, and dropping the database ends
  // connections that are still closing.
  const pool = openDatabase(database.ownerUrl, { max: 2, onError: () => undefined })
  const sql = new pg.Pool({ connectionString: database.ownerUrl, max: 2 })
  sql.on('error', () => undefined)
  return {
    url,
    moduleUrl: `http://localhost:${modulePort}`,
    messageAfter: (recipient, act) => messageAfter(url, recipient, act),
    sql,
    keyring,
    world: new World(pool.db, keyring),
    async stop() {
      await Promise.all([pool.close(), sql.end()])
      if (server.exitCode === null) {
        server.kill('SIGTERM')
        await once(server, 'exit')
      }
      await database.drop()
    },
  }
}

/** Waits for the sign-in hint, the last line that a starting server prints. */
async function ready(server: ChildProcess, url: string): Promise<void> {
  let printed = ''
  for await (const chunk of server.stdout ?? []) {
    printed += String(chunk)
    if (printed.includes(` is running: ${url}`)) {
      server.stdout?.resume()
      return
    }
  }
  throw new Error(`The server did not start:\n${printed}`)
}

async function messageAfter(
  url: string,
  recipient: string,
  act: () => Promise<void>,
): Promise<SentMessage> {
  const before = (await newestTo(url, recipient))?.id
  await act()
  let message: SentMessage | undefined
  await expect
    .poll(async () => {
      message = await newestTo(url, recipient)
      return message !== undefined && message.id !== before
    })
    .toBe(true)
  if (!message) throw new Error(`No message was sent to ${recipient}`)
  return message
}

async function newestTo(url: string, recipient: string): Promise<SentMessage | undefined> {
  const response = await fetch(`${url}/outbox.json`)
  const messages = (await response.json()) as SentMessage[]
  return messages.find(({ to }) => to === recipient)
}
