import { sql } from 'kysely'
import type { OwnCode } from '../../contract/mfa-types.ts'
import { defaultPassword, type BuiltUser } from './builders.ts'
import type { BuiltCompany, BuiltModule } from './catalogue-builders.ts'
import { arriveInConsole, ConsoleClient } from './console-client.ts'
import { register, signInByPasskey } from './passkey-trips.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'
import { consoleUrl } from './test-database.ts'
import { basic } from './test-client.ts'
import { cookieOf, type SignedIn } from './test-trips.ts'
import { addTotp, answerWith, appCode, makeRecoveryCodes } from './totp-trips.ts'
import type { ServerSide, TwoServers } from './two-servers.ts'

/** Credentials that give access directly or after one more step. */
export type CredentialKind =
  | 'initial token'
  | 'console token'
  | 'module token'
  | 'API token'
  | 'temporary token'
  | 'one-time code'
  | 'open challenge'
  | 'proof of identity'
  | 'passkey'
  | 'authenticator app'
  | 'recovery code'

/** Uses the credential at one server. Returns `open`, or the actual outcome. */
export type Credential = (on: ServerSide) => Promise<string>

/** A place that the user may enter, and the rows that allow it. */
export interface Holding {
  module: BuiltModule
  planId: number
  /** Loose plan for the module. Of plan and loose plan, exactly one is active. */
  loosePlanId: number
  profileId: number
  functionId: number
  actionId: number
  screen: string
  action: string
}

/** A company user with a profile of this console and one of another module, both for the company's only SPID. */
export interface Holder extends BuiltUser {
  company: BuiltCompany
  holdings: readonly [console: Holding, other: Holding]
  /** User with the assigned profiles: the lender of the delegation; without a delegation, the holder. */
  lender: BuiltUser
  /** Id of the delegation; 0 without a delegation. */
  delegationId: number
}

/** How the user holds the profiles. */
interface HeldBy {
  /** By loose plans instead of plans. */
  loose?: boolean
  /** By an open-ended delegation instead of an assignment. */
  lent?: boolean
}

export const spidOfHolder = '7101'

/** Creates a user with everything that access requires, by plans or loose plans, by assignment or delegation. */
export async function makeHolder(
  app: TwoServers,
  { loose = false, lent = false }: HeldBy,
): Promise<Holder> {
  const user = await app.build.user()
  const lender = lent ? await app.build.user() : user
  const company = await app.build.company({ spids: [spidOfHolder] })
  const link = { user_id: lender.id, company_id: company.id }
  for (const { id } of new Set([user, lender]))
    await app.db
      .insertInto('user_companies')
      .values({ ...link, user_id: id })
      .execute()
  const inConsole = { screen: '/user-edit', action: 'unlock' }
  const inOther = { screen: '/pedidos', action: 'criar' }
  const holdings = [
    await makeHolding(app, { ...inConsole, loose, module: await app.build.console() }, link),
    await makeHolding(app, { ...inOther, loose, module: await app.build.module() }, link),
  ] as const
  const delegationId = lent ? await addDelegation(app, user.id, link, holdings) : 0
  return { ...user, company, holdings, lender, delegationId }
}

async function addDelegation(
  { build, db }: TwoServers,
  userId: number,
  lender: { user_id: number; company_id: number },
  holdings: readonly Holding[],
): Promise<number> {
  const [companyId, by] = [lender.company_id, lender.user_id]
  const id = await build.delegation({ userId, companyId, by, begin: new Date(0), end: null })
  await db.deleteFrom('delegation_profiles').where('delegation_id', '=', id).execute()
  const rows = holdings.map(({ profileId: profile_id }) => ({ delegation_id: id, profile_id }))
  await db.insertInto('delegation_profiles').values(rows).execute()
  return id
}

interface Wanted {
  module: BuiltModule
  screen: string
  action: string
  loose: boolean
}

