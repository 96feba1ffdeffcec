import { consoleModuleId } from '../../contract/constants.ts'
import type { DecodedToken } from '../../contract/decoded-token.ts'
import type { MfaType } from '../../contract/mfa-types.ts'
import type { Db } from '../../server/database/database.ts'
import type { Keyring } from '../../server/secrets/keyring.ts'
import { codeIn } from './code-in-message.ts'
import { type BuiltUser, defaultPassword } from './builders.ts'
import type { BuiltModule } from './catalogue-builders.ts'
import { quickHashOf } from './quick-hash.ts'
import { readMessages } from './read-messages.ts'
import { type Answer, basic, type TestClient } from './test-client.ts'

/** A signed-in browser: its token and the cookie that the token is bound to. */
export interface SignedIn {
  token: string
  cookie: string
  decodedToken: DecodedToken
}

/** Where a one-time code leads: module, company and SPID. */
export interface Destination {
  module: BuiltModule
  companyId: number
  spid?: string
}

const quickHash = quickHashOf(defaultPassword)

/** Common flows of a user, step by step over HTTP. */
export class TestTrips {
  readonly #client: TestClient
  readonly #outbox: { db: Db; keyring: Keyring }
  readonly #beginSession: ((person: BuiltUser) => Promise<SignedIn>) | undefined

  /** `beginSession` creates a session without a sign-in; only possible if the server runs in this process. */
  constructor(
    client: TestClient,
    db: Db,
    keyring: Keyring,
    beginSession?: (person: BuiltUser) => Promise<SignedIn>,
  ) {
    this.#client = client
    this.#outbox = { db, keyring }
    this.#beginSession = beginSession
  }

  /**
   * Creates a session without password and code, which are slow, for tests that are not about signing in. The password
   * gets a cheap hash, because confirmations check it many times.
   */
  async enter(person: BuiltUser): Promise<SignedIn> {
    const entered = await (this.#beginSession?.(person) ?? this.signIn(person.email))
    await this.#outbox.db
      .updateTable('passwords')
      .set({ hash: quickHash })
      .where('user_id', '=', person.id)
      .execute()
    return entered
  }

  /** Begins a sign-in and returns the handle of its challenge. */
  async begin(email: string, password: string = defaultPassword): Promise<string> {
    const answer = await this.#client.call('authLocal', { headers: basic(email, password) })
    return answer.data.Session
  }

  /** Requests the code and reads it from the outbox. */
  async sendCode(session: string, email: string, answer: MfaType = 'EMAIL_OTP'): Promise<string> {
    const sent = await this.#client.call('userChooseMfa', { body: { session, email, answer } })
    if (sent.status !== 200) throw new Error(`No code was sent: ${sent.text}`)
    const of = answer === 'SMS_MFA' ? { channel: 'sms' as const } : { to: email }
    const { text = '' } = (await readMessages(this.#outbox, of)).at(-1) ?? {}
    const code = codeIn(text)
    if (!code) throw new Error(`The last message contains no code: ${text}`)
    return code
  }

  /** Answers a challenge whose code was sent by e-mail. */
  answer(session: string, email: string, code: string, challengeName: MfaType = 'EMAIL_OTP') {
    return this.#client.call('userChangeMfa', { body: { session, email, code, challengeName } })
  }

  /** Signs in with password and e-mailed code. */
  async signIn(email: string, password: string = defaultPassword): Promise<SignedIn> {
    return this.finish(await this.begin(email, password), email)
  }

  /** Completes a sign-in after its password step. */
  async finish(session: string, email: string): Promise<SignedIn> {
    const answer = await this.answer(session, email, await this.sendCode(session, email))
    const { access_token: token, decodedToken } = answer.data
    if (!decodedToken) throw new Error('The sign-in returned no session.')
    return { token, cookie: cookieOf(answer), decodedToken }
  }

  /** Requests the one-time code of a module. */
  askForCode(who: SignedIn, { module, companyId, spid }: Destination) {
    return this.#client.call('userLocalCode', {
      ...who,
      body: {
        module_id: module.id,
        redirect_uri: module.address,
        access_token: who.token,
        company_id: companyId,
        ...(spid !== undefined && { spid }),
      },
    })
  }

  /** Exchanges a code as the module, or as the browser if the module is the console. */
  exchange(code: string, module: BuiltModule, who?: SignedIn) {
    return this.#client.call('userLocalToken', {
      query: { code },
      ...(module.id === consoleModuleId
        ? { cookie: who?.cookie ?? '' }
        : { headers: module.secret ? basic(module.id, module.secret) : { origin: module.origin } }),
    })
  }

  /** Enters a module from the access page. Returns the module's token with the browser's cookie. */
  async arrive(who: SignedIn, destination: Destination): Promise<SignedIn> {
    const { code } = (await this.askForCode(who, destination)).data
    const { access_token: token, decodedToken } = (
      await this.exchange(code, destination.module, who)
    ).data
    return { token, cookie: who.cookie, decodedToken }
  }

  /** Asks whether the user may open a screen of the console, as the portal's route guard does. */
  valid(who: { token: string; cookie: string }, path = '/user-list') {
    return this.#client.call('userValid', {
      ...who,
      body: { environment: 'front', path, method: 'GET' },
    })
  }

  /** Validates a token, as a module does. */
  validate(token: string, cookie?: string) {
    return this.#client.call('userValidate', { token, ...(cookie !== undefined && { cookie }) })
  }
}

/** Returns the cookies that a response sets, as a `cookie` header. */
export function cookieOf(answer: Answer<unknown>): string {
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')
  if (!cookies.length) throw new Error('The response sets no cookie.')
  return cookies.join('; ')
}
