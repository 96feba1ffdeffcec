import { readdirSync, readFileSync } from 'node:fs'

/** Returns the ids of the direct and indirect children of a process. */
export function descendantsOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(name) }))
  const below = (of: number): number[] =>
    parents
      .filter(({ parent }) => parent === of)
      .flatMap((child) => [child.pid, ...below(child.pid)])
  return below(pid)
}

/** Sends a signal to processes. Skips those that have ended. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    // The process has ended.
    return undefined
  }
}
