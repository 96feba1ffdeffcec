import type { ChildProcess } from 'node:child_process'
import { isForbidden } from './data-dir-lock.ts'
import type { RunAs } from './postgres-binaries.ts'

/** A data folder of PostgreSQL, and how its programs are run. */
export interface Cluster {
  folder: string
  /** Where the owner's password is kept. */
  passwordFile: string
  programs: string
  runAs: RunAs
  /** false trades safety on a crash for speed: for tests only. */
  durable: boolean
  log: (line: string) => void
}

/**
 * The user that root hands PostgreSQL to may not be able to walk the path to its own folder (a clone
 * below /root). Node enters the folder while it is still root, and /proc names it without a path.
 */
export function pathSeenBy(runAs: RunAs, folder: string): string {
  return 'uid' in runAs && process.platform === 'linux' ? '/proc/self/cwd' : folder
}

/** The environment is not handed down: it may hold secrets, and locales that change messages. */
export function surroundings(cwd: string) {
  return { cwd, env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }
}

/** Resolves to the exit code of a program, null if a signal ended it. Rejects if it could not be started. */
export function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('exit', resolve)
    child.on('error', reject)
  })
}

/** Keeps the end of what a program says on stderr, for the error message. */
export function collect(child: ChildProcess) {
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4000)
  })
  // A failed output stream loses output only; the exit code still arrives.
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

/** Sends a signal to a process of ours. Does nothing if it has ended, or its pid was reused by another user. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    const gone = error instanceof Error && 'code' in error && error.code === 'ESRCH'
    if (!gone && !isForbidden(error)) throw error
  }
}
