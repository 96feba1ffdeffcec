import { administratorProfileId } from '../../../contract/constants.ts'
import type { BodyInputOf } from '../../../contract/endpoint.ts'
import type { manyUserProfiles } from '../../../contract/many-user-profiles.ts'
import type { userProfiles } from '../../../contract/user-profiles.ts'
import { forbidProfile } from './conflicting-duties.ts'
import { onRow, type EndpointFixtures } from './endpoint-fixture.ts'
import { newName, missingId, type Scenario } from './scenario.ts'

/** Creates a profile of the company, of a new module with seats. */
async function profileWithSeats(scenario: Scenario): Promise<number> {
  if (scenario.rowOwner === 'missing') return missingId
  const module = await scenario.module()
  return profileOf(scenario, module.id)
}

async function profileOf({ app, companyId }: Scenario, module_id: number): Promise<number> {
  const made = { module_id, name: newName('Perfil'), company_id: companyId }
  const row = app.db.insertInto('profiles').values(made).returning('id')
  return (await row.executeTakeFirstOrThrow()).id
}

/** Creates a user of the company and a profile, which is assigned to the user if `held`. */
async function rowOf(scenario: Scenario, held: boolean) {
  const [user, profile_id] = [await scenario.user(), await profileWithSeats(scenario)]
  const company_id = scenario.rowOwner === 'missing' ? missingId : scenario.companyId
  if (held && scenario.rowOwner !== 'missing')
    await scenario.app.build.assign({
      userId: user.id,
      profileId: profile_id,
      companyId: company_id,
    })
  return { user_id: user.id, profile_id, company_id, spid: null }
}

type Row = BodyInputOf<typeof userProfiles.userProfileAdd>[number]

const rows = (held: boolean) => async (scenario: Scenario) => {
  const row = await rowOf(scenario, held)
  return { input: { body: [row] }, row: { table: 'users', id: row.user_id } }
}

/** Creates a call that removes one profile and assigns another one. */
async function both(scenario: Scenario) {
  const taken = await rowOf(scenario, true)
  const given = { ...taken, profile_id: await profileWithSeats(scenario) }
  const body = { taken: [taken], given: [given] }
  return { input: { body }, row: { table: 'users', id: taken.user_id } }
}

/** Functions that change a valid row, or the data, so that the assignment is refused with this problem. */
const notGiven = {
  'company-not-found': (row: Row) => ({ ...row, company_id: missingId }),
  'profile-not-found': (row: Row) => ({ ...row, profile_id: missingId }),
  'spid-not-found': (row: Row) => ({ ...row, spid: 'NINGUEM' }),
  async 'user-not-active'(row: Row, scenario: Scenario) {
    await scenario.app.db
      .updateTable('users')
      .set({ active: false })
      .where('id', '=', row.user_id)
      .execute()
    return row
  },
  async 'user-is-oneself'(row: Row, scenario: Scenario) {
    const { id: user_id, company } = scenario.by.person
    const link = { user_id, company_id: company.id }
    await scenario.app.db
      .insertInto('user_companies')
      .values(link)
      .onConflict((on) => on.doNothing())
      .execute()
    return { ...row, user_id }
  },
  async 'profile-deleted'(row: Row, scenario: Scenario) {
    await scenario.deleteProfile(row.profile_id)
    return row
  },
  async 'profile-beyond-own'(row: Row, scenario: Scenario) {
    return { ...row, profile_id: await scenario.profileBeyondOwn() }
  },
  'profile-takes-no-period': (row: Row) =>
    Promise.resolve({ ...row, profile_id: administratorProfileId, end_date: '2999-12-31' }),
  async 'seat-limit-exceeded'(row: Row, scenario: Scenario) {
    const module = await scenario.app.build.module({ secret: false })
    return { ...row, profile_id: await profileOf(scenario, module.id) }
  },
  async 'duties-conflict'(row: Row, scenario: Scenario) {
    await forbidProfile(scenario, row.profile_id)
    return row
  },
}

type Reason = keyof typeof notGiven

/** Returns a profile for a new user of the scenario's company. The server refuses the profile with this problem. */
export async function refusedProfile(reason: Reason, scenario: Scenario) {
  const row = {
    user_id: missingId,
    profile_id: await profileWithSeats(scenario),
    company_id: scenario.companyId,
    spid: null,
  }
  const { user_id: _, ...profile } = await notGiven[reason](row, scenario)
  return profile
}

