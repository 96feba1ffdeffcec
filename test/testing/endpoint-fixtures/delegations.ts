import { sql } from 'kysely'
import { masterProfileId } from '../../../contract/constants.ts'
import { dayOf } from '../../../contract/days.ts'
import type { delegations } from '../../../contract/delegations.ts'
import { forbidFor } from './conflicting-duties.ts'
import { onRow, type EndpointFixtures } from './endpoint-fixture.ts'
import { newName, missingId, type Scenario } from './scenario.ts'

/** Returns the company of the call, after closing its open delegations of the master profile. */
async function companyOf(scenario: Scenario): Promise<number> {
  if (scenario.rowOwner === 'missing') return missingId
  const { app, companyId } = scenario
  await sql`update delegations d set closed_at = ${app.clock.now()} where company_id = ${companyId} and closed_at is null
    and (d.end_at is null or d.end_at > ${app.clock.now()})
    and exists (select from delegation_profiles dp join profiles p on p.id = dp.profile_id
      where dp.delegation_id = d.id and p.master_profile)`.execute(app.db)
  return companyId
}

/** Assigns a master profile of this console to the caller in the call's company. Default: a new one without grants. */
async function hold({ app, by, rowOwner, companyId }: Scenario, known?: number): Promise<number> {
  if (rowOwner === 'missing') return known ?? missingId
  const made = { module_id: 1, name: newName('Perfil'), master_profile: true }
  const id =
    known ??
    (await app.db.insertInto('profiles').values(made).returning('id').executeTakeFirstOrThrow()).id
  await app.build.plan({ companyId, moduleId: 1 })
  await sql`insert into user_profiles (user_id, profile_id, company_id) values (${by.person.id}, ${id}, ${companyId})
    on conflict do nothing`.execute(app.db)
  return id
}

/** Removes the profiles that `hold` assigned. */
async function undo({ app, by }: Scenario): Promise<void> {
  const { id, profileId } = by.person
  await sql`delete from user_profiles where user_id = ${id} and profile_id <> ${profileId}
    and profile_id in (select id from profiles where module_id = 1 and master_profile)`.execute(
    app.db,
  )
}

/** Delegates the master profile in the call's company to a user. */
function lendTo({ app, by, companyId }: Scenario, userId: number): Promise<number> {
  const period = { begin: app.clock.now(), end: null }
  return app.build.delegation({ userId, companyId, by: by.person.id, ...period })
}

async function lendToOthers(scenario: Scenario): Promise<void> {
  for (let n = 0; n < 2; n++) await lendTo(scenario, (await scenario.user()).id)
}

async function block({ app }: Scenario, id: number): Promise<void> {
  await app.db.updateTable('users').set({ suspended: true }).where('id', '=', id).execute()
}

const today = ({ app }: Scenario): string => dayOf(app.clock.now())

/** Returns how to provoke each problem that both kinds of delegation share. */
function refusals<M extends { input: { body: { user_id: number } } }>(noProfile: {
  'profile-not-found': (made: M, scenario: Scenario) => Promise<M['input']> | M['input']
  'duties-conflict': (made: M, scenario: Scenario) => Promise<M['input']>
}) {
  const naming = (made: M, user_id: number): M['input'] => ({
    ...made.input,
    body: { ...made.input.body, user_id },
  })
  const after =
    (change: (scenario: Scenario, userId: number) => Promise<unknown>) =>
    async ({ input }: M, scenario: Scenario): Promise<M['input']> => {
      await change(scenario, input.body.user_id)
      return input
    }
  return {
    'company-not-found': 'missing' as const,
    'user-not-found': (made: M) => naming(made, missingId),
    'user-not-active': after(block),
    'user-is-oneself': (made: M, { by }: Scenario) => naming(made, by.person.id),
    ...noProfile,
    'delegation-duplicate': after(lendTo),
    'delegation-exceeded': after(lendToOthers),
  }
}

interface Made<B> {
  input: { body: B }
}
type OfProfiles = Made<{
  user_id: number
  company_id: number
  begin_date: string
  profiles: number[]
}>
type OfMaster = Made<{ user_id: number; accredit_id: number; begin_date: string }>

/** Delegations of the master profile. */
export const delegationFixtures: EndpointFixtures<keyof typeof delegations> = {
  delegationProfileList: {
    scope: 'catalogue',
    async make(scenario) {
      const { id } = await scenario.company()
      return {
        input: { params: { companyId: String(id) } },
        row: { table: 'companies', id },
      }
    },
    problems: { 'company-not-found': 'missing' },
    audit: undefined,
  },
  delegationCreate: {
    sensitive: 'delegating master profiles',
    scope: 'company',
    async make(scenario) {
      const [user, company_id] = [await scenario.user(), await companyOf(scenario)]
      const profiles = [await hold(scenario)]
      const body = { user_id: user.id, company_id, begin_date: today(scenario), profiles }
      return { input: { body }, row: { table: 'users', id: user.id } }
    },
    undo,
    problems: refusals<OfProfiles>({
      'profile-not-found': ({ input: { body } }) => ({ body: { ...body, profiles: [missingId] } }),
      'duties-conflict': async ({ input }, scenario) => {
        const [profileId = missingId] = input.body.profiles
        await forbidFor(scenario, { userId: input.body.user_id, profileId })
        return input
      },
    }),
    audit: { target: onRow('user'), tells: ['after'] },
  },
  delegationCreateOfMaster: {
    sensitive: 'delegating the master profile',
    scope: 'company',
    async make(scenario) {
      const [user, accredit_id] = [await scenario.user(), await companyOf(scenario)]
      await hold(scenario, masterProfileId)
      const body = { user_id: user.id, accredit_id, begin_date: today(scenario) }
      return { input: { body }, row: { table: 'users', id: user.id } }
    },
    undo,
    problems: refusals<OfMaster>({
      'profile-not-found': async ({ input }, scenario) => {
        await undo(scenario)
        return input
      },
      'duties-conflict': async ({ input }, scenario) => {
        const userId = input.body.user_id
        await forbidFor(scenario, { userId, profileId: masterProfileId })
        return input
      },
    }),
    audit: { target: onRow('user'), tells: ['after'] },
  },
  delegationListOfService: {
    scope: 'catalogue',
    async make(scenario) {
      const { service } = await scenario.module()
      return {
        input: { params: { currentService: String(service.id) } },
        row: { table: 'services', id: service.id },
      }
    },
    problems: { 'service-not-found': 'missing' },
    audit: undefined,
  },
  delegationRemove: {
    sensitive: 'removing a delegation',
    scope: 'company',
    async make(scenario) {
      const user = await scenario.user()
      const id = scenario.rowOwner === 'missing' ? missingId : await lendTo(scenario, user.id)
      return {
        input: { body: { email: user.email, id } },
        row: { table: 'users', id: user.id },
      }
    },
    problems: { 'delegation-not-found': 'missing' },
    audit: { target: onRow('user'), tells: ['before'] },
  },
}
