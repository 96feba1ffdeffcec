/** Writes that end access; tested by access-end.test.ts. */
import { expect } from 'vitest'
import { masterProfileId } from '../../contract/constants.ts'
import { dayOf } from '../../contract/days.ts'
import { processDueReviews } from '../../server/access-reviews/due-reviews.ts'
import { after, days } from '../../server/shared/clock.ts'
import { reportLink } from '../../server/outbox/report-links.ts'
import { Keyring } from '../../server/secrets/keyring.ts'
import { secretsKey } from '../testing/test-environment.ts'
import type { ConsoleClient } from '../testing/console-client.ts'
import { callAs } from '../testing/passkey-trips.ts'
import type { Holder, makeCredentials } from '../testing/credentials-scenario.ts'
import type { TwoServers } from '../testing/two-servers.ts'

type Credentials = Awaited<ReturnType<typeof makeCredentials>>

/**
 * The access that a write ends:
 * - `person`: all access of the user.
 * - `sessions`: all sessions and unfinished sign-ins of the user.
 * - `session`: all access of the session.
 * - `places`: the user's access to the modules of the company.
 * - `module`: the user's access to one module of the company.
 * - `actions`: the actions in the modules of the company.
 * - `program`: the API token.
 * - `passkey`: the passkey. Sessions that it began live on; users end them at `/sessions`.
 * - `app`, `recovery codes`: the authenticator app, or the recovery codes; likewise.
 */
export type Ends =
  | 'person'
  | 'sessions'
  | 'session'
  | 'places'
  | 'module'
  | 'actions'
  | 'program'
  | 'passkey'
  | 'app'
  | 'recovery codes'

/** The portal, and the administrator who revokes access. */
interface Desk {
  app: TwoServers
  admin: ConsoleClient
}

type Holding = Holder['holdings'][number]

interface Way {
  ends: Ends
  /** The company is entitled to its modules by loose plans. */
  loose?: true
  /** The user holds the profiles by delegation. */
  lent?: true
  /** The user's API token was created by a colleague. */
  tokenByColleague?: true
  take: (desk: Desk, holder: Holder, credentials: Credentials) => Promise<unknown>
}

const rowsOf = ({ id, company, holdings }: Holder) =>
  holdings.map(({ profileId }) => ({
    user_id: id,
    profile_id: profileId,
    company_id: company.id,
    spid: '7101',
  }))

async function replaceCompany(
  { admin }: Desk,
  { company }: Holder,
  changes: { active?: false; spids?: [] },
) {
  const params = { id: String(company.id) }
  const { name, email, document, active } = (await admin.call('companyGet', { params })).data
  const body = { name, email, document, active, ...changes }
  return succeed(await admin.call('companyUpdate', { params, body }))
}

/** Returns tomorrow's date. Today's could pass during the test, since the servers use the real clock. */
const tomorrow = (): string => dayOf(after(new Date(), days(1)))

/** Fails if the write itself fails, since the test would prove nothing. */
function succeed({ outcome }: { outcome: string }): void {
  expect(outcome).toBe('200')
}

/** Applies the write to each of the two holdings in sequence. */
const eachOf = (
  take: (desk: Desk, holding: Holding, holder: Holder) => Promise<{ outcome: string }>,
) =>
  async function (desk: Desk, holder: Holder): Promise<void> {
    for (const holding of holder.holdings) succeed(await take(desk, holding, holder))
  }

async function profileGone({ admin }: Desk, { profileId }: Holding) {
  const params = { id: String(profileId) }
  const { name, module_id } = (await admin.call('profileGet', { params })).data
  return admin.call('profileUpdate', { params, body: { name, module_id, status: 0 } })
}

async function planGone({ admin }: Desk, { planId }: Holding) {
  const params = { id: String(planId) }
  const { name } = (await admin.call('planGet', { params })).data
  return admin.call('planUpdate', { params, body: { name, active: false } })
}

/** Starts a review of the holder's profiles, and notes that all of them are removed. Returns the call that confirms it. */
async function reviewOf({ admin }: Desk, { id, company, holdings }: Holder) {
  const created = await admin.call('accessReviewCreate', {
    body: {
      name: 'Revisão',
      company_ids: [company.id],
      profile_ids: holdings.map(({ profileId }) => profileId),
      deadline: tomorrow(),
    },
  })
  const params = { id: String(created.data.id) }
  const { data } = await admin.call('accessReviewItems', { params, query: { take: '50' } })
  const items = data.rows.flatMap((item) =>
    item.user.id === id ? [{ id: item.id, decision: 'remove' as const }] : [],
  )
  succeed(await admin.call('accessReviewDecide', { params, body: { items } }))
  return { params, body: { items } }
}

