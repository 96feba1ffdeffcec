import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** A process of the bench. */
export interface Worker {
  pid: number
  /** Sends it something to do and waits for what it says. */
  ask<A>(question: object): Promise<A>
  /** Waits for something that needs it alive; throws what it said last when it dies first. */
  during<T>(work: Promise<T>): Promise<T>
  stop(): Promise<void>
}

/**
 * Starts a file, by its `import.meta.resolve`, on the same Node. Its channel closes however this process ends, and with it the worker; a group of its
 * own keeps Ctrl-C from reaching it twice.
 */
export function startWorker(address: string, env: Record<string, string> = {}): Worker {
  const file = fileURLToPath(address)
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
  })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)))
  const died = once(child, 'exit').then(() => {
    throw new Error(`${file} stopped: ${said.trim() || 'it said nothing'}`)
  })
  // Heard by whoever asks; when it is told to stop nobody does.
  died.catch(() => undefined)
  return {
    pid: child.pid ?? 0,
    ask: async <A>(question: object) => {
      const answer = once(child, 'message')
      child.send(question)
      const messages: unknown[] = await Promise.race([answer, died])
      return messages[0] as A
    },
    during: (work) => Promise.race([work, died]),
    stop: () => stopChild(child),
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** Waits until the server says it is ready. */
export async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const ready = await fetch(`${url}/api/health/ready`).then(
      (response) => response.ok,
      // Not listening yet.
      () => false,
    )
    if (ready) return
    if (Date.now() > deadline) throw new Error(`${url} is not ready after a minute.`)
    await sleep(20)
  }
}

/** How long a process has had a processor, in seconds; NaN where there is no /proc. */
export function cpuSeconds(pid: number): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return NaN
  // After the name, which may hold anything: user and system time are the 12th and 13th, in hundredths.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Resident memory in MB, now and at the most; undefined where there is no /proc. */
export function residentMemory(pid: number): { now: number; peak: number } | undefined {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return undefined
  const status = readFileSync(file, 'utf8')
  const megabytes = (name: string): number =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}
