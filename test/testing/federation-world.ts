import type { DecodedToken } from '../../contract/decoded-token.ts'
import { lastEvent } from './last-event.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { TestClock } from './test-clock.ts'
import { type Page, TestBrowser } from './test-browser.ts'

/** Configuration of a provider. */
export interface ProviderFacts {
  issuer: string
  clientId: string
  clientSecret: string
}

/** The real time plus an offset that a test can advance. Identity providers use the real time. */
export class RunningClock extends TestClock {
  #ahead = 0

  override now(): Date {
    return new Date(Date.now() + this.#ahead)
  }

  override advance(milliseconds: number): void {
    this.#ahead += milliseconds
  }
}

/** The product with the association's identity provider, which is on another site. */
export class FederationWorld {
  readonly test: TestApp
  readonly url: string

  constructor(test: TestApp) {
    this.test = test
    this.url = test.url.replace('127.0.0.1', 'localhost')
  }

  static async start(federation: ProviderFacts | undefined): Promise<FederationWorld> {
    const facts = federation && {
      issuer: federation.issuer,
      clientId: federation.clientId,
      clientSecret: federation.clientSecret,
    }
    return new FederationWorld(
      await createTestApp({ clock: new RunningClock(), config: { federation: facts } }),
    )
  }

  /** Starts a flow as the sign-in page does, and follows its redirects. */
  async startFlow(
    browser: TestBrowser,
    purpose: string,
    { email, until }: { email?: string | undefined; until?: (url: URL) => boolean } = {},
  ): Promise<Page> {
    const there = await this.destination(browser, purpose, email)
    return browser.open(there, { from: this.url, ...(until && { until }) })
  }

  /** Returns the URL that a new flow redirects to. */
  async destination(browser: TestBrowser, purpose: string, email?: string): Promise<URL> {
    const { body } = await this.start(browser, { purpose, email })
    const { redirect_uri } = (body as { result: { data: { redirect_uri: string } } }).result.data
    return new URL(redirect_uri, this.url)
  }

  /** Requests the start of a flow; `headers` simulate other pages. */
  start(browser: TestBrowser, input: object, headers: Record<string, string> = {}) {
    return browser.call(`${this.url}/api/federated/start`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: this.url,
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
      body: JSON.stringify(input),
    })
  }

  /** Completes a flow without prompts and returns its outcome. */
  async completeFlow(
    purpose: string,
    browser = new TestBrowser(),
    email?: string,
  ): Promise<string> {
    const { url } = await this.startFlow(browser, purpose, { email })
    return this.outcome(url)
  }

  /** Returns path and parameters of a URL, without random values. */
  outcome(url: URL): string {
    return `${url.pathname}${url.search}`.replace(/=[\w-]{43}$/, '=…')
  }

  /** Exchanges the code in a page's URL. */
  async exchange(browser: TestBrowser, page: Page): Promise<{ status: number; body: Exchanged }> {
    const code = page.url.searchParams.get('code') ?? ''
    const { status, body } = await browser.call(`${this.url}/api/user-local/token?code=${code}`)
    return { status, body: body as Exchanged }
  }

  /** Signs in through a provider without prompts; returns the initial token. */
  async signIn(browser: TestBrowser, email?: string): Promise<string> {
    const page = await this.startFlow(browser, 'sign-in', { email })
    const { body } = await this.exchange(browser, page)
    return body.result.data.access_token
  }

  /** Adds a company's provider to the database. */
  async addProvider(provider: ProviderFacts, emailDomain: string): Promise<number> {
    const { db, app } = this.test
    const { id } = await db
      .insertInto('identity_providers')
      .values({
        name: 'Empresa',
        issuer: provider.issuer,
        client_id: provider.clientId,
        client_secret_ciphertext: Buffer.alloc(0),
        key_id: '',
        email_domain: emailDomain,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sealed = app.keyring.seal(provider.clientSecret, `identity-provider:${id}`)
    await db
      .updateTable('identity_providers')
      .set({ client_secret_ciphertext: sealed.ciphertext, key_id: sealed.keyId })
      .where('id', '=', id)
      .execute()
    return id
  }

  /** Returns the newest audit event. */
  lastAudit() {
    return lastEvent(this.test.db)
  }

  /** Returns the reason in the newest audit event, which is that of a refused flow. */
  async lastReason(): Promise<unknown> {
    const { after } = await this.lastAudit()
    return typeof after === 'object' && after !== null && 'reason' in after
      ? after.reason
      : undefined
  }
}

/** Response of a code exchange. */
export interface Exchanged {
  result: { data: { access_token: string; decodedToken: DecodedToken } }
}
