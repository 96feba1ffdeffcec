import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { loadAuditKey } from '../server/audit/sealing/audit-key.ts'
import { sealNow } from '../server/audit/sealing/sealer.ts'
import { hasPending } from '../server/audit/sealing/sealing-queries.ts'
import { folderLog, readExportedKey } from '../server/audit/verifying/folder-log.ts'
import type { LogSource } from '../server/audit/verifying/log-source.ts'
import { BrokenTrail } from '../server/audit/verifying/verify-log.ts'
import { type Config, readConfig } from '../server/config.ts'
import { type Db, openDatabase } from '../server/database/database.ts'
import { reachEmbeddedDatabase } from '../server/database/embedded/reach-database.ts'
import { Keyring } from '../server/secrets/keyring.ts'

/** Runs a command and says its one line; what does not hold, or fails, is said as a sentence and ends with 1. */
export async function runCommand(command: () => Promise<string>): Promise<void> {
  try {
    console.log(await command())
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(
      error instanceof BrokenTrail ? `The trail does not hold: ${reason}.` : `Failed: ${reason}`,
    )
    process.exitCode = 1
  }
}

/** How long another process that seals is waited for: it does so every second. */
const patience = 3000

/** Does something with the database of the server, with the same environment, after everything is sealed that can be. */
export async function withDatabase<T>(work: (db: Db, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const database = await reach(config)
  const pool = openDatabase(database.url, {
    max: 1,
    onError: (error) => console.error(error.message),
  })
  try {
    const signer = await loadAuditKey(pool.db, new Keyring(config.secretsKeys), config.publicUrl)
    const until = performance.now() + patience
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

/** An exported log and the key to check it with: the one in a file that is named, or else the one exported along. */
export async function openFolder(
  folder: string,
  keyFile: string | undefined,
): Promise<{ source: LogSource; verifierKey: string }> {
  const verifierKey = await (keyFile ? readFile(keyFile, 'utf8') : readExportedKey(folder))
  if (verifierKey === undefined)
    throw new Error(`${folder} has no key: name a file that has it with --key.`)
  return { source: await folderLog(folder), verifierKey }
}
