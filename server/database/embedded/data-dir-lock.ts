import { execFileSync } from 'node:child_process'
import {
  linkSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { hasCode } from '../../shared/file-errors.ts'

/** Thrown if another running process uses this data folder. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning'
  readonly pid: number
  constructor(pid: number, dataDir: string) {
    super(
      `Portaria is already running on ${resolve(dataDir)} (process ${pid}). Stop it, or set DATA_DIR to another folder.`,
    )
    this.pid = pid
  }
}

interface Owner {
  pid: number
  startedAt: string
}

/**
 * Makes this process the only owner of the data folder. Returns a function that releases the folder. Takes over the
 * lock file of an owner that no longer runs.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, 'owner.json')
  const draft = `${file}.${process.pid}`
  const startedAt = startTimeOf(process.pid) ?? ''
  writeFileSync(draft, JSON.stringify({ pid: process.pid, startedAt } satisfies Owner), {
    mode: 0o600,
  })
  try {
    for (let attempt = 0; ; attempt++) {
      if (linked(draft, file)) return () => rmSync(file, { force: true })
      const owner = readOwner(file)
      if (owner && isAlive(owner)) throw new AlreadyRunning(owner.pid, dataDir)
      if (attempt === 3) throw new Error(`Could not take over ${file}; remove it by hand.`)
      discardStale(file, `${draft}.stale`, owner)
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Whether the owner ended without releasing the folder. */
export function isAbandoned(dataDir: string): boolean {
  const owner = readOwner(join(dataDir, 'owner.json'))
  return owner !== undefined && !isAlive(owner)
}

/** Whether a process with this id runs and is not a zombie. */
export function isRunning(pid: number): boolean {
  return startTimeOf(pid) !== undefined
}

/**
 * Returns whether the working directory of the process is this folder. The pid alone proves nothing, since the system
 * may have reused the pid of a stale file. 'hidden' if the process belongs to another user and can't be inspected.
 */
export function worksOn(pid: number, folder: string): 'yes' | 'no' | 'hidden' {
  if (process.platform !== 'linux') return ps(pid, 'command')?.includes(folder) ? 'yes' : 'no'
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder) ? 'yes' : 'no'
  } catch (error) {
    if (isMissing(error)) return 'no'
    if (isForbidden(error)) return 'hidden'
    throw error
  }
}

/**
 * Creates the lock file from the draft; false if it exists. A hard link is atomic, so of two concurrent starts only one
 * succeeds.
 */
function linked(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Removes a stale lock. If two starts find it, the slower one must not remove the new lock of the faster one. */
function discardStale(file: string, aside: string, dead: Owner | undefined): void {
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isMissing(error)) return
    throw error
  }
  const moved = readOwner(aside)
  if (moved?.pid !== dead?.pid || moved?.startedAt !== dead?.startedAt) linked(aside, file)
  rmSync(aside, { force: true })
}

function readOwner(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined
    throw error
  }
}

function isAlive(owner: Owner): boolean {
  return startTimeOf(owner.pid) === owner.startedAt
}

/** Returns when a process started. The pid is reused, but pid and start time together are unique. */
function startTimeOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return ps(pid, 'lstart')
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program name, in parentheses, may contain spaces, so fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : `${boot} ${fields[19]}`
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function ps(pid: number, column: 'command' | 'lstart'): string | undefined {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch (error) {
    // ps exits with 1 for a process that does not exist.
    if (error instanceof Error && 'status' in error && error.status === 1) return undefined
    throw error
  }
}

/** /proc reports ESRCH for a process that ends while its files are read. */
function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ESRCH')
}

/** EACCES and EPERM: the process belongs to another user. */
export function isForbidden(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM')
  )
}
