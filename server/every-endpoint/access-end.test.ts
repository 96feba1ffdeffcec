import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Operation, resources } from '../../contract/api.ts'
import { defaultPassword } from '../testing/builders.ts'
import { administratorOf, type ConsoleClient } from '../testing/console-client.ts'
import {
  type Credential,
  type CredentialKind,
  type Holder,
  makeCredentials,
  makeHolder,
} from '../testing/credentials-stage.ts'
import { quickHashOf } from '../testing/quick-hash.ts'
import { startTwoServers, type TwoServers } from '../testing/two-servers.ts'

type Credentials = Awaited<ReturnType<typeof makeCredentials>>

/** What ends: everything of the person, of their session, of the company and module, or of one module there. */
type Ends = 'person' | 'session' | 'places' | 'module'

interface Way {
  ends: Ends
  /** The company has the modules by loose plans. */
  loose?: true
  take: (holder: Holder, credentials: Credentials) => Promise<unknown>
}

/**
 * What stays open, since it isn't what ended: a temporary token opens no place, only the way to a new password; a challenge
 * is of no session yet; of one module the console knows nothing.
 */
const kept: Record<Ends, readonly CredentialKind[]> = {
  person: [],
  session: ['open challenge', 'temporary token'],
  places: ['temporary token'],
  module: ['temporary token', 'console token', 'proof of identity'],
}

let app: TwoServers
let admin: ConsoleClient

beforeAll(async () => {
  app = await startTwoServers()
  admin = await administratorOf(app)
  // Who confirms every write would have the machine do nothing else.
  const confirmed = app.db.updateTable('passwords').set({ hash: quickHashOf(defaultPassword) })
  await confirmed.where('user_id', '=', admin.person.id).execute()
}, 120_000)
afterAll(() => app.close())

const rowsOf = ({ id, company, holdings }: Holder) =>
  holdings.map(({ profileId }) => ({
    user_id: id,
    profile_id: profileId,
    company_id: company.id,
    spid: '7101',
  }))

async function replaceCompany({ company }: Holder, changes: { active?: false; spids?: [] }) {
  const params = { id: String(company.id) }
  const { name, email, document, active } = (await admin.call('companyGet', { params })).data
  const body = { name, email, document, active, ...changes }
  return succeed(await admin.call('companyUpdate', { params, body }))
}

/** The way works, or the test would say nothing. */
function succeed({ outcome }: { outcome: string }): void {
  expect(outcome).toBe('200')
}

/** For each of the two holdings, one after the other. */
const eachOf = (
  take: (holding: Holder['holdings'][number], holder: Holder) => Promise<{ outcome: string }>,
) =>
  async function (holder: Holder): Promise<void> {
    for (const holding of holder.holdings) succeed(await take(holding, holder))
  }

async function profileGone({ profileId }: Holder['holdings'][number]) {
  const params = { id: String(profileId) }
  const { name, module_id } = (await admin.call('profileGet', { params })).data
  return admin.call('profileUpdate', { params, body: { name, module_id, status: 0 } })
}

async function planGone({ planId }: Holder['holdings'][number]) {
  const params = { id: String(planId) }
  const { name } = (await admin.call('planGet', { params })).data
  return admin.call('planUpdate', { params, body: { name, active: false } })
}

async function planModuleId({ planId }: { planId: number }): Promise<string> {
  const row = app.db.selectFrom('plan_modules').select('id').where('plan_id', '=', planId)
  return String((await row.executeTakeFirstOrThrow()).id)
}

