import { consoleModuleId } from '../../contract/constants.ts'
import type { DecodedToken } from '../../contract/decoded-token.ts'
import type { MfaType } from '../../contract/mfa-types.ts'
import type { Db } from '../database/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { codeIn } from './code-in-message.ts'
import { type BuiltUser, defaultPassword } from './builders.ts'
import type { BuiltModule } from './catalogue-builders.ts'
import { quickHashOf } from './quick-hash.ts'
import { readMessages } from './read-messages.ts'
import { type Answer, basic, type TestClient } from './test-client.ts'

/** A browser that is signed in: its token and the cookie that the token is bound to. */
export interface SignedIn {
  token: string
  cookie: string
  decodedToken: DecodedToken
}

/** Where somebody wants to go. */
export interface Destination {
  module: BuiltModule
  companyId: number
  spid?: string
}

const quickHash = quickHashOf(defaultPassword)

/** The ways through the product that most tests need, step by step over HTTP. */
export class TestTrips {
  readonly #client: TestClient
  readonly #outbox: { db: Db; keyring: Keyring }
  readonly #beginSession: ((person: BuiltUser) => Promise<SignedIn>) | undefined

  /** Where the server is of this process, `beginSession` has it begin a session at once. */
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
   * A fresh session of somebody, for tests that are not about signing in: passwords and codes are slow on purpose. From
   * here on only confirmations ask for the password, and those many times: it is checked at once.
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

  /** Begins a sign-in; the handle of the challenge that follows. */
  async begin(email: string, password: string = defaultPassword): Promise<string> {
    const answer = await this.#client.call('authLocal', { headers: basic(email, password) })
    return answer.data.Session
  }

  /** Has the code sent and reads it from the outbox. */
  async sendCode(session: string, email: string, answer: MfaType = 'EMAIL_OTP'): Promise<string> {
    const sent = await this.#client.call('userChooseMfa', { body: { session, email, answer } })
    if (sent.status !== 200) throw new Error(`No code was sent: ${sent.text}`)
    const of = answer === 'SMS_MFA' ? { channel: 'sms' as const } : { to: email }
    const { text = '' } = (await readMessages(this.#outbox, of)).at(-1) ?? {}
    const code = codeIn(text)
    if (!code) throw new Error(`The last message holds no code: ${text}`)
    return code
  }

  /** Answers a challenge whose code went out by e-mail. */
  answer(session: string, email: string, code: string, challengeName: MfaType = 'EMAIL_OTP') {
    return this.#client.call('userChangeMfa', { body: { session, email, code, challengeName } })
  }

  /** From password to session. */
  async signIn(email: string, password: string = defaultPassword): Promise<SignedIn> {
    return this.finish(await this.begin(email, password), email)
  }

  /** From the choice of a way to session. */
  async finish(session: string, email: string): Promise<SignedIn> {
    const answer = await this.answer(session, email, await this.sendCode(session, email))
    const { access_token: token, decodedToken } = answer.data
    if (!decodedToken) throw new Error('The sign-in gave no session.')
    return { token, cookie: cookieOf(answer), decodedToken }
  }

  /** Asks for the one-time code of a module. */
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

  /** Exchanges a code as the module itself, or as the browser where it is the console's. */
  exchange(code: string, module: BuiltModule, who?: SignedIn) {
    return this.#client.call('userLocalToken', {
      query: { code },
      ...(module.id === consoleModuleId
        ? { cookie: who?.cookie ?? '' }
        : { headers: module.secret ? basic(module.id, module.secret) : { origin: module.origin } }),
    })
  }

  /** From the access page into a module; the module's token, with the cookie of the browser. */
  async arrive(who: SignedIn, destination: Destination): Promise<SignedIn> {
    const { code } = (await this.askForCode(who, destination)).data
    const { access_token: token, decodedToken } = (
      await this.exchange(code, destination.module, who)
    ).data
    return { token, cookie: who.cookie, decodedToken }
  }

  /** What the route guard says about a screen of the console. */
  valid(who: { token: string; cookie: string }, path = '/user-list') {
    return this.#client.call('userValid', {
      ...who,
      body: { environment: 'front', path, method: 'GET' },
    })
  }

  /** Whether a token is alive, as a module asks. */
  validate(token: string, cookie?: string) {
    return this.#client.call('userValidate', { token, ...(cookie !== undefined && { cookie }) })
  }
}

/** The cookies that an answer sets, as the browser sends them back. */
export function cookieOf(answer: Answer<unknown>): string {
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')
  if (!cookies.length) throw new Error('The answer sets no cookie.')
  return cookies.join('; ')
}
