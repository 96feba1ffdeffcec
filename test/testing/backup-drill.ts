import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { consoleModuleId } from '../../contract/constants.ts'
import { reachEmbeddedDatabase } from '../../server/database/embedded/reach-database.ts'
import { onOneConnection } from '../../server/database/one-connection.ts'
import { readBackup } from '../../server/operating/backup/manifest.ts'
import { PortalClient } from './portal-client.ts'
import { ServerProcess } from './server-process.ts'
import { bareEnvironment } from './test-environment.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const administrator = 'admin@portaria.example'

/** A write that the server has confirmed. */
interface Acknowledged {
  tokenId: string
  /** Time of the response, in milliseconds since 1970. */
  at: number
  /** Duration of the write in milliseconds. */
  took: number
}

export interface DrillResult {
  backupSeconds: number
  backupBytes: number
  rows: number
  restoreSeconds: number
  /** From the start of the restore until a user has signed in to the new server. */
  untilSignInSeconds: number
  /** Number of confirmed writes before the snapshot, and how many of them are missing after the restore. */
  before: { writes: number; missing: number }
  /**
   * Number of confirmed writes after the snapshot, and how many of them are missing after the restore: the data loss.
   */
  after: { writes: number; missing: number }
  /** Longest write while the backup ran, in milliseconds. */
  longestWrite: number
  /** Output of `npm run audit:verify` on the restored database. */
  verified: string
  /** Whether the restored server refuses a session that began before the backup. */
  oldSessionRefused: boolean
}

/** Returns the environment of a server or command on the embedded database in this folder of the drill. */
export function drillEnvironment(folder: string, place: 'old' | 'new'): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    ...bareEnvironment(3000),
    // Both servers have the same address, so that only the end of its session can invalidate a token.
    PUBLIC_URL: 'http://localhost:3000',
    // The keys are in DATA_DIR, from where the backup takes them.
    SECRETS_KEYS: '',
    DATA_DIR: join(folder, place),
    AUDIT_CHECKPOINTS: join(folder, `${place}-checkpoints`),
    DEMO: '1',
    CAPTCHA_PROVIDER: 'none',
    LOG_LEVEL: 'warn',
    // The user of the drill enters the console as often as the server permits.
    CODES_PER_HOUR: '1000000000',
  }
}

/**
 * Starts a server, fills it, backs it up while it writes, stops it, restores the backup into another folder, signs in
 * there, and verifies the audit log. The commands are those of an operator.
 */
export async function runBackupDrill(
  folder: string,
  fill: (ownerUrl: string) => Promise<unknown>,
): Promise<DrillResult> {
  const backup = join(folder, 'backup')
  const old = await startServer(folder, 'old')
  const { client, writes, backupSeconds, backupEnd } = await fillAndBackUp(old, folder, fill)
  const start = performance.now()
  await command(folder, 'new', 'restore', backup)
  const restoreSeconds = (performance.now() - start) / 1000
  const server = await startServer(folder, 'new')
  try {
    await new PortalClient(server.url).startSession(administrator)
    const untilSignInSeconds = (performance.now() - start) / 1000
    const manifest = await readBackup(backup)
    const takenAt = Date.parse(manifest.taken_at)
    const present = await readTokenIds(folder)
    const count = (some: Acknowledged[]) => ({
      writes: some.length,
      missing: some.filter(({ tokenId }) => !present.has(tokenId)).length,
    })
    return {
      backupSeconds,
      backupBytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      restoreSeconds,
      untilSignInSeconds,
      before: count(writes.filter(({ at }) => at < takenAt)),
      after: count(writes.filter(({ at }) => at >= takenAt)),
      longestWrite: Math.max(
        ...writes.filter(({ at }) => at >= takenAt && at <= backupEnd).map(({ took }) => took),
      ),
      verified: (await command(folder, 'new', 'audit-verify')).trim(),
      oldSessionRefused: await isRefused(server, client),
    }
  } finally {
    await server.stop()
  }
}

/** Runs a script of the product as an operator does, and returns its output. */
export async function command(
  folder: string,
  place: 'old' | 'new',
  name: string,
  ...args: string[]
): Promise<string> {
  const script = join(root, 'scripts', `${name}.ts`)
  const env = drillEnvironment(folder, place)
  return (await run(process.execPath, [script, ...args], { cwd: folder, env })).stdout
}

function startServer(folder: string, place: 'old' | 'new'): Promise<ServerProcess> {
  const { PORT: _chosenByServerProcess, ...env } = drillEnvironment(folder, place)
  return ServerProcess.start(env)
}

/** Runs `work` with the owner's URL of the embedded database. */
export async function withEmbedded<T>(
  folder: string,
  place: 'old' | 'new',
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  const dataDir = join(folder, place)
  const database = await reachEmbeddedDatabase({ dataDir, durable: true, log: () => undefined })
  try {
    return await work(database.ownerUrl)
  } finally {
    await database.stop()
  }
}

async function backUpWhileWriting(server: ServerProcess, folder: string, backup: string) {
  const client = new PortalClient(server.url)
  const initial = await client.signIn(administrator)
  const writes: Acknowledged[] = []
  const stopping = new AbortController()
  let onWrite: () => void = () => undefined
  const write = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const start = performance.now()
      const { access_token } = await client.enterConsole(initial)
      writes.push({
        tokenId: tokenIdOf(access_token),
        at: Date.now(),
        took: performance.now() - start,
      })
      onWrite()
    }
  }
  const more = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const enough = writes.length + count
      onWrite = () => {
        if (writes.length >= enough) resolve()
      }
    })
  const writing = write()
  await Promise.race([more(20), writing])
  const start = performance.now()
  await command(folder, 'old', 'backup', backup, '--with-secrets')
  const backupSeconds = (performance.now() - start) / 1000
  const backupEnd = Date.now()
  await Promise.race([more(20), writing])
  stopping.abort()
  await writing
  client.headers.authorization = `Bearer ${initial}`
  return { client, writes, backupSeconds, backupEnd }
}

async function fillAndBackUp(
  old: ServerProcess,
  folder: string,
  fill: (ownerUrl: string) => Promise<unknown>,
) {
  try {
    await withEmbedded(folder, 'old', fill)
    return await backUpWhileWriting(old, folder, join(folder, 'backup'))
  } finally {
    await old.stop()
  }
}

function tokenIdOf(accessToken: string): string {
  const [, payload = ''] = accessToken.split('.')
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { jti: string }).jti
}

function readTokenIds(folder: string): Promise<Set<string>> {
  return withEmbedded(folder, 'new', (ownerUrl) =>
    onOneConnection(ownerUrl, async (client) => {
      const { rows } = await client.query<{ id: string }>('select id from tokens')
      return new Set(rows.map(({ id }) => id))
    }),
  )
}

/** Whether the server refuses the session of a client that signed in to the old server. */
async function isRefused(server: ServerProcess, client: PortalClient): Promise<boolean> {
  const moved = new PortalClient(server.url)
  Object.assign(moved.headers, client.headers)
  const [, token = ''] = client.headers['authorization']?.split(' ') ?? []
  return moved.destination(consoleModuleId, token).then(
    () => false,
    (error: unknown) => error instanceof Error && error.message.includes('returned 401'),
  )
}

/** Whether a path exists. */
export function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