async function planModuleId({ app }: Desk, { planId }: Holding): Promise<string> {
  const row = app.db.selectFrom('plan_modules').select('id').where('plan_id', '=', planId)
  return String((await row.executeTakeFirstOrThrow()).id)
}

/** Writes that end access, by operation and variant. */
export const waysToEndAccess: Record<string, Way> = {
  userBlock: {
    ends: 'person',
    take: async ({ admin }, { email }) =>
      succeed(await admin.call('userBlock', { body: { email, block: true } })),
  },
  userDelete: {
    ends: 'person',
    take: async ({ admin }, { email }) =>
      succeed(await admin.call('userDelete', { body: { email } })),
  },
  userBlockMany: {
    ends: 'person',
    take: async ({ admin }, { id }) =>
      succeed(await admin.call('userBlockMany', { body: { user_id: [id], block: true } })),
  },
  userDeleteMany: {
    ends: 'person',
    take: async ({ admin }, { id }) =>
      succeed(await admin.call('userDeleteMany', { body: { user_id: [id] } })),
  },
  userResetPassword: {
    ends: 'person',
    // The reset of an account with a passkey or an app waits for a second proof, so these go first.
    async take({ admin, app }, { id, email }) {
      for (const table of ['passkeys', 'totp_factors'] as const)
        await app.db.deleteFrom(table).where('user_id', '=', id).execute()
      succeed(await admin.call('userResetPassword', { body: { email } }))
    },
  },
  accountReport: {
    ends: 'sessions',
    async take({ app }, { id: userId }) {
      const links = { keyring: new Keyring([secretsKey]), publicUrl: 'http://localhost' }
      const link = reportLink(links, { userId, notice: 'browser', now: new Date() })
      const token = new URL(link).hash.slice(1)
      succeed(await app.client.call('accountReport', { body: { token } }))
    },
  },
  userInvalidateToken: {
    ends: 'session',
    take: async ({ app }, _, { initial }) =>
      succeed(
        await app.client.call('userInvalidateToken', {
          ...initial,
          body: { access_token: initial.token },
        }),
      ),
  },
  userSessionEnd: {
    ends: 'session',
    async take({ app }, _, { client, initial }) {
      const { sessions } = (await app.client.call('userSessionList', initial)).data
      const id = sessions.find(({ current }) => current)?.id ?? ''
      succeed(await client.call('userSessionEnd', { params: { id } }))
    },
  },
  sessionEndOfUser: {
    ends: 'session',
    async take({ app, admin }, { id }, { initial }) {
      const { sessions } = (await app.client.call('userSessionList', initial)).data
      const current = sessions.find((one) => one.current)?.id ?? ''
      const params = { userId: String(id), id: current }
      succeed(await admin.call('sessionEndOfUser', { params }))
    },
  },
  sessionEndAllOfUser: {
    ends: 'session',
    take: async ({ admin }, { id }) =>
      succeed(await admin.call('sessionEndAllOfUser', { params: { userId: String(id) } })),
  },
  passkeyDelete: {
    ends: 'passkey',
    async take({ app }, { email }, { initial, passkey }) {
      const params = { id: String(passkey) }
      succeed(await callAs(app, initial, email, 'passkeyDelete', { params }))
    },
  },
  totpDelete: {
    ends: 'app',
    take: async ({ app }, { email }, { initial }) =>
      succeed(await callAs(app, initial, email, 'totpDelete', {})),
  },
  recoveryCodesCreate: {
    ends: 'recovery codes',
    take: async ({ app }, { email }, { initial }) =>
      succeed(await callAs(app, initial, email, 'recoveryCodesCreate', {})),
  },
  apiTokenRevoke: {
    ends: 'program',
    async take({ app, admin }, { id }) {
      const tokens = app.db.selectFrom('api_tokens').select('id').where('user_id', '=', id)
      const { id: token } = await tokens.executeTakeFirstOrThrow()
      const params = { userId: String(id), tokenId: String(token) }
      succeed(await admin.call('apiTokenRevoke', { params }))
    },
  },
  apiTokenCreate: {
    ends: 'program',
    async take(_, { id }, { colleague }) {
      const master = await colleague()
      succeed(await master.call('apiTokenCreate', { body: { userId: id } }))
    },
  },
  'userProfileAdd of the master profile': {
    ends: 'program',
    tokenByColleague: true,
    async take({ admin }, { id, company }) {
      const given = { user_id: id, profile_id: masterProfileId, company_id: company.id, spid: null }
      succeed(await admin.call('userProfileAdd', { body: [given] }))
    },
  },
  delegationCreate: {
    ends: 'program',
    tokenByColleague: true,
    async take(_, { id, company }, { colleague }) {
      const lent = {
        user_id: id,
        company_id: company.id,
        begin_date: tomorrow(),
        profiles: [masterProfileId],
      }
      succeed(await (await colleague()).call('delegationCreate', { body: lent }))
    },
  },
  delegationCreateOfMaster: {
    ends: 'program',
    tokenByColleague: true,
    async take(_, { id, company }, { colleague }) {
      const lent = { user_id: id, accredit_id: company.id, begin_date: tomorrow() }
      succeed(await (await colleague()).call('delegationCreateOfMaster', { body: lent }))
    },
  },
  companyUpdate: {
    ends: 'places',
    take: (desk, holder) => replaceCompany(desk, holder, { active: false }),
  },
  'companyUpdate without the SPID': {
    ends: 'places',
    take: (desk, holder) => replaceCompany(desk, holder, { spids: [] }),
  },
  companyUserUnlink: {
    ends: 'places',
    take: async ({ admin }, { id, company }) =>
      succeed(
        await admin.call('companyUserUnlink', { body: { user_id: id, company_id: [company.id] } }),
      ),
  },
  userProfileRemove: {
    ends: 'places',
    take: async ({ admin }, holder) =>
      succeed(await admin.call('userProfileRemove', { body: rowsOf(holder) })),
  },
  'userProfileAdd with an end that passes': {
    ends: 'places',
    async take({ app, admin }, holder) {
      const end_date = tomorrow()
      const body = rowsOf(holder).map((row) => ({ ...row, end_date }))
      succeed(await admin.call('userProfileAdd', { body }))
      await app.db
        .updateTable('user_profiles')
        .set({ end_at: after(new Date(), -1) })
        .where('user_id', '=', holder.id)
        .where('company_id', '=', holder.company.id)
        .execute()
    },
  },
  'userProfileAdd of the lender with an end that passes': {
    ends: 'places',
    lent: true,
    async take({ app, admin }, holder) {
      const { lender, company } = holder
      const end_date = tomorrow()
      const body = rowsOf({ ...holder, ...lender }).map((row) => ({ ...row, end_date }))
      succeed(await admin.call('userProfileAdd', { body }))
      await app.db
        .updateTable('user_profiles')
        .set({ end_at: after(new Date(), -1) })
        .where('user_id', '=', lender.id)
        .where('company_id', '=', company.id)
        .execute()
    },
  },
  accessReviewConfirm: {
    ends: 'places',
    async take(desk, holder) {
      succeed(await desk.admin.call('accessReviewConfirm', await reviewOf(desk, holder)))
    },
  },
  'accessReviewCreate with a deadline that passes': {
    ends: 'places',
    async take(desk, holder) {
      const { params } = await reviewOf(desk, holder)
      const { db } = desk.app
      await db
        .updateTable('access_reviews')
        .set({ begin_at: after(new Date(), -days(2)), deadline: after(new Date(), -1) })
        .where('id', '=', Number(params.id))
        .execute()
      const clock = { now: () => new Date() }
      const config = { publicUrl: 'https://acesso.example' }
      await processDueReviews(db, { clock, keyring: new Keyring([secretsKey]), config })
    },
  },
  userProfileUpdate: {
    ends: 'places',
    async take({ app, admin }, holder) {
      const { id: moduleId } = await app.build.module()
      await app.build.plan({ companyId: holder.company.id, moduleId })
      const profile_id = await app.build.profile({ moduleId })
      const taken = rowsOf(holder)
      const given = taken.slice(0, 1).map((row) => ({ ...row, profile_id }))
      succeed(await admin.call('userProfileUpdate', { body: { taken, given } }))
    },
  },
  delegationRemove: {
    ends: 'places',
    lent: true,
    take: async ({ admin }, { email, delegationId }) =>
      succeed(await admin.call('delegationRemove', { body: { email, id: delegationId } })),
  },
  'userProfileRemove of the lender': {
    ends: 'places',
    lent: true,
    take: async ({ admin }, holder) =>
      succeed(
        await admin.call('userProfileRemove', { body: rowsOf({ ...holder, ...holder.lender }) }),
      ),
  },
  'companyUserUnlink of the lender': {
    ends: 'places',
    lent: true,
    take: async ({ admin }, { lender, company }) =>
      succeed(
        await admin.call('companyUserUnlink', {
          body: { user_id: lender.id, company_id: [company.id] },
        }),
      ),
  },
  'companyUserUnlink of the borrower': {
    ends: 'places',
    lent: true,
    take: async ({ admin }, { id, company }) =>
      succeed(
        await admin.call('companyUserUnlink', { body: { user_id: id, company_id: [company.id] } }),
      ),
  },
  'userDelete of the lender': {
    ends: 'places',
    lent: true,
    take: async ({ admin }, { lender }) =>
      succeed(await admin.call('userDelete', { body: { email: lender.email } })),
  },
  'planUpdate under a delegation': { ends: 'places', lent: true, take: eachOf(planGone) },
  profileUpdate: { ends: 'places', take: eachOf(profileGone) },
  profileFunctionRemove: {
    ends: 'places',
    take: eachOf(({ admin }, { profileId, functionId }) =>
      admin.call('profileFunctionRemove', {
        body: { profile_id: profileId, function_id: functionId },
      }),
    ),
  },
  functionActionRemove: {
    ends: 'actions',
    take: eachOf(({ admin }, { profileId, actionId }) =>
      admin.call('functionActionRemove', { body: { profile_id: profileId, action_id: actionId } }),
    ),
  },
  planUpdate: { ends: 'places', take: eachOf(planGone) },
  planModuleUpdate: {
    ends: 'places',
    take: eachOf(({ admin }, { planId, module }) =>
      admin.call('planModuleUpdate', {
        params: { a: String(planId), b: String(module.id) },
        body: { module_id: module.id, limit: 9, active: false },
      }),
    ),
  },
  planModuleInactivate: {
    ends: 'places',
    take: eachOf(async (desk, holding) =>
      desk.admin.call('planModuleInactivate', {
        params: { planModuleId: await planModuleId(desk, holding) },
      }),
    ),
  },
  planCompanyRemove: {
    ends: 'places',
    take: eachOf(({ admin }, { planId }, { company }) =>
      admin.call('planCompanyRemove', { body: { plan_id: planId, company_id: [company.id] } }),
    ),
  },
  loosePlanUpdate: {
    ends: 'places',
    loose: true,
    take: eachOf(({ admin }, { loosePlanId, module }, { company }) =>
      admin.call('loosePlanUpdate', {
        params: { a: String(loosePlanId), b: String(company.id) },
        body: { company_id: company.id, module_id: module.id, limit: 9, active: false },
      }),
    ),
  },
  loosePlanInactivate: {
    ends: 'places',
    loose: true,
    take: eachOf(({ admin }, { loosePlanId }) =>
      admin.call('loosePlanInactivate', { params: { id: String(loosePlanId) } }),
    ),
  },
  moduleUpdate: {
    ends: 'module',
    async take({ admin }, { holdings: [, { module }] }) {
      const params = { id: String(module.id) }
      const { name, is_enable_spid } = (await admin.call('moduleGet', { params })).data
      const body = { name, is_enable_spid, status: 0 as const }
      succeed(await admin.call('moduleUpdate', { params, body }))
    },
  },
  serviceUpdate: {
    ends: 'module',
    async take({ admin }, { holdings: [, { module }] }) {
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
    async take({ admin }, { holdings: [, { functionId }] }) {
      const params = { id: String(functionId) }
      const { name, url, module } = (await admin.call('functionGet', { params })).data
      const body = { name, url, module_id: module.id, status: 0 as const }
      succeed(await admin.call('functionUpdate', { params, body }))
    },
  },
  actionUpdate: {
    ends: 'module',
    async take({ admin }, { holdings: [, { actionId, action }] }) {
      const params = { id: String(actionId) }
      const body = { name: action, path: action, active: false }
      succeed(await admin.call('actionUpdate', { params, body }))
    },
  },
}
