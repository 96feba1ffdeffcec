import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, collect, exitOf, pathSeenBy, processOptions } from './postgres-process.ts'

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
  // The application logs refused statements. This log contains only messages about the server itself.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
}

const FAST_AND_UNSAFE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** Starts the server on a loopback port and waits until it accepts connections. */
export async function startServer(cluster: Cluster, port: number): Promise<ChildProcess> {
  const { folder, runAs, log } = cluster
  const settings = { ...SETTINGS, ...(cluster.durable ? {} : FAST_AND_UNSAFE), port: String(port) }
  const server = spawn(
    join(cluster.programs, 'bin', 'postgres'),
    [
      `-D${pathSeenBy(runAs, folder)}`,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // The server has its own process group, because Ctrl-C signals the terminal's whole group. The database must run
    // until requests are drained.
    { ...runAs, ...processOptions(folder), stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  const output = collect(server)
  const exited = exitOf(server)
  const timeout = new AbortController()
  const ready = await Promise.race([
    output.contains('database system is ready to accept connections').then(() => true),
    exited.then(() => false),
    sleep(START_TIMEOUT_MS, false, { signal: timeout.signal }),
  ]).finally(() => timeout.abort())
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
export async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = exitOf(server)
  server.kill('SIGINT')
  const impatience = setTimeout(() => server.kill('SIGQUIT'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(impatience)
}

/**
 * Starts a shell, the guard, that stops the database when this process ends, even by kill -9. The shell notices because
 * the end closes a pipe.
 */
export function stopWhenThisProcessDies(server: ChildProcess, cluster: Cluster): ChildProcess {
  const { runAs, log } = cluster
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(server.pid)], {
    ...runAs,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  // Without the guard, the next start finds the server and stops it (leftover-processes.ts).
  guard.on('error', (error) => log(`The guard of the database could not be started: ${error}`))
  guard.stdin?.on('error', () => undefined)
  server.once('exit', () => guard.kill('SIGKILL'))
  return guard
}
