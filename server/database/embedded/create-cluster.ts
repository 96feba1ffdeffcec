import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type Cluster, collect, exitOf, pathSeenBy, processOptions } from './postgres-process.ts'

/** Name of the owner role in the embedded database. */
export const OWNER = 'portaria'

/**
 * Creates the data folder. If the creation is interrupted, only a draft remains, which the next start deletes. Each
 * draft has its own name, since initdb may survive a killed start and still write to it.
 */
export async function createCluster(cluster: Cluster): Promise<void> {
  const { folder, passwordFile, runAs } = cluster
  for (const name of readdirSync(dirname(folder))) {
    if (name.startsWith('postgres.new-')) {
      rmSync(join(dirname(folder), name), { recursive: true, force: true, maxRetries: 5 })
    }
  }
  const draft = `${folder}.new-${process.pid}`
  rmSync(passwordFile, { force: true })
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  if ('uid' in runAs) {
    chownSync(draft, runAs.uid, runAs.gid)
    chownSync(passwordFile, runAs.uid, runAs.gid)
  }
  // initdb gets the password as an open file, since the PostgreSQL user may have no access to its path.
  const password = openSync(passwordFile, 'r')
  const options = {
    pgdata: pathSeenBy(runAs, draft),
    username: OWNER,
    auth: 'scram-sha-256',
    pwfile: '/dev/stdin',
    encoding: 'UTF8',
    // Portuguese collation and case rules, independent of the locales of the machine.
    locale: 'C',
    'locale-provider': 'icu',
    'icu-locale': 'pt-BR',
  }
  const initdb = spawn(
    join(cluster.programs, 'bin', 'initdb'),
    [
      ...Object.entries(options).map(([name, value]) => `--${name}=${value}`),
      ...(cluster.durable ? [] : ['--no-sync']),
    ],
    { ...runAs, ...processOptions(draft), stdio: [password, 'ignore', 'pipe'] },
  )
  const output = collect(initdb)
  try {
    const code = await exitOf(initdb)
    if (code !== 0) throw new Error(`Could not create the database: ${output.text()}`)
  } finally {
    closeSync(password)
  }
  chmodSync(draft, 0o700)
  renameSync(draft, folder)
}
