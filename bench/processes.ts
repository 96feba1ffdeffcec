import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** A process of the bench. */
export interface Worker {
  pid: number
  /** Sends a message and waits for the response. */
  ask<A>(question: object): Promise<A>
  /** Waits for `work`. If the process ends first, throws an error with its last output. */
  during<T>(work: Promise<T>): Promise<T>
  stop(): Promise<void>
}

/**
 * Runs a file, given by `import.meta.resolve`, in a process with the same Node. However this process ends, the IPC
 * channel closes, and the worker exits. The worker has its own process group, so that Ctrl-C reaches it only once.
 */
export function startWorker(address: string, env: Record<string, string> = {}): Worker {
  const file = fileURLToPath(address)
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
  })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)))
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${file} ended: ${output.trim() || 'no output'}`)
  })
  // Prevents an unhandled rejection after `stop`. `ask` and `during` handle the rejection themselves.
  ended.catch(() => undefined)
  return {
    pid: child.pid ?? 0,
    ask: async <A>(question: object) => {
      const answer = once(child, 'message')
      child.send(question)
      const messages: unknown[] = await Promise.race([answer, ended])
      return messages[0] as A
    },
    during: (work) => Promise.race([work, ended]),
    stop: () => stopChild(child),
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** Waits until the server is ready; throws after a minute. */
export async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const ready = await fetch(`${url}/api/health/ready`).then(
      (response) => response.ok,
      // The server is not listening yet.
      () => false,
    )
    if (ready) return
    if (Date.now() > deadline) throw new Error(`${url} is not ready after a minute.`)
    await sleep(20)
  }
}

/** Returns the CPU time of a process in seconds; NaN without /proc. */
export function cpuSeconds(pid: number): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return NaN
  // Cut off the process name, which may contain any characters. Of the fields after it, the 12th and 13th are user and
  // system time in hundredths of a second.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Returns current and peak resident memory in MB; undefined without /proc. */
export function residentMemory(pid: number): { now: number; peak: number } | undefined {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return undefined
  const status = readFileSync(file, 'utf8')
  const megabytes = (name: string): number =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}
