import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, worksOn } from './data-dir-lock.ts'
import { type Cluster, signal } from './postgres-process.ts'

const STOP_TIMEOUT_MS = 15_000

/**
 * Prepares the folder for a new server: stops a server that outlived its owner (the guard was killed or is not done yet, or
 * the server was started by hand), and ends the child processes of a killed one.
 */
export async function endLeftovers(cluster: Cluster): Promise<void> {
  await stopOrphan(cluster)
  await endOrphanedChildren(cluster)
}

async function stopOrphan({ folder, log }: Cluster): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  // The stale file is left to PostgreSQL: it names the shared memory that child processes may still use.
  if (!isRunning(pid)) return
  const ours = worksOn(pid, folder)
  // PostgreSQL ignores the process of another user by itself. One of its own user that only this process can't inspect
  // (root in a container without CAP_SYS_PTRACE) may be its server: it then refuses to start a second one.
  if (ours === 'hidden') return
  if (ours === 'no') {
    // The id now belongs to another process of the same user, which PostgreSQL would take for a server.
    rmSync(pidFile, { force: true })
    return
  }
  log(`Stopping a database that still runs on this folder (process ${pid})`)
  signal(pid, 'SIGINT')
  await untilGone([pid], () => signal(pid, 'SIGQUIT'))
}

/**
 * The children of a server that was killed end when they notice, a busy one only after its statement; while one lives,
 * no new server may start. Only Linux tells which they are; elsewhere the new server waits for them.
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
    // It ended meanwhile.
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
