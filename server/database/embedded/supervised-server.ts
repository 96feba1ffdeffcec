import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { endLeftovers } from './leftover-processes.ts'
import type { Cluster } from './postgres-process.ts'
import { startServer, stopServer, stopWhenThisProcessDies } from './postmaster.ts'

/** First and maximum pause before a restart, in milliseconds. */
const FIRST_PAUSE = 100
const LONGEST_PAUSE = 5000
/** If a server ends within this time after its start, in milliseconds, it is restarted only after a pause. */
const TOO_SOON = 1000

/** A PostgreSQL server that is restarted on the same port whenever it ends unexpectedly. */
export class SupervisedServer {
  readonly #cluster: Cluster
  readonly #stopping = new AbortController()
  #port = 0
  #server: ChildProcess | undefined
  #restarting: Promise<void> | undefined

  constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  /** Starts the server and returns its port on the loopback interface. */
  async start(): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      this.#port = await freePort()
      try {
        await this.#run()
        return this.#port
      } catch (error) {
        // Another process has taken the port, or processes of a killed server still run.
        const passing = error instanceof Error && error.message.includes('in use')
        if (!passing || attempt === 5) throw error
        await sleep(500)
      }
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#restarting
    if (this.#server) await stopServer(this.#server)
  }

  async #run(): Promise<void> {
    const server = await startServer(this.#cluster, this.#port)
    const guard = stopWhenThisProcessDies(server, this.#cluster)
    this.#server = server
    const since = performance.now()
    server.once('exit', () => {
      guard.kill('SIGKILL')
      if (this.#stopping.signal.aborted) return
      this.#restarting = this.#startAgain(performance.now() - since < TOO_SOON ? TOO_SOON : 0)
    })
  }

  async #startAgain(firstPause: number): Promise<void> {
    const { log } = this.#cluster
    const { signal } = this.#stopping
    log('The database ended by itself and is started again')
    for (let pause = firstPause; ; pause = Math.min(pause * 2 || FIRST_PAUSE, LONGEST_PAUSE)) {
      // A stop aborts the pause.
      await sleep(pause, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      try {
        await endLeftovers(this.#cluster)
        await this.#run()
        return
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
      }
    }
  }
}

/**
 * Returns a free port below 32768. The system uses higher ports for outgoing connections, which could take the port
 * while the server is down.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
