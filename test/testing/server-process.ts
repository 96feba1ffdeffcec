import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { captchaHeader } from '../../contract/captcha-page.ts'
import { findFreePort } from './free-port.ts'
import { type Answer, type Caller, TestClient } from './test-client.ts'
import { bareEnvironment } from './test-environment.ts'

/** A client that sends a captcha token with every call, as a production server requires. */
export class CaptchaPasser extends TestClient {
  override request<T = unknown>(
    method: string,
    path: string,
    caller: Caller & { body?: string | Uint8Array<ArrayBuffer> | undefined } = {},
  ): Promise<Answer<T>> {
    const headers = { ...caller.headers, [captchaHeader]: randomUUID() }
    return super.request<T>(method, path, { ...caller, headers })
  }
}

/** Starts a captcha provider that accepts every token. */
async function startCaptchaProvider(): Promise<HttpServer> {
  const provider = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end('{"success":true}')
  })
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  return provider
}

const main = join(import.meta.dirname, '../../server/main.ts')

interface ProcessOptions {
  /** Program and arguments that run the server. By default it runs from its sources. */
  command?: [program: string, ...args: string[]]
  /** Maximum number of file descriptors of the process (`prlimit`). */
  descriptors?: number
}

/** A server in a separate process, with production settings. */
export class ServerProcess {
  readonly url: string
  readonly client: TestClient
  /** Number of bytes that the server has logged. */
  logged = 0
  readonly #command: [program: string, ...args: string[]]
  readonly #port: number
  readonly #env: Record<string, string>
  readonly #captcha: HttpServer
  #child: ChildProcess | undefined

  private constructor(
    port: number,
    captcha: HttpServer,
    { env, descriptors, command }: ProcessOptions & { env: Record<string, string> },
  ) {
    this.#port = port
    this.#captcha = captcha
    this.#env = env
    const server = command ?? [process.execPath, main]
    this.#command =
      descriptors === undefined ? server : ['prlimit', `--nofile=${descriptors}`, ...server]
    this.url = `http://127.0.0.1:${port}`
    this.client = new CaptchaPasser(this.url)
  }

  /** Starts a server. The environment must at least set the location of its data. */
  static async start(
    env: Record<string, string>,
    options: ProcessOptions = {},
  ): Promise<ServerProcess> {
    const port = await findFreePort()
    const server = new ServerProcess(port, await startCaptchaProvider(), { env, ...options })
    await server.start()
    return server
  }

  /** Starts the process, also after a kill, and waits until it is ready. */
  async start(): Promise<void> {
    const [program, ...args] = this.#command
    this.#child = spawn(program, args, {
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#child.stdout?.on('data', (data: Buffer) => (this.logged += data.length))
    const deadline = performance.now() + 60_000
    while (!(await this.#isReady())) {
      if (!this.running) throw new Error('The server did not start.')
      if (performance.now() > deadline) throw new Error('The server is not ready after a minute.')
      await sleep(50)
    }
  }

  get port(): number {
    return this.#port
  }

  get pid(): number {
    const pid = this.#child?.pid
    if (pid === undefined) throw new Error('The server was not started.')
    return pid
  }

  /** Closes the read end of the log pipe, as if the log collector had ended. */
  closeLog(): void {
    this.#child?.stdout?.destroy()
  }

  /** Whether the started process is still running. */
  get running(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null
  }

  /** Kills the server with SIGKILL, so that it cannot clean up. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Stops the server with SIGTERM, as an operator does. Returns the exit code. */
  async stop(): Promise<number | null> {
    this.#captcha.close()
    await this.#end('SIGTERM')
    return this.#child?.exitCode ?? null
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (!this.#child || !this.running) return
    const exited = once(this.#child, 'exit')
    this.#child.kill(signal)
    await exited
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await this.client.request('GET', '/api/health/ready')).status === 200
    } catch {
      // The server is not listening yet.
      return false
    }
  }

  #environment(): Record<string, string | undefined> {
    const { port } = this.#captcha.address() as AddressInfo
    return {
      PATH: process.env['PATH'],
      ...bareEnvironment(this.#port),
      CAPTCHA_PROVIDER: 'turnstile',
      CAPTCHA_SITE_KEY: 'site',
      CAPTCHA_SECRET: 'secret',
      CAPTCHA_VERIFY_URL: `http://127.0.0.1:${port}/siteverify`,
      ...this.#env,
    }
  }
}
