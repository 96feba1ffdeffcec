import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { loadAuditKey } from '../server/audit/sealing/audit-key.ts'
import { sealNow } from '../server/audit/sealing/sealer.ts'
import { hasPending } from '../server/audit/sealing/sealing-queries.ts'
import { folderLog, readExportedKey } from '../server/audit/verifying/folder-log.ts'
import type { LogSource } from '../server/audit/verifying/log-source.ts'
import { AuditLogMismatch } from '../server/audit/verifying/verify-log.ts'
import { type Config, readConfig } from '../server/config.ts'
import { type Db, openDatabase } from '../server/database/database.ts'
import { reachEmbeddedDatabase } from '../server/database/embedded/reach-database.ts'
import { Keyring } from '../server/secrets/keyring.ts'

/** Runs a command and prints its result. Errors are printed as a sentence with exit code 1. */
export async function runCommand(command: () => Promise<string>): Promise<void> {
  try {
    console.log(await command())
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(
      error instanceof AuditLogMismatch
        ? `The audit log does not match: ${reason}.`
        : `Failed: ${reason}`,
    )
    process.exitCode = 1
  }
}

/** Maximum wait for the sealing process in milliseconds. It seals every second. */
const sealingTimeout = 3000

/**
 * Seals all events that can be sealed, and runs `work` on the server's database. The environment variables are those
 * of the server.
 */
export async function withDatabase<T>(work: (db: Db, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const database = await reach(config)
  const pool = openDatabase(database.url, {
    max: 1,
    onError: (error) => console.error(error.message),
  })
  try {
    const signer = await loadAuditKey(pool.db, new Keyring(config.secretsKeys), config.publicUrl)
    const until = performance.now() + sealingTimeout
    if (!(await sealNow(pool.db, signer)))
      while ((await hasPending(pool.db)) && performance.now() < until) await pause(100)
    return await work(pool.db, config)
  } finally {
    await pool.close()
    await database.stop()
  }
}

async function reach({ databaseUrl, dataDir }: Config) {
  if (databaseUrl !== undefined) return { url: databaseUrl, stop: () => Promise.resolve() }
  return reachEmbeddedDatabase({ dataDir, durable: true, log: (line) => console.error(line) })
}

/** Opens an exported log and the key that verifies it. Default: the exported key. */
export async function openFolder(
  folder: string,
  keyFile: string | undefined,
): Promise<{ source: LogSource; verifierKey: string }> {
  const verifierKey = await (keyFile ? readFile(keyFile, 'utf8') : readExportedKey(folder))
  if (verifierKey === undefined)
    throw new Error(`${folder} has no key: pass a key file with --key.`)
  return { source: await folderLog(folder), verifierKey }
}
