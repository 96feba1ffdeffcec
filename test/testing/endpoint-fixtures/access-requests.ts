import type { Insertable } from 'kysely'
import { type accessRequests, pendingAccessRequestsMax } from '../../../contract/access-requests.ts'
import { administratorProfileId, consoleModuleId } from '../../../contract/constants.ts'
import type { Database } from '../../../database/database-types.ts'
import { after, days } from '../../../server/shared/clock.ts'
import { forbidProfile } from './conflicting-duties.ts'
import { type EndpointFixtures, type FixtureRow, onNew, onRow } from './endpoint-fixture.ts'
import { missingId, newName, type Scenario } from './scenario.ts'

type Row = Insertable<Database['access_requests']>

/** Inserts a pending request. Returns its id. */
async function insert(
  { app }: Scenario,
  values: Pick<Row, 'requester_id' | 'company_id' | 'module_id'> & Partial<Row>,
): Promise<number> {
  const now = app.clock.now()
  const { id } = await app.db
    .insertInto('access_requests')
    .values({ reason: 'Projeto', created_at: now, expires_at: after(now, days(7)), ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates a request of a user of the company for a new module. */
async function request(scenario: Scenario) {
  const [user, module] = [await scenario.user(), await scenario.module()]
  const place = { requester_id: user.id, company_id: scenario.companyId, module_id: module.id }
  const id = scenario.rowOwner === 'missing' ? missingId : await insert(scenario, place)
  return { ...place, id, email: user.email }
}

async function profileOf({ app, companyId }: Scenario, module_id: number): Promise<number> {
  const made = { module_id, name: newName('Perfil'), company_id: companyId }
  const row = app.db.insertInto('profiles').values(made).returning('id')
  return (await row.executeTakeFirstOrThrow()).id
}

const change = ({ app }: Scenario, row: FixtureRow | undefined, values: Partial<Row>) =>
  app.db.updateTable('access_requests').set(values).where('id', '=', idOf(row)).execute()

const idOf = (row: FixtureRow | undefined): number => Number(row?.id)

/** Returns a call that approves a request, and the request. */
async function approval(scenario: Scenario) {
  const made = await request(scenario)
  const profile_id =
    scenario.rowOwner === 'missing' ? missingId : await profileOf(scenario, made.module_id)
  const { requester_id, company_id } = made
  const body = { version: 1, requester_id, company_id, profile_id, spids: [] as string[] }
  return {
    input: { params: { id: String(made.id) }, body },
    row: { table: 'access_requests', id: made.id },
  }
}

type Approval = Awaited<ReturnType<typeof approval>>

const withBody = ({ input }: Pick<Approval, 'input'>, more: object) => ({
  ...input,
  body: { ...input.body, ...more },
})

async function refusal(scenario: Scenario) {
  const { id } = await request(scenario)
  const body = { version: 1, answer: 'Não é da sua área.' }
  return { input: { params: { id: String(id) }, body }, row: { table: 'access_requests', id } }
}

/** Provocations of problems that both decisions share. */
const decisionProblems = {
  'access-request-not-found': 'missing',
  'access-request-closed': closed,
  'access-request-own': async <M extends { input: object; row?: FixtureRow }>(
    { input, row }: M,
    scenario: Scenario,
  ): Promise<M['input']> => {
    await change(scenario, row, { requester_id: scenario.by.person.id })
    return input
  },
} as const

async function closed<M extends { input: object; row?: FixtureRow }>(
  { input, row }: M,
  scenario: Scenario,
): Promise<M['input']> {
  const decided_at = scenario.app.clock.now()
  await change(scenario, row, { state: 'withdrawn', decided_at })
  return input
}

/** Links the caller to the company of the scenario and removes the caller's requests. Returns the company. */
async function ownCompany({ app, by, rowOwner }: Scenario, companyId: number): Promise<number> {
  if (rowOwner === 'missing') return missingId
  await app.db.deleteFrom('access_requests').where('requester_id', '=', by.person.id).execute()
  if (rowOwner !== 'own') return companyId
  const link = { user_id: by.person.id, company_id: companyId }
  await app.db
    .insertInto('user_companies')
    .values(link)
    .onConflict((on) => on.doNothing())
    .execute()
  return companyId
}

const grantsNothing = 'A request grants nothing, and takes nothing.'

/** Requests for access. */
export const accessRequestFixtures: EndpointFixtures<keyof typeof accessRequests> = {
  accessRequestModules: {
    scope: 'none',
    make: () => ({ input: { query: {} } }),
    problems: {},
    audit: undefined,
  },
  accessRequestMine: { scope: 'none', make: () => ({ input: {} }), problems: {}, audit: undefined },
  accessRequestCreate: {
    scope: 'person',
    async make(scenario) {
      const company_id = await ownCompany(scenario, scenario.companyId)
      const module_id = (await scenario.module()).id
      const body = { company_id, module_id, reason: 'Projeto' }
      return { input: { body }, row: { table: 'companies', id: company_id } }
    },
    problems: {
      'company-not-found': 'missing',
      'module-not-found': ({ input: { body } }) => ({ body: { ...body, module_id: missingId } }),
      'spid-not-found': ({ input: { body } }) => ({ body: { ...body, spid: 'NINGUEM' } }),
      'function-not-found': ({ input: { body } }) => ({
        body: { ...body, function_path: '/ninguem' },
      }),
      'action-not-found': async ({ input: { body } }, scenario) => {
        const { url } = await scenario.function(body.module_id)
        return { body: { ...body, function_path: url, action_path: 'ninguem' } }
      },
      'access-not-missing': ({ input: { body } }) => ({
        body: { ...body, module_id: consoleModuleId },
      }),
      'access-request-pending': async ({ input }, scenario) => {
        const { company_id, module_id } = input.body
        await insert(scenario, { requester_id: scenario.by.person.id, company_id, module_id })
        return input
      },
      'too-many-access-requests': async ({ input }, scenario) => {
        const { company_id, module_id } = input.body
        const of = { requester_id: scenario.by.person.id, company_id, module_id }
        for (let n = 0; n < pendingAccessRequestsMax; n++)
          await insert(scenario, { ...of, spid: `N${n}` })
        return input
      },
    },
    audit: { target: onNew('access-request'), tells: ['after'] },
    endsNoAccess: grantsNothing,
  },
  accessRequestWithdraw: {
    scope: 'person',
    async make(scenario) {
      const { id } = await request(scenario)
      const requester_id = scenario.by.person.id
      const row = { table: 'access_requests', id }
      if (scenario.rowOwner === 'own') await change(scenario, row, { requester_id })
      return { input: { params: { id: String(id) } }, row }
    },
    problems: {
      'access-request-not-found': 'missing',
      'access-request-closed': closed,
    },
    audit: { target: onRow('access-request'), tells: ['before', 'after'] },
    endsNoAccess: grantsNothing,
  },
  accessRequestList: {
    scope: 'company',
    async make(scenario) {
      const { id, email } = await request(scenario)
      return { input: { query: { search: email } }, row: { table: 'access_requests', id } }
    },
    lists: 'rows',
    problems: {},
    audit: undefined,
  },
  accessRequestGet: {
    scope: 'company',
    async make(scenario) {
      const { id } = await request(scenario)
      return { input: { params: { id: String(id) } }, row: { table: 'access_requests', id } }
    },
    problems: { 'access-request-not-found': 'missing' },
    audit: undefined,
  },
  accessRequestApprove: {
    sensitive: 'approving a request for access, which assigns a profile',
    endsNoAccess: 'gives through userProfileAdd, whose effect on tokens is tested there',
    scope: 'company',
    make: approval,
    problems: {
      ...decisionProblems,
      'changed-meanwhile': (made) => withBody(made, { version: 2 }),
      'requester-not-active': async ({ input }, { app }) => {
        const blocked = app.db.updateTable('users').set({ suspended: true })
        await blocked.where('id', '=', input.body.requester_id).execute()
        return input
      },
      'access-not-missing': async ({ input }, { app }) => {
        const { requester_id: userId, profile_id: profileId, company_id: companyId } = input.body
        await app.build.assign({ userId, profileId, companyId })
        return input
      },
      'profile-not-found': (made) => withBody(made, { profile_id: missingId }),
      'spid-not-found': async (made, scenario) => {
        const { db } = scenario.app
        await db
          .updateTable('modules')
          .set({ is_enable_spid: true })
          .where('id', 'in', (of) =>
            of.selectFrom('access_requests').select('module_id').where('id', '=', idOf(made.row)),
          )
          .execute()
        return withBody(made, { spids: ['NINGUEM'] })
      },
      'profile-deleted': async ({ input }, scenario) => {
        await scenario.deleteProfile(input.body.profile_id)
        return input
      },
      /** Requests a profile with a screen that the caller does not have. */
      'profile-beyond-own': {
        by: 'company user',
        async provoke(made, scenario) {
          const { db } = scenario.app
          const place = { module_id: consoleModuleId, environment: 'front', method: 'GET' }
          const screen = await db
            .insertInto('functions')
            .values({ ...place, name: newName('Tela'), url: `/${crypto.randomUUID()}` })
            .returning('id')
            .executeTakeFirstOrThrow()
          const profile_id = await profileOf(scenario, consoleModuleId)
          const profile = { id: profile_id, name: '', module_id: consoleModuleId }
          await scenario.hold(profile, screen.id)
          await change(scenario, made.row, { module_id: consoleModuleId })
          return withBody(made, { profile_id })
        },
      },
      'profile-takes-no-period': async (made, scenario) => {
        await change(scenario, made.row, { module_id: consoleModuleId })
        return withBody(made, { profile_id: administratorProfileId, end_date: '2030-12-31' })
      },
      'duties-conflict': async ({ input }, scenario) => {
        await forbidProfile(scenario, input.body.profile_id)
        return input
      },
      'seat-limit-exceeded': async (made, scenario) => {
        const { id } = await scenario.app.build.module({ secret: false })
        await change(scenario, made.row, { module_id: id })
        return withBody(made, { profile_id: await profileOf(scenario, id) })
      },
    },
    audit: { target: onRow('access-request'), tells: ['before', 'after'] },
  },
  accessRequestRefuse: {
    scope: 'company',
    make: refusal,
    problems: {
      ...decisionProblems,
      'changed-meanwhile': ({ input }) => ({ ...input, body: { ...input.body, version: 2 } }),
    },
    audit: { target: onRow('access-request'), tells: ['before', 'after'] },
    endsNoAccess: grantsNothing,
  },
}