/** Returns how to provoke each problem by replacing the row of a valid call. */
function refusals<M, I>(rowIn: (made: M) => Row, withRow: (made: M, row: Row) => I) {
  const provoke = (reason: Reason) => async (made: M, scenario: Scenario) =>
    withRow(made, await notGiven[reason](rowIn(made), scenario))
  const by = (reason: Reason) => ({ by: 'company user' as const, provoke: provoke(reason) })
  return {
    'user-not-found': 'missing' as const,
    'company-not-found': provoke('company-not-found'),
    'profile-not-found': provoke('profile-not-found'),
    'spid-not-found': provoke('spid-not-found'),
    'user-not-active': provoke('user-not-active'),
    'user-is-oneself': by('user-is-oneself'),
    'profile-deleted': provoke('profile-deleted'),
    'profile-beyond-own': by('profile-beyond-own'),
    'profile-takes-no-period': provoke('profile-takes-no-period'),
    'seat-limit-exceeded': provoke('seat-limit-exceeded'),
    'duties-conflict': provoke('duties-conflict'),
  }
}

interface Listing {
  input: { body: Row[] }
}
interface Both {
  input: { body: { taken: Row[]; given: Row[] } }
}

const missingRow = { user_id: missingId, profile_id: missingId, company_id: missingId, spid: null }

const first = ([row]: readonly Row[]): Row => row ?? missingRow

const ofList = refusals(
  ({ input }: Listing) => first(input.body),
  (_, row) => ({ body: [row] }),
)
const ofBoth = refusals(
  ({ input }: Both) => first(input.body.given),
  ({ input }, row) => ({ body: { ...input.body, given: [row] } }),
)

/** Returns the assignment of the administrator's profile to the caller. */
const ownProfile = ({ by }: Scenario): Row => ({
  user_id: by.person.id,
  profile_id: administratorProfileId,
  company_id: by.person.company.id,
  spid: null,
})

const audit = (...tells: ('before' | 'after')[]) => ({ target: onRow('user'), tells })

/** Assignments of profiles. */
export const userProfileFixtures: EndpointFixtures<
  keyof typeof userProfiles | keyof typeof manyUserProfiles
> = {
  userProfileGet: {
    scope: 'company',
    everyPerson: true,
    async make(scenario) {
      const { id } = await scenario.user()
      return { input: { params: { id: String(id) } }, row: { table: 'users', id } }
    },
    problems: { 'user-not-found': 'missing' },
    audit: undefined,
  },
  userProfileOffers: {
    scope: 'company',
    everyPerson: true,
    async make(scenario) {
      const { id } = await scenario.user()
      return { input: { params: { id: String(id) }, query: {} }, row: { table: 'users', id } }
    },
    problems: { 'user-not-found': 'missing' },
    audit: undefined,
  },
  userProfileOffersNew: {
    scope: 'company',
    async make(scenario) {
      const id = (await scenario.company()).id
      return { input: { body: { company_id: [id] } }, row: { table: 'companies', id } }
    },
    problems: { 'company-not-found': 'missing' },
    audit: undefined,
  },
  userProfileOffersMany: {
    scope: 'company',
    everyPerson: true,
    async make(scenario) {
      const { id } = await scenario.user()
      return { input: { body: { user_id: [id] } }, row: { table: 'users', id } }
    },
    problems: { 'user-not-found': 'missing' },
    audit: undefined,
  },
  userProfileAdd: {
    sensitive: 'assigning profiles',
    scope: 'company',
    make: rows(false),
    problems: ofList,
    audit: audit('after'),
  },
  userProfileRemove: {
    sensitive: 'removing assigned profiles',
    scope: 'company',
    make: rows(true),
    problems: {
      'user-not-found': 'missing',
      'company-not-found': ofList['company-not-found'],
      'profile-not-found': ofList['profile-not-found'],
      'administrator-indispensable': (_, scenario) => ({ body: [ownProfile(scenario)] }),
    },
    audit: audit('before'),
  },
  userProfileUpdate: {
    sensitive: 'replacing assigned profiles',
    scope: 'company',
    make: both,
    problems: {
      ...ofBoth,
      'administrator-indispensable': ({ input }, scenario) => ({
        body: { ...input.body, taken: [ownProfile(scenario)] },
      }),
    },
    audit: audit('before', 'after'),
  },
  userProfileWhy: {
    scope: 'company',
    everyPerson: '404 company-not-found',
    async make(scenario) {
      const row = await rowOf(scenario, true)
      const module = scenario.app.db.selectFrom('profiles').select('module_id')
      const found = await module.where('id', '=', row.profile_id).executeTakeFirst()
      const query = { company_id: row.company_id, module_id: found?.module_id ?? missingId }
      return {
        input: { params: { id: String(row.user_id) }, query },
        row: { table: 'users', id: row.user_id },
      }
    },
    problems: {
      'user-not-found': 'missing',
      'company-not-found': ({ input }) => ({
        ...input,
        query: { ...input.query, company_id: missingId },
      }),
      'module-not-found': ({ input }) => ({
        ...input,
        query: { ...input.query, module_id: missingId },
      }),
      'function-not-found': ({ input }) => ({
        ...input,
        query: { ...input.query, function_id: missingId },
      }),
      'action-not-found': async ({ input }, scenario) => {
        const { id } = await scenario.function(Number(input.query.module_id))
        return { ...input, query: { ...input.query, function_id: id, action_id: missingId } }
      },
    },
    audit: undefined,
  },
}
