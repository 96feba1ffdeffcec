import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OWNER } from './create-cluster.ts'
import { AlreadyRunning } from './data-dir-lock.ts'
import {
  type EmbeddedDatabase,
  type EmbeddedDatabaseOptions,
  startEmbeddedDatabase,
} from './embedded-database.ts'
import type { DatabaseRoles } from '../migrate.ts'
import { ensureServerRole, SERVER } from './server-role.ts'

/**
 * Returns the embedded database for a command: that of the running server if there is one, otherwise a database that is
 * started for the duration of the command.
 */
export async function reachEmbeddedDatabase(
  options: EmbeddedDatabaseOptions,
): Promise<EmbeddedDatabase> {
  try {
    return await startEmbeddedDatabase(options)
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error
    const { dataDir } = options
    const ownerUrl = addressOf(dataDir, OWNER, 'postgres-password')
    const url = await ensureServerRole(ownerUrl, join(dataDir, 'postgres-server-password'))
    return { url, ownerUrl, stop: () => Promise.resolve() }
  }
}

/**
 * Returns the addresses of the embedded database of a running server, or undefined if none runs. Starts and changes
 * nothing.
 */
export function findEmbeddedDatabase(dataDir: string): DatabaseRoles | undefined {
  if (!existsSync(join(dataDir, 'postgres', 'postmaster.pid'))) return undefined
  return {
    url: addressOf(dataDir, SERVER, 'postgres-server-password'),
    ownerUrl: addressOf(dataDir, OWNER, 'postgres-password'),
  }
}

function addressOf(dataDir: string, role: string, passwordFile: string): string {
  // The fourth line is the port (PostgreSQL, "postmaster.pid").
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  const password = readFileSync(join(dataDir, passwordFile), 'utf8').trim()
  return `postgres://${role}:${password}@127.0.0.1:${port}/postgres`
}
