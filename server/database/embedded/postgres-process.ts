import type { ChildProcess } from 'node:child_process'
import { isForbidden } from './data-dir-lock.ts'
import type { RunAs } from './postgres-binaries.ts'

/** A data folder of PostgreSQL, with the programs and user that run it. */
export interface Cluster {
  folder: string
  /** File with the owner's password. */
  passwordFile: string
  programs: string
  runAs: RunAs
  /** false disables fsync; for tests only. */
  durable: boolean
  log: (line: string) => void
}

/**
 * Returns a path to the folder that the PostgreSQL user can resolve, even below /root. Node enters the folder as
 * working directory while it is still root, and /proc refers to that directory.
 */
export function pathSeenBy(runAs: RunAs, folder: string): string {
  return 'uid' in runAs && process.platform === 'linux' ? '/proc/self/cwd' : folder
}

/**
 * Returns options for a process, without the inherited environment, which may contain secrets, and locales that change
 * messages.
 */
export function processOptions(cwd: string) {
  return { cwd, env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }
}

/** Resolves to the exit code of a program, null if a signal ended it. Rejects if it could not be started. */
export function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('exit', resolve)
    child.on('error', reject)
  })
}

/** Collects the end of a program's stderr for the error message. */
export function collect(child: ChildProcess) {
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4000)
  })
  // If the output stream fails, only output is lost; the exit code still arrives.
  child.stderr?.on('error', () => undefined)
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

/**
 * Sends a signal to a process that this server has started. Does nothing if it has ended, or its pid was reused by
 * another user.
 */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    const gone = error instanceof Error && 'code' in error && error.code === 'ESRCH'
    if (!gone && !isForbidden(error)) throw error
  }
}
