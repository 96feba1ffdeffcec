import { codeIn } from './code-in-message.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { access } from '../../contract/access.ts'
import { consoleModuleId } from '../../contract/constants.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { moduleAddress } from '../../contract/module-address.ts'
import { sessions } from '../../contract/sessions.ts'
import { signIn } from '../../contract/sign-in.ts'

/** The password of all demo users. */
export const demoPassword = 'Portaria-Demo-2026!'

/** Response with the initial token and its user. */
type SignedIn = z.output<(typeof signIn.userChangeMfa)['success']>

/** Response with the console token and its user. */
type Entered = z.output<(typeof sessions.userLocalToken)['success']>

type JsonEndpoint = Endpoint & { success: z.ZodType }

/** Target of a code, as sent to `/user-local/code`. */
export interface Destination {
  module_id: number
  company_id: number
  redirect_uri: string
  spid?: string
  access_token: string
}

type Fetch = (url: string, init?: RequestInit) => Promise<Response>

interface SentMessage {
  id: string
  to: string
  text: string
}

export function basic(user: string, password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
}

/** Signs in and enters the console over HTTP, for the benchmark and to arrange browser tests. */
export class PortalClient {
  readonly #url: string
  readonly #fetch: Fetch
  readonly headers: Record<string, string> = {}

  constructor(url: string, fetch: Fetch = globalThis.fetch) {
    this.#url = url
    this.#fetch = fetch
  }

  /** Signs in with password and code. Returns the initial token and uses it for later calls. */
  async signIn(email: string): Promise<string> {
    return (await this.startSession(email)).access_token
  }

  /** Like `signIn`, but also returns the user. */
  async startSession(email: string): Promise<SignedIn> {
    const started = await this.#call(signIn.authLocal, { headers: basic(email, demoPassword) })
    const session = started.Session
    const before = await this.#messagesTo(email)
    await this.#call(signIn.userChooseMfa, { body: { session, email, answer: 'EMAIL_OTP' } })
    const code = await this.#codeFor(email, before)
    const signedIn = await this.#call(signIn.userChangeMfa, {
      body: { session, email, code, challengeName: 'EMAIL_OTP' },
    })
    this.headers.authorization = `Bearer ${signedIn.access_token}`
    return signedIn
  }

  /** Enters the console for the first company that offers it, and uses its token for later calls. */
  async enterConsole(initialToken: string): Promise<Entered> {
    const destination = await this.destination(consoleModuleId, initialToken)
    const { code } = await this.#call(access.userLocalCode, { body: destination })
    const entered = await this.#call(sessions.userLocalToken, { query: `?code=${code}` })
    this.headers.authorization = `Bearer ${entered.access_token}`
    return entered
  }

  /** Returns the first company and SPID for which the user may enter a module. */
  async destination(moduleId: number, accessToken: string): Promise<Destination> {
    const { companies } = await this.#call(access.userInitialPermissions, {
      body: { access_token: accessToken },
    })
    for (const company of companies) {
      const module = company.services
        .flatMap(({ modules }) => modules)
        .find(({ id }) => id === moduleId)
      if (!module?.url) continue
      const [spid] = module.is_enable_spid ? company.spids : []
      return {
        module_id: moduleId,
        company_id: company.id,
        redirect_uri: moduleAddress({ id: moduleId, url: module.url }),
        ...(spid && { spid: spid.spid }),
        access_token: accessToken,
      }
    }
    throw new Error(`Module ${moduleId} is not offered to this user.`)
  }

  /** Waits for a new message to this address and returns its code. */
  async #codeFor(email: string, before: readonly SentMessage[]): Promise<string> {
    const known = new Set(before.map(({ id }) => id))
    for (let attempt = 0; attempt < 100; attempt++) {
      const message = (await this.#messagesTo(email)).find(({ id }) => !known.has(id))
      const code = codeIn(message?.text ?? '')
      if (code) return code
      await sleep(50)
    }
    throw new Error(`No code for ${email} arrived in the outbox.`)
  }

  async #messagesTo(email: string): Promise<SentMessage[]> {
    const response = await this.#fetch(`${this.#url}/outbox.json`)
    const messages = (await response.json()) as SentMessage[]
    return messages.filter(({ to }) => to === email)
  }

  async #call<E extends JsonEndpoint>(
    endpoint: E,
    input: { headers?: Record<string, string>; body?: object; query?: string },
  ): Promise<z.output<E['success']>> {
    const response = await this.#fetch(`${this.#url}/api${endpoint.path}${input.query ?? ''}`, {
      method: endpoint.method,
      headers: {
        ...this.headers,
        ...(input.body && { 'content-type': 'application/json' }),
        ...input.headers,
      },
      ...(input.body && { body: JSON.stringify(input.body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${endpoint.path} returned ${response.status}: ${text}`)
    const [cookie] = response.headers.getSetCookie()
    if (cookie) this.headers.cookie = cookie.split(';')[0] ?? ''
    const { result } = JSON.parse(text) as { result: { data: unknown } }
    return endpoint.success.parse(result.data) as z.output<E['success']>
  }
}
