import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OWNER } from './create-cluster.ts'
import { AlreadyRunning } from './data-dir-lock.ts'
import {
  type EmbeddedDatabase,
  type EmbeddedDatabaseOptions,
  startEmbeddedDatabase,
} from './embedded-database.ts'
import { ensureServerRole } from './server-role.ts'

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
    // The fourth line is the port (PostgreSQL, "postmaster.pid").
    const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
    const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
    const ownerUrl = `postgres://${OWNER}:${password}@127.0.0.1:${port}/postgres`
    const url = await ensureServerRole(ownerUrl, join(dataDir, 'postgres-server-password'))
    return { url, ownerUrl, stop: () => Promise.resolve() }
  }
}