const ways: Record<string, Way> = {
  userBlock: {
    ends: 'person',
    take: async ({ email }) =>
      succeed(await admin.call('userBlock', { body: { email, block: true } })),
  },
  userDelete: {
    ends: 'person',
    take: async ({ email }) => succeed(await admin.call('userDelete', { body: { email } })),
  },
  userBlockMany: {
    ends: 'person',
    take: async ({ id }) =>
      succeed(await admin.call('userBlockMany', { body: { user_id: [id], block: true } })),
  },
  userDeleteMany: {
    ends: 'person',
    take: async ({ id }) =>
      succeed(await admin.call('userDeleteMany', { body: { user_id: [id] } })),
  },
  userResetPassword: {
    ends: 'person',
    take: async ({ email }) => succeed(await admin.call('userResetPassword', { body: { email } })),
  },
  userInvalidateToken: {
    ends: 'session',
    take: async (_, { initial }) =>
      succeed(
        await app.client.call('userInvalidateToken', {
          ...initial,
          body: { access_token: initial.token },
        }),
      ),
  },
  userSessionEnd: {
    ends: 'session',
    async take(_, { client, initial }) {
      const { sessions } = (await app.client.call('userSessionList', initial)).data
      const id = sessions.find(({ current }) => current)?.id ?? ''
      succeed(await client.call('userSessionEnd', { params: { id } }))
    },
  },
  sessionEndOfUser: {
    ends: 'session',
    async take({ id }, { initial }) {
      const { sessions } = (await app.client.call('userSessionList', initial)).data
      const current = sessions.find((one) => one.current)?.id ?? ''
      const params = { userId: String(id), id: current }
      succeed(await admin.call('sessionEndOfUser', { params }))
    },
  },
  sessionEndAllOfUser: {
    ends: 'session',
    take: async ({ id }) =>
      succeed(await admin.call('sessionEndAllOfUser', { params: { userId: String(id) } })),
  },
  companyUpdate: { ends: 'places', take: (holder) => replaceCompany(holder, { active: false }) },
  'companyUpdate without the SPID': {
    ends: 'places',
    take: (holder) => replaceCompany(holder, { spids: [] }),
  },
  companyUserUnlink: {
    ends: 'places',
    take: async ({ id, company }) =>
      succeed(
        await admin.call('companyUserUnlink', { body: { user_id: id, company_id: [company.id] } }),
      ),
  },
  userProfileRemove: {
    ends: 'places',
    take: async (holder) =>
      succeed(await admin.call('userProfileRemove', { body: rowsOf(holder) })),
  },
  userProfileUpdate: {
    ends: 'places',
    async take(holder) {
      const { id: moduleId } = await app.build.module()
      await app.build.plan({ companyId: holder.company.id, moduleId })
      const profile_id = await app.build.profile({ moduleId })
      const taken = rowsOf(holder)
      const given = taken.slice(0, 1).map((row) => ({ ...row, profile_id }))
      succeed(await admin.call('userProfileUpdate', { body: { taken, given } }))
    },
  },
  profileUpdate: { ends: 'places', take: eachOf(profileGone) },
  profileFunctionRemove: {
    ends: 'places',
    take: eachOf(({ profileId, functionId }) =>
      admin.call('profileFunctionRemove', {
        body: { profile_id: profileId, function_id: functionId },
      }),
    ),
  },
  functionActionRemove: {
    ends: 'places',
    take: eachOf(({ profileId, actionId }) =>
      admin.call('functionActionRemove', { body: { profile_id: profileId, action_id: actionId } }),
    ),
  },
  planUpdate: { ends: 'places', take: eachOf(planGone) },
  planModuleUpdate: {
    ends: 'places',
    take: eachOf(({ planId, module }) =>
      admin.call('planModuleUpdate', {
        params: { a: String(planId), b: String(module.id) },
        body: { module_id: module.id, limit: 9, active: false },
      }),
    ),
  },
  planModuleInactivate: {
    ends: 'places',
    take: eachOf(async (holding) =>
      admin.call('planModuleInactivate', {
        params: { planModuleId: await planModuleId(holding) },
      }),
    ),
  },
  planCompanyRemove: {
    ends: 'places',
    take: eachOf(({ planId }, { company }) =>
      admin.call('planCompanyRemove', { body: { plan_id: planId, company_id: [company.id] } }),
    ),
  },
  loosePlanUpdate: {
    ends: 'places',
    loose: true,
    take: eachOf(({ loosePlanId, module }, { company }) =>
      admin.call('loosePlanUpdate', {
        params: { a: String(loosePlanId), b: String(company.id) },
        body: { company_id: company.id, module_id: module.id, limit: 9, active: false },
      }),
    ),
  },
  loosePlanInactivate: {
    ends: 'places',
    loose: true,
    take: eachOf(({ loosePlanId }) =>
      admin.call('loosePlanInactivate', { params: { id: String(loosePlanId) } }),
    ),
  },
  moduleUpdate: {
    ends: 'module',
    async take({ holdings: [, { module }] }) {
      const params = { id: String(module.id) }
      const { name, is_enable_spid } = (await admin.call('moduleGet', { params })).data
      const body = { name, is_enable_spid, status: 0 as const }
      succeed(await admin.call('moduleUpdate', { params, body }))
    },
  },
  serviceUpdate: {
    ends: 'module',
    async take({ holdings: [, { module }] }) {
      const { Service } = (await admin.call('moduleGet', { params: { id: String(module.id) } }))
        .data
      const params = { id: String(Service.id) }
      const { name, description } = (await admin.call('serviceGet', { params })).data
      succeed(
        await admin.call('serviceUpdate', { params, body: { name, description, active: false } }),
      )
    },
  },
  functionUpdate: {
    ends: 'module',
    async take({ holdings: [, { functionId }] }) {
      const params = { id: String(functionId) }
      const { name, url, module } = (await admin.call('functionGet', { params })).data
      const body = { name, url, module_id: module.id, status: 0 as const }
      succeed(await admin.call('functionUpdate', { params, body }))
    },
  },
  actionUpdate: {
    ends: 'module',
    async take({ holdings: [, { actionId, action }] }) {
      const params = { id: String(actionId) }
      const body = { name: action, path: action, active: false }
      succeed(await admin.call('actionUpdate', { params, body }))
    },
  },
}