async function makeHolding(
  app: TwoServers,
  { module, screen, action, loose }: Wanted,
  { user_id, company_id }: { user_id: number; company_id: number },
): Promise<Holding> {
  const { db, build } = app
  const place = { company_id, module_id: module.id }
  const planId = await build.plan({ companyId: company_id, moduleId: module.id })
  const loosePlans = db.insertInto('loose_plans').values({ ...place, seat_limit: 9, active: loose })
  const { id: loosePlanId } = await loosePlans.returning('id').executeTakeFirstOrThrow()
  if (loose) await db.updateTable('plans').set({ active: false }).where('id', '=', planId).execute()
  const profileId = await build.profile({ moduleId: module.id })
  const functionId = await functionOf(app, module.id, screen)
  const actionId = await actionOf(app, functionId, action)
  const held = { profile_id: profileId, function_id: functionId }
  await db
    .insertInto('profile_functions')
    .values({ ...held, module_id: module.id })
    .execute()
  await db
    .insertInto('profile_actions')
    .values({ ...held, action_id: actionId })
    .execute()
  await build.assign({ userId: user_id, profileId, companyId: company_id, spid: spidOfHolder })
  return { module, planId, loosePlanId, profileId, functionId, actionId, screen, action }
}

async function functionOf(app: TwoServers, module_id: number, url: string): Promise<number> {
  const known = app.db.selectFrom('functions').select('id').where('module_id', '=', module_id)
  const found = await known.where('url', '=', url).executeTakeFirst()
  if (found) return found.id
  const made = app.db.insertInto('functions').values({ module_id, name: 'Pedidos', url })
  return (await made.returning('id').executeTakeFirstOrThrow()).id
}

async function actionOf(app: TwoServers, function_id: number, path: string): Promise<number> {
  const known = app.db.selectFrom('actions').select('id').where('function_id', '=', function_id)
  const found = await known.where('path', '=', path).executeTakeFirst()
  if (found) return found.id
  const made = app.db.insertInto('actions').values({ function_id, name: path, path })
  return (await made.returning('id').executeTakeFirstOrThrow()).id
}

