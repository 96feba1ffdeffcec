import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Provider } from 'oidc-provider'
import { type Account, findByPassword } from './accounts.ts'
import { sentencePage, signInPage } from './identity-pages.ts'
import { errors } from './oidc-library.ts'

/** The only interaction of this provider: it asks for e-mail and password, as often as a client requires it. */
export class Interaction {
  readonly #provider: Provider
  readonly #accounts: readonly Account[]
  readonly #headers: Record<string, string>
  readonly #portal: string

  constructor(parts: {
    provider: Provider
    accounts: readonly Account[]
    headers: Record<string, string>
    portal: string
  }) {
    this.#provider = parts.provider
    this.#accounts = parts.accounts
    this.#headers = parts.headers
    this.#portal = parts.portal
  }

  /** Handles `GET` and `POST /interaction/:uid`. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (request.method === 'POST') await this.#receive(request, response)
      else await this.#ask(request, response, { wrong: false })
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error
      const sentence = 'Este pedido de acesso não vale mais. Comece de novo pelo portal.'
      this.#send(response, 400, sentencePage('Pedido expirado', sentence, this.#portal))
    }
  }

  async #ask(
    request: IncomingMessage,
    response: ServerResponse,
    { wrong, email }: { wrong: boolean; email?: string },
  ): Promise<void> {
    const { uid, params, session } = await this.#provider.interactionDetails(request, response)
    const hint = typeof params['login_hint'] === 'string' ? params['login_hint'] : ''
    const form = {
      action: `/interaction/${uid}`,
      email: email ?? hint,
      again: session !== undefined,
      wrong,
    }
    this.#send(response, wrong ? 401 : 200, signInPage(form))
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (Number(request.headers['content-length'] ?? Infinity) > 10_000) {
      response.writeHead(413, this.#headers).end()
      return
    }
    const form = new URLSearchParams(await text(request))
    if (form.has('cancel')) {
      return this.#provider.interactionFinished(request, response, { error: 'access_denied' })
    }
    const email = form.get('email') ?? ''
    const account = findByPassword(this.#accounts, email, form.get('password') ?? '')
    if (!account) return this.#ask(request, response, { wrong: true, email })
    const login = { accountId: account.sub, remember: false }
    await this.#provider.interactionFinished(request, response, { login })
  }

  #send(response: ServerResponse, status: number, page: string): void {
    const headers = { ...this.#headers, 'content-type': 'text/html; charset=utf-8' }
    response.writeHead(status, headers).end(page)
  }
}
