import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, worksOn } from './data-dir-lock.ts'
import { type Cluster, signal } from './postgres-process.ts'

const STOP_TIMEOUT_MS = 15_000

/**
 * Prepares the folder for a new server. Stops a server that still runs on it, because its guard was killed or has not
 * finished or because a person started it. Ends the child processes of a killed server.
 */
export async function endLeftovers(cluster: Cluster): Promise<void> {
  await stopOrphan(cluster)
  await endOrphanedChildren(cluster)
}

async function stopOrphan({ folder, log }: Cluster): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  // Keeps the stale file for PostgreSQL: it names the shared memory that child processes may still use.
  if (!isRunning(pid)) return
  const ours = worksOn(pid, folder)
  // The process can't be inspected. If it belongs to another user, PostgreSQL ignores it. If it belongs to the same
  // user (seen by root in a container without CAP_SYS_PTRACE), it may be the server of this folder, and PostgreSQL
  // refuses to start a second one.
  if (ours === 'hidden') return
  if (ours === 'no') {
    // The pid now belongs to another process of the same user, which PostgreSQL would take for a server.
    rmSync(pidFile, { force: true })
    return
  }
  log(`Stopping a database that still runs on this folder (process ${pid})`)
  signal(pid, 'SIGINT')
  await untilGone([pid], () => signal(pid, 'SIGQUIT'))
}

/**
 * Ends the child processes of a killed server, because no new server can start while one of them runs. By themselves
 * they end only when they notice that the server has ended. A process that executes a statement notices this only
 * afterwards. Only Linux can identify these processes; on other systems the new server waits for them.
 */
async function endOrphanedChildren({ folder, log }: Cluster): Promise<void> {
  const children = childrenOn(folder)
  if (!children.length) return
  log(`Ending ${children.length} processes that the database left behind`)
  for (const pid of children) signal(pid, 'SIGKILL')
  await untilGone(children, () => undefined)
}

function childrenOn(folder: string): number[] {
  if (process.platform !== 'linux' || !existsSync(folder)) return []
  const numbers = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return numbers.filter((pid) => isPostgres(pid) && worksOn(pid, folder) === 'yes')
}

function isPostgres(pid: number): boolean {
  try {
    return isRunning(pid) && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  } catch (error) {
    // The process has ended.
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

async function untilGone(pids: number[], urge: () => void): Promise<void> {
  const deadline = performance.now() + STOP_TIMEOUT_MS
  while (pids.some(isRunning)) {
    if (performance.now() > deadline) urge()
    if (performance.now() > deadline + STOP_TIMEOUT_MS) {
      throw new Error(`The database left behind (process ${pids.join(', ')}) does not stop.`)
    }
    await sleep(20)
  }
}