/** Creates one credential of each kind at the first server, all valid. */
export async function makeCredentials(
  app: TwoServers,
  holder: Holder,
  { tokenByColleague = false }: { tokenByColleague?: boolean } = {},
) {
  const [ofConsole, other] = holder.holdings
  const at = { module: other.module, companyId: holder.company.id }
  // Rate limits are tested elsewhere.
  const unhurried = () => app.db.deleteFrom('rate_limits').execute()
  await unhurried()
  const initial = await app.trips.signIn(holder.email)
  const inConsole = await app.trips.arrive(initial, { ...at, module: ofConsole.module })
  const inModule = await app.trips.arrive(initial, at)

  /** Validates a token of the other module. Returns `open` if the token grants the module's action. */
  const acts = async (on: ServerSide, token: string): Promise<string> => {
    const answer = await on.client.call('userTokenValidate', { body: { access_token: token } })
    if (answer.outcome !== '200') return answer.outcome
    const { functions } = answer.data.decodedToken
    const held = functions.find(({ path }) => path === other.screen)
    return held?.actions.some(({ path }) => path === other.action) ? 'open' : 'without the action'
  }
  const exchange = async (on: ServerSide, code: string): Promise<string> => {
    const answer = await on.trips.exchange(code, other.module, initial)
    return answer.outcome === '200' ? acts(on, answer.data.access_token) : answer.outcome
  }
  const reach = async (on: ServerSide, who: SignedIn): Promise<string> => {
    const answer = await on.trips.askForCode(who, at)
    return answer.outcome === '200' ? exchange(on, answer.data.code) : answer.outcome
  }
  const { token: apiToken } = await app.build.apiToken({
    userId: holder.id,
    companyId: holder.company.id,
    by: tokenByColleague ? (await app.build.user()).id : holder.id,
  })
  const { code } = (await app.trips.askForCode(initial, at)).data
  const unlock = { params: { userId: String((await app.build.user()).id) } }
  const client = new ConsoleClient(app, { ...holder, ...visitorOf(holder) }, inConsole)
  const proof = await client.confirm('userUnlock', unlock)
  const key = new SoftwareAuthenticator(new URL(consoleUrl).origin)
  const passkey = (await register(app, initial, holder.email, key)).data.id
  const secret = await addTotp(app, initial, holder.email, new Date())
  const [recovery = ''] = await makeRecoveryCodes(app, initial, holder.email)
  const session = await app.trips.begin(holder.email)
  const mailed = await app.trips.sendCode(session, holder.email)
  await unhurried()
  const temporary = await temporaryToken(app, holder)
  await unhurried()

  /** Signs in with the password and a code that the user already has. */
  const enter = async (on: ServerSide, name: OwnCode, own: string): Promise<string> => {
    const { email } = holder
    const begun = await on.client.call('authLocal', { headers: basic(email, defaultPassword) })
    if (begun.outcome !== '200') return begun.outcome
    const answer = await answerWith(on, { session: begun.data.Session, email }, own, name)
    if (answer.outcome !== '200') return answer.outcome
    const { access_token: token, decodedToken = initial.decodedToken } = answer.data
    return reach(on, { token, cookie: cookieOf(answer), decodedToken })
  }

  const credentials: Record<CredentialKind, Credential> = {
    'initial token': (on) => reach(on, initial),
    'console token': async (on) => {
      const answer = await on.trips.valid(inConsole, ofConsole.screen)
      if (answer.outcome !== '200') return answer.outcome
      return answer.data.actions.includes(ofConsole.action) ? 'open' : 'without the action'
    },
    'module token': (on) => acts(on, inModule.token),
    'API token': async (on) => {
      const params = { id: String(holder.id) }
      const { outcome } = await on.client.call('userGet', { token: apiToken, params })
      return outcome === '200' ? 'open' : outcome
    },
    'one-time code': (on) => exchange(on, code),
    'open challenge': async (on) => {
      const answer = await on.trips.answer(session, holder.email, mailed)
      if (answer.outcome !== '200') return answer.outcome
      const { access_token: token, decodedToken = initial.decodedToken } = answer.data
      return reach(on, { token, cookie: cookieOf(answer), decodedToken })
    },
    passkey: async (on) => {
      const answer = await signInByPasskey(on, key)
      if (answer.outcome !== '200') return answer.outcome
      const { access_token: token, decodedToken } = answer.data
      return reach(on, { token, cookie: cookieOf(answer), decodedToken })
    },
    // The code of the next step, because that of this step has added the app.
    'authenticator app': (on) =>
      enter(on, 'SOFTWARE_TOKEN_MFA', appCode(secret, new Date(Date.now() + 30_000))),
    'recovery code': (on) => enter(on, 'RECOVERY_CODE', recovery),
    'proof of identity': async (on) => {
      const confirmed = { ...inConsole, ...unlock, headers: { code: proof } }
      const { outcome } = await on.client.call('userUnlock', confirmed)
      // The user to unlock is out of scope. A 404 shows that all earlier checks passed.
      return outcome === '404 user-not-found' ? 'open' : outcome
    },
    // Last, because the new password invalidates the other credentials.
    'temporary token': async (on) => {
      const body = {
        email: holder.email,
        newPassword: 'Lampada-Verde-Canta-9!',
        access_token: temporary,
      }
      const { outcome } = await on.client.call('userSetPasswordExpired', { body })
      return outcome === '200' ? 'open' : outcome
    },
  }
  return { credentials, initial, client, passkey, colleague: () => colleagueOf(app, holder) }
}

/** Creates a master user of the holder's company and signs in to the console. */
async function colleagueOf(app: TwoServers, { company }: Holder): Promise<ConsoleClient> {
  return arriveInConsole(app, await app.build.consoleUser({ company }))
}

const visitorOf = ({ company, holdings: [{ module, planId, profileId }] }: Holder) => ({
  module,
  planId,
  profileId,
  at: { module, companyId: company.id },
})

/** Returns the token of a sign-in with an expired password. Restores the age of the password afterwards. */
async function temporaryToken(app: TwoServers, { id, email }: Holder): Promise<string> {
  const setAge = (days: number) =>
    app.db
      .updateTable('passwords')
      .set({ created_at: sql<Date>`created_at - make_interval(days => ${days}::integer)` })
      .where('user_id', '=', id)
      .execute()
  await setAge(400)
  const session = await app.trips.begin(email, defaultPassword)
  const answer = await app.trips.answer(session, email, await app.trips.sendCode(session, email))
  await setAge(-400)
  if (!answer.data.expired) throw new Error('The password is not expired.')
  return answer.data.access_token
}
