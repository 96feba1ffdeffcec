import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import serverEnvironment from '../../scripts/server-environment.json' with { type: 'json' }
import { ProxyProcess } from '../../test/testing/proxy-process.ts'
import { metricsToken } from '../../test/testing/test-environment.ts'
import { SupervisedProcess } from './supervised-process.ts'
import { until } from './until.ts'

const proxyPort = 8000
const captchaPort = 9000
/** Origin of the product: HAProxy. */
export const portalUrl = `http://localhost:${proxyPort}`
const ports = [3000, 3010, 3020]

/** A version of the product, and the addresses with which it reaches the database. */
export interface Release {
  folder: string
  databaseUrl: string
  ownerUrl: string
}

/** Server processes behind HAProxy with the configuration of deploy/. */
export class PortalServers {
  readonly #folder: string
  readonly #shared: Record<string, string>
  readonly #processes = new Map<number, SupervisedProcess>()
  #proxy: ProxyProcess | undefined

  constructor(folder: string, mailUrl: string) {
    this.#folder = folder
    this.#shared = {
      ...serverEnvironment,
      PATH: process.env['PATH'] ?? '',
      PUBLIC_URL: portalUrl,
      DATA_DIR: join(folder, 'data'),
      SECRETS_KEYS: `drill:${randomBytes(32).toString('base64')}`,
      SMTP_URL: mailUrl,
      CAPTCHA_PROVIDER: 'turnstile',
      CAPTCHA_SITE_KEY: 'site',
      CAPTCHA_SECRET: 'secret',
      CAPTCHA_VERIFY_URL: `http://127.0.0.1:${captchaPort}/siteverify`,
      BREACHED_PASSWORDS_URL: 'none',
      TRUST_PROXY: '127.0.0.1',
      METRICS_TOKEN: metricsToken,
      AUDIT_CHECKPOINTS: join(folder, 'checkpoints'),
    }
    createServer((_, response) => {
      response.setHeader('content-type', 'application/json').end('{"success":true}')
    }).listen(captchaPort, '127.0.0.1')
  }

  /** Environment of the processes and of the operator's commands. */
  environment({ databaseUrl, ownerUrl }: Release): Record<string, string> {
    return { ...this.#shared, DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: ownerUrl }
  }

  /** Creates the demo data, by starting the release once as a demo. */
  async fill(release: Release): Promise<void> {
    const demo = { DEMO: '1', EXAMPLE_MODULE_PORT: '3101', EXAMPLE_IDP_PORT: '3102' }
    const [port = 0] = ports
    const server = this.#spawn(port, release, demo)
    await until('demo server', () => isReady(port), 120_000)
    await server.stop()
  }

  /** Starts a process of each port, and HAProxy. */
  async start(release: Release): Promise<void> {
    for (const port of ports) await this.#startOne(port, release)
    const [one, two, three] = ports
    this.#proxy = await ProxyProcess.start(['haproxy', '-q', '-db', '-f'], {
      folder: this.#folder,
      port: proxyPort,
      config: readFileSync(join(import.meta.dirname, '../../deploy/haproxy.cfg'), 'utf8'),
      replacements: {
        'bind :80\n': 'bind :8080\n',
        'bind :443 ssl crt /etc/haproxy/portaria.pem alpn h2,http/1.1': `bind :${proxyPort}`,
        '127.0.0.1:3000': `127.0.0.1:${one}`,
        'server two 127.0.0.1:3010': `server two 127.0.0.1:${two}\n    server three 127.0.0.1:${three}`,
      },
    })
    // The time that HAProxy takes to find the processes ready.
    await sleep(2000)
  }

  /** Replaces one process after another by this release, as docs/operating.md describes. */
  async update(release: Release): Promise<void> {
    for (const port of ports) {
      await this.#processes.get(port)?.stop()
      await this.#startOne(port, release)
      await sleep(2000)
    }
  }

  /** Kills a process. It is started again after 2 s. */
  killOne(): void {
    this.#processes.get(ports[1] ?? 0)?.kill()
  }

  /** Whether each process is ready and receives change notifications. */
  async areReady(): Promise<boolean> {
    const ready = await Promise.all(
      ports.map(async (port) => (await isReady(port)) && (await receivesChanges(port))),
    )
    return ready.every(Boolean)
  }

  async stop(): Promise<void> {
    for (const server of this.#processes.values()) await server.stop()
    await this.#proxy?.stop()
  }

  async #startOne(port: number, release: Release): Promise<void> {
    this.#processes.set(port, this.#spawn(port, release))
    await until('server process', () => isReady(port), 120_000)
  }

  #spawn(port: number, release: Release, more: Record<string, string> = {}): SupervisedProcess {
    return new SupervisedProcess([process.execPath, join(release.folder, 'dist/server/main.mjs')], {
      env: { ...this.environment(release), PORT: String(port), ...more },
      cwd: release.folder,
      log: join(this.#folder, `server-${port}.log`),
    })
  }
}

const isReady = async (port: number): Promise<boolean> =>
  (await ask(port, '/api/health/ready'))?.status === 200

async function receivesChanges(port: number): Promise<boolean> {
  const response = await ask(port, '/metrics')
  return /^portaria_changes_connected(\{.*\})? 1$/m.test((await response?.text()) ?? '')
}

function ask(port: number, path: string): Promise<Response | undefined> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${metricsToken}` },
    signal: AbortSignal.timeout(3000),
  }).catch(() => undefined)
}
