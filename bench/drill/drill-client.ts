import { randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { z } from 'zod'
import { access } from '../../contract/access.ts'
import { captchaHeader } from '../../contract/captcha-page.ts'
import { confirmations } from '../../contract/confirmations.ts'
import { consoleModuleId } from '../../contract/constants.ts'
import { moduleAddress } from '../../contract/module-address.ts'
import { sessions } from '../../contract/sessions.ts'
import { codeIn } from '../../test/testing/code-in-message.ts'
import { named } from '../../test/testing/console-client.ts'
import type { Mailbox } from '../../test/testing/mailbox.ts'
import { demoPassword, type Destination, PortalClient } from '../../test/testing/portal-client.ts'
import { clientAddress } from './drill-network.ts'
import type { LoggedRequest, RequestLog } from './request-log.ts'

/** Milliseconds after which a client gives up. */
const patience = 30_000

interface Surroundings {
  url: string
  mailbox: Mailbox
  log: RequestLog
}

/** A browser with an address of its own. Each request is logged. */
export class DrillClient {
  readonly portal: PortalClient
  readonly #number: number
  readonly #surroundings: Surroundings
  readonly #agent: Agent
  #destination: Destination | undefined

  constructor(number: number, surroundings: Surroundings) {
    this.#number = number
    this.#surroundings = surroundings
    this.#agent = new Agent({ keepAlive: true, localAddress: clientAddress(number) })
    this.portal = new PortalClient(surroundings.url, this.#fetch)
  }

  /** Signs in with password and mailed code, and enters the console. */
  async signIn(email: string): Promise<void> {
    const initialToken = await this.portal.signIn(email)
    const found = await this.#call('POST', access.userInitialPermissions.path, {
      access_token: initialToken,
    })
    this.#destination = destinationIn(await found.json(), initialToken)
    this.portal.headers.authorization = `Bearer ${await this.enter()}`
  }

  /** Signs in as another browser at the same address. */
  async signInAgain(email: string): Promise<void> {
    const other = new DrillClient(this.#number, this.#surroundings)
    try {
      await other.signIn(email)
    } finally {
      other.close()
    }
  }

  /** Enters the console with a code, and returns the token. Both are writes. */
  async enter(): Promise<string> {
    const destination = this.#destination
    if (!destination) throw new Error('The user has not signed in.')
    const headers = { authorization: `Bearer ${destination.access_token}` }
    const issued = await this.#call('POST', access.userLocalCode.path, destination, headers)
    const { code } = access.userLocalCode.success.parse(dataOf(await issued.json()))
    const path = `${sessions.userLocalToken.path}?code=${code}`
    const exchanged = await this.#call('GET', path, undefined, headers)
    const { access_token } = z
      .object({ access_token: z.string() })
      .parse(dataOf(await exchanged.json()))
    this.#acknowledge('tokens', tokenIdOf(access_token))
    return access_token
  }

  check = () =>
    this.#call('POST', '/user/valid', { environment: 'front', path: '/user-list', method: 'GET' })

  list = () => this.#call('POST', '/user/search', {})

  /** Creates a service, which needs a confirmation by password. Only administrators may. */
  async createService(email: string): Promise<void> {
    const body = { name: `Ensaio ${randomUUID().slice(0, 18)}`, description: 'Do ensaio' }
    const operations = [named('serviceCreate', undefined, body)]
    const confirmed = await this.#call('POST', '/user-local/validate-password', {
      email,
      password: demoPassword,
      operations,
    })
    const { code } = confirmations.userLocalValidatePassword.success.parse(
      dataOf(await confirmed.json()),
    )
    await this.#call('POST', '/service', body, { code })
    this.#acknowledge('services', body.name)
  }

  /** Loads the sign-in page and its script. */
  async loadPage(): Promise<void> {
    const page = await (await this.#fetch(`${this.#surroundings.url}/auth`)).text()
    const script = /src="(?<path>\/assets\/[^"]+\.js)"/.exec(page)?.groups?.['path']
    if (script === undefined) throw new Error('The page has no script.')
    await this.#fetch(`${this.#surroundings.url}${script}`)
  }

  close(): void {
    this.#agent.destroy()
  }

  async #call(
    method: string,
    path: string,
    body: object | undefined,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const response = await this.#fetch(`${this.#surroundings.url}/api${path}`, {
      method,
      headers: { ...this.portal.headers, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} returned ${response.status}`)
    return response
  }

  #acknowledge(table: 'tokens' | 'services', key: string): void {
    this.#surroundings.log.acknowledged.push({ table, key, at: performance.now() })
  }

  /** Sends and logs a request. The mailbox serves the page of sent messages, which only a demo server has. */
  readonly #fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(url)
    if (pathname === '/outbox.json') return Response.json(messagesIn(this.#surroundings.mailbox))
    const { method = 'GET' } = init
    const start = performance.now()
    const logged = { kind: kindOf(method, pathname), path: pathname, start }
    const { requests } = this.#surroundings.log
    try {
      const response = await this.#send(url, init)
      const text = response.ok ? undefined : (await response.clone().text()).slice(0, 200)
      requests.push({
        ...logged,
        end: performance.now(),
        status: response.status,
        ...(text !== undefined && { failure: `${response.status} ${text}` }),
      })
      return response
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      requests.push({ ...logged, end: performance.now(), status: undefined, failure })
      throw error
    }
  }

  // Node's `fetch` cannot choose the client's address.
  #send(url: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> {
    const options = {
      method,
      agent: this.#agent,
      headers: { ...Object.fromEntries(new Headers(headers)), [captchaHeader]: randomUUID() },
      signal: AbortSignal.timeout(patience),
    }
    return new Promise((resolve, reject) => {
      const sent = request(url, options, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => resolve(toResponse(response, Buffer.concat(chunks))))
      })
      sent.on('error', reject)
      sent.end(typeof body === 'string' ? body : undefined)
    })
  }
}

/** What the drill reads of a response of any version. */
const envelope = z.object({ result: z.object({ data: z.unknown() }) })
const permissions = z.object({
  companies: z.array(
    z.object({
      id: z.number(),
      services: z.array(
        z.object({ modules: z.array(z.object({ id: z.number(), url: z.string().nullish() })) }),
      ),
    }),
  ),
})

const dataOf = (body: unknown): unknown => envelope.parse(body).result.data

/** Returns the first company that offers the console. */
function destinationIn(body: unknown, initialToken: string): Destination {
  for (const company of permissions.parse(dataOf(body)).companies) {
    const modules = company.services.flatMap((service) => service.modules)
    const url = modules.find(({ id }) => id === consoleModuleId)?.url
    if (!url) continue
    return {
      module_id: consoleModuleId,
      company_id: company.id,
      redirect_uri: moduleAddress({ id: consoleModuleId, url }),
      access_token: initialToken,
    }
  }
  throw new Error('No company offers the console to this user.')
}

function toResponse({ statusCode = 0, rawHeaders }: IncomingMessage, body: Buffer): Response {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return new Response(new Uint8Array(body), { status: statusCode, headers })
}

const writes = ['/api/user-local/code', '/api/user-local/token', '/api/service']

/** Signing in and confirming also write, but hash passwords, so their durations are not those of a write. */
const kindOf = (method: string, path: string): LoggedRequest['kind'] =>
  writes.includes(path) && !(method === 'GET' && path === '/api/service') ? 'write' : 'read'

function messagesIn({ received }: Mailbox) {
  return received.map((mail, at) => ({
    id: String(at),
    to: /^To: .*?<?(?<to>[^<>\s]+@[^<>\s]+?)>?\r?$/m.exec(mail)?.groups?.['to'],
    text: codeIn(mail.replaceAll('\r', '')) ?? '',
  }))
}

function tokenIdOf(accessToken: string): string {
  const [, payload = ''] = accessToken.split('.')
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { jti: string }).jti
}