/** Why a write takes no access away; one that is in neither list fails the test below. */
const harmless: Partial<Record<Operation, string>> = {
  authLocal: 'begins a sign-in',
  userChooseMfa: 'sends a code',
  userChangeMfa: 'makes a session',
  userSetPassword: 'is the first password; nothing was open before',
  userRecoveryAccount: 'mails a password beside the present one',
  userSecretQuestion: 'changes an answer',
  federatedStart: 'begins a sign-in',
  federatedCallback: 'makes a session',
  federatedCompanyCallback: 'makes a session',
  userLocalToken: 'gives a token; what a second exchange ends is tested with it',
  userLocalValidatePassword: 'gives a proof',
  userLocalValidateToken: 'gives a proof',
  userLocalAuthValidate: 'looks at a password',
  userLocalCode: 'gives a code',
  serviceCreate: 'adds',
  moduleCreate: 'adds',
  moduleLogoUpdate: 'changes a picture',
  moduleLogoDelete: 'changes a picture',
  moduleSecretGet: 'reads',
  moduleSecretCreate: 'is what a module shows, not a person',
  moduleSecretRetire: 'is what a module shows, not a person',
  functionCreate: 'adds',
  actionCreate: 'adds',
  profileCreate: 'adds',
  profileFunctionAdd: 'gives',
  functionActionAdd: 'gives',
  companyCreate: 'adds',
  companyUserLink: 'grants nothing and takes nothing',
  planCreate: 'adds',
  planModuleCreate: 'gives',
  planCompanyAdd: 'gives',
  loosePlanCreate: 'gives',
  userProfileAdd: 'gives',
  userCreate: 'adds',
  operatorCreate: 'adds',
  userUpdate:
    'changes name, phone and code; what a corrected e-mail ends is tested with invitations',
  userInvite: 'mails a password; that it ends the one before is tested with invitations',
  userActivate: 'gives',
  companyInvitationAccept: 'links, which grants nothing',
  companyInvitationDecline: 'leaves everything as it is',
  importUpload: 'makes a draft',
  importCommit: 'gives: it makes nothing inactive, takes no SPID, and a lower limit ends no access',
  importUndo:
    'is refused where anybody uses what it would take; of people it takes profiles: tested with imports of people',
  userExport: 'reads',
  userUnlock: 'lifts a lock',
  networkUnlock: 'lifts a lock',
  messageRetry: 'sends a message again',
  userSetPasswordExpired: 'ends what the old password opened: tested where passwords are set',
  userSessionEndOthers: 'is the end of each other session: tested with own sessions',
}

test('every write of the contract is a way to take access away, or says why not', () => {
  const writes = Object.entries(resources).flatMap(([one, { audit }]) =>
    audit === 'none' ? [] : [one],
  )
  expect([...Object.keys(ways), ...Object.keys(harmless)]).toEqual(expect.arrayContaining(writes))
})

test('every kind of credential that the database keeps is in the table', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.table_name as name from information_schema.columns c
    join information_schema.tables t on t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and (c.column_name like '%digest%' or c.column_name like '%hash%')
    order by 1`.execute(app.db)
  const kinds: Record<string, string> = {
    account_doors: 'counts tries',
    api_tokens: 'no endpoint takes one yet',
    audit_tiles: 'the log of the trail',
    captcha_solutions: 'opens nothing',
    challenges: 'open challenge, temporary token',
    confirmations: 'proof of identity',
    confirmation_operations: 'proof of identity',
    federated_flows: 'a sign-in that an identity provider answers; opens nothing before',
    module_logos: 'a picture',
    module_secrets: 'is what a module shows, not a person',
    one_time_codes: 'one-time code',
    passwords: 'open challenge: what a password is for',
    recovery_passwords: 'open challenge: what a password is for',
    secret_answers: 'opens a mail to the person',
    sessions: 'initial token, console token, module token',
    tokens: 'initial token, console token, module token',
  }
  expect(rows.map(({ name }) => name).filter((name) => !(name in kinds))).toEqual([])
})

/**
 * A second is the rule, and each test notes what was measured. What a server remembers it forgets by the announcement and
 * never by itself, so a longer wait shows as much and a busy machine is no failure.
 */
const patience = { timeout: 10_000, interval: 5 }

describe('what is taken away at one server process is refused by the other, whatever one holds, within a second (ten on a busy machine)', () => {
  test.for(Object.entries(ways))('%s', async ([, { ends, loose, take }], { annotate }) => {
    const holder = await makeHolder(app, loose === true)
    const made = await makeCredentials(app, holder)
    const { credentials } = made
    const lasting: CredentialKind[] = ['console token', 'module token']
    for (const kind of lasting)
      for (const on of [app, app.second]) expect(await credentials[kind](on), kind).toBe('open')
    await take(holder, made)
    const taken = performance.now()
    const gone = (kind: CredentialKind) => !kept[ends].includes(kind)
    // These can be shown again and again, and are remembered; what serves once is shown after them.
    for (const kind of lasting.filter(gone))
      await vi.waitFor(
        async () => expect(await credentials[kind](app.second), kind).not.toBe('open'),
        patience,
      )
    await annotate(`refused after ${Math.round(performance.now() - taken)} ms`)
    for (const kind of lasting.filter(gone))
      expect(await credentials[kind](app), kind).not.toBe('open')
    for (const [kind, credential] of Object.entries(credentials) as [CredentialKind, Credential][])
      if (gone(kind)) expect(await credential(app.second), kind).not.toBe('open')
      else expect(await credential(app.second), kind).toBe('open')
  })
})
