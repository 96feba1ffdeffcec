import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { isAbandoned } from '../../server/database/embedded/data-dir-lock.ts'
import { startEmbeddedDatabase } from '../../server/database/embedded/embedded-database.ts'
import { type DatabaseRoles, migrate } from '../../server/database/migrate.ts'
import { consoleModuleId } from '../../contract/constants.ts'
import { setModuleUrl } from '../../database/system/module-url.ts'
import { ensureSystemData } from '../../database/system/system-data.ts'
import { onOneConnection } from '../../server/database/one-connection.ts'

// Does not import a test runner, since both Vitest and Playwright use it.

/** Environment variables with the URLs of the test server, for both roles. Child processes inherit them. */
const SERVER_URL = 'TEST_SERVER_URL'
const OWNER_URL = 'TEST_SERVER_OWNER_URL'

const PREFIX = 'portaria-test-'
const TEMPLATE = 'portaria_template'

/** File system in memory on Linux, and the free bytes that a test run may need there. */
const MEMORY_FOLDER = '/dev/shm'
const NEEDED_SPACE = 4 * 2 ** 30

/** Console URL in a new database; no server listens there. */
export const consoleUrl = 'http://localhost:3000'

/** A database for one test file or one browser worker. */
export interface TestDatabase extends DatabaseRoles {
  drop(): Promise<void>
}

/** Starts the PostgreSQL of a test run and creates the template database. Returns the function that stops it. */
export async function startTestServer(): Promise<() => Promise<void>> {
  await removeAbandoned(tmpdir())
  await removeAbandoned(MEMORY_FOLDER)
  const dataDir = await mkdtemp(join(await findDataParent(), PREFIX))
  const removeDataDir = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  try {
    const log = (line: string) => process.stderr.write(`${line}\n`)
    const quiet = process.env['CI'] === undefined ? () => undefined : log
    const server = await startEmbeddedDatabase({ dataDir, durable: false, log: quiet })
    process.env[SERVER_URL] = server.url
    process.env[OWNER_URL] = server.ownerUrl
    await createDatabase(TEMPLATE)
    const template = rolesOf(TEMPLATE)
    await migrate(template)
    await onOneConnection(template.ownerUrl, async (client) => {
      await ensureSystemData(client)
      await setModuleUrl(client, consoleModuleId, consoleUrl)
    })
    return async () => {
      await server.stop()
      await removeDataDir()
    }
  } catch (error) {
    await removeDataDir()
    throw error
  }
}

/** Creates a database: empty, or migrated with its initial rows. */
export async function createTestDatabase(
  from: 'migrated' | 'empty' = 'migrated',
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await createDatabase(name, from === 'migrated' ? TEMPLATE : undefined)
  return {
    ...rolesOf(name),
    drop: () => onServer((client) => client.query(`drop database if exists ${name} with (force)`)),
  }
}

/**
 * Returns the folder for the data of the test server, in memory if there is room. On ext4, creating a database takes ten
 * times the CPU after another was dropped, because the kernel skips recently deleted inodes.
 */
async function findDataParent(): Promise<string> {
  if (!existsSync(MEMORY_FOLDER)) return tmpdir()
  const { bavail, bsize } = await statfs(MEMORY_FOLDER)
  return bavail * bsize >= NEEDED_SPACE ? MEMORY_FOLDER : tmpdir()
}

/** Removes the data folders of interrupted runs. */
async function removeAbandoned(parent: string): Promise<void> {
  if (!existsSync(parent)) return
  for (const name of await readdir(parent)) {
    const folder = join(parent, name)
    if (!name.startsWith(PREFIX)) continue
    // Another run may have removed it since.
    const found = await stat(folder).catch(() => undefined)
    if (found?.uid !== process.getuid?.() || !isAbandoned(folder)) continue
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function createDatabase(name: string, template?: string): Promise<void> {
  // Copying through the write-ahead log needs no checkpoint, so workers do not wait for each other.
  const source = template ? `template ${template} strategy wal_log` : ''
  await onServer(async (client) => {
    await client.query(`create database ${name} ${source}`)
    // A copied database has the table rights of its template, but not the database rights (server-rights.ts).
    if (template) await client.query(`revoke temporary on database ${name} from public`)
  })
}

async function onServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  await onOneConnection(serverUrl(OWNER_URL), work)
}

/** Converts the server role's URL of a database to the owner's URL. */
export function ownerUrlOf(databaseUrl: string): string {
  return addressOf(new URL(databaseUrl).pathname, OWNER_URL)
}

function rolesOf(database: string): DatabaseRoles {
  return { url: addressOf(database, SERVER_URL), ownerUrl: addressOf(database, OWNER_URL) }
}

function addressOf(database: string, role: string): string {
  const url = new URL(serverUrl(role))
  url.pathname = database
  return url.href
}

function serverUrl(role: string): string {
  const url = process.env[role]
  if (!url) throw new Error('The test database server is not started: use the global setup.')
  return url
}
