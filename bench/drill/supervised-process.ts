import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds until an ended process is started again, as `RestartSec` of deploy/portaria.service. */
const restartDelay = 2000

/** A process that is started again whenever it ends, as systemd does, until it is stopped. */
export class SupervisedProcess {
  readonly #command: readonly string[]
  readonly #options: { env: Record<string, string>; cwd: string; log: string }
  #child: ChildProcess | undefined
  #stopping = false

  /** The output is appended to the file `log`. */
  constructor(
    command: readonly string[],
    options: { env: Record<string, string>; cwd: string; log: string },
  ) {
    this.#command = command
    this.#options = options
    this.#start()
  }

  /** Process id; undefined until an ended process is started again. */
  get pid(): number | undefined {
    const child = this.#child
    return child?.exitCode === null && child.signalCode === null ? child.pid : undefined
  }

  kill(): void {
    this.#child?.kill('SIGKILL')
  }

  /** Stops the process with SIGTERM, as an operator does, and waits for its end. */
  async stop(): Promise<void> {
    this.#stopping = true
    if (this.pid === undefined || !this.#child) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await exited
  }

  #start(): void {
    const [program = '', ...args] = this.#command
    const { env, cwd, log } = this.#options
    const child = spawn(program, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    const output = createWriteStream(log, { flags: 'a' })
    child.stdout.pipe(output, { end: false })
    child.stderr.pipe(output, { end: false })
    this.#child = child
    child.once('close', () => {
      output.end()
      if (!this.#stopping) void sleep(restartDelay).then(() => this.#stopping || this.#start())
    })
  }
}
