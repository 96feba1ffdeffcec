import type { BodyInputOf } from '../../../contract/endpoint.ts'
import type { companyInvitations } from '../../../contract/company-invitations.ts'
import type { userSessions } from '../../../contract/user-sessions.ts'
import type { userExports } from '../../../contract/user-exports.ts'
import type { users } from '../../../contract/users.ts'
import { hours } from '../../../server/shared/clock.ts'
import type { BuiltUser } from '../builders.ts'
import { next } from '../catalogue-builders.ts'
import { targetOfHigherRank } from '../target-of-higher-rank.ts'
import { targetInOtherCompanies } from '../target-in-other-companies.ts'
import { onRow, type EndpointFixtures } from './endpoint-fixture.ts'
import { missingId, missingUuid, type Scenario } from './scenario.ts'
import { refusedProfile } from './user-profiles.ts'

type Users =
  | keyof typeof users
  | keyof typeof userSessions
  | keyof typeof companyInvitations
  | keyof typeof userExports

const rowOf = ({ id }: BuiltUser) => ({ table: 'users', id })

type NewUser = BodyInputOf<typeof users.userCreate>

/** Returns the input of a new user. */
const newPerson = () => ({
  name: "Iracema d'Ávila",
  email: `iracema${next()}@operadora.example`,
  phone_number: '5541987650001',
})

/** Returns a change of the call: the new user also gets a profile, which is refused with this problem. */
const withProfile =
  (reason: Parameters<typeof refusedProfile>[0]) =>
  async ({ input: { body } }: { input: { body: NewUser } }, scenario: Scenario) => ({
    body: {
      ...body,
      company_id: [scenario.companyId],
      profiles: [await refusedProfile(reason, scenario)],
    },
  })

/** Creates a user of the company who never signed in. */
async function invited(scenario: Scenario): Promise<BuiltUser> {
  const user = await scenario.user()
  await scenario.app.db.deleteFrom('passwords').where('user_id', '=', user.id).execute()
  return user
}

async function deleted(scenario: Scenario): Promise<BuiltUser> {
  const user = await scenario.user()
  await scenario.app.db
    .updateTable('users')
    .set({ active: false })
    .where('id', '=', user.id)
    .execute()
  return user
}

const byEmail = async (scenario: Scenario) => {
  const user = await scenario.user()
  return { input: { body: { email: user.email } }, row: rowOf(user) }
}

const byUserId = async (scenario: Scenario) => {
  const user = await scenario.user()
  return { input: { params: { userId: String(user.id) } }, row: rowOf(user) }
}

/** Creates an invitation to a company, for the caller or another user. */
async function companyInvitation(scenario: Scenario) {
  if (scenario.rowOwner === 'missing')
    return {
      input: { params: { id: String(missingId) } },
      row: { table: 'company_invitations', id: missingId },
    }
  const user = scenario.rowOwner === 'own' ? scenario.by.person : await scenario.app.build.user()
  const now = scenario.app.clock.now()
  const { id } = await scenario.app.db
    .insertInto('company_invitations')
    .values({
      user_id: user.id,
      company_id: (await scenario.app.build.company()).id,
      invited_by: scenario.by.person.id,
      expires_at: new Date(now.getTime() + hours(1)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { input: { params: { id: String(id) } }, row: { table: 'company_invitations', id } }
}

const own = ({ by }: Scenario) => ({ body: { email: by.person.email } })

/** Users, their sessions, and invitations of companies. */
export const userFixtures: EndpointFixtures<Users> = {
  userSearch: {
    scope: 'company',
    everyPerson: true,
    async make(scenario) {
      const user = await scenario.user()
      return { input: { body: { filters: { email: user.email } } }, row: rowOf(user) }
    },
    lists: 'users',
    problems: {},
    audit: undefined,
  },
  userExport: {
    scope: 'company',
    everyPerson: true,
    async make(scenario) {
      const user = await scenario.user()
      return { input: { query: { email: user.email } }, row: rowOf(user) }
    },
    lists: 'lines',
    problems: {},
    audit: { target: () => 'list:userSearch', tells: ['after'] },
  },
  userGet: {
    scope: 'company',
    everyPerson: true,
    async make(scenario) {
      const user = await scenario.user()
      return { input: { params: { id: String(user.id) } }, row: rowOf(user) }
    },
    problems: { 'user-not-found': 'missing' },
    audit: undefined,
  },
  userCreate: {
    sensitive: 'inviting a user',
    scope: 'company',
    async make(scenario) {
      const { id } = await scenario.company()
      const body = { ...newPerson(), company_id: [id] }
      return { input: { body }, row: { table: 'companies', id } }
    },
    problems: {
      'company-not-found': 'missing',
      'user-email-in-use': async ({ input: { body } }, scenario) => ({
        body: { ...body, email: (await scenario.user()).email },
      }),
      'profile-not-found': withProfile('profile-not-found'),
      'spid-not-found': withProfile('spid-not-found'),
      'profile-deleted': withProfile('profile-deleted'),
      'profile-beyond-own': { by: 'company user', provoke: withProfile('profile-beyond-own') },
      'profile-takes-no-period': withProfile('profile-takes-no-period'),
      'seat-limit-exceeded': withProfile('seat-limit-exceeded'),
      'duties-conflict': withProfile('duties-conflict'),
    },
    audit: { target: ({ input }) => `email:${input.body.email}`, tells: ['after'] },
  },
  userUpdate: {
    sensitive: 'changing a user',
    scope: 'company',
    async make(scenario) {
      const user = await invited(scenario)
      const { name, phone_number } = newPerson()
      return { input: { body: { id: user.id, name, phone_number } }, row: rowOf(user) }
    },
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': targetInOtherCompanies(),
      'account-beyond-own': targetOfHigherRank(({ body }) => ({
        body: { ...body, email: newPerson().email },
      })),
      'user-not-active': async ({ input: { body } }, scenario) => ({
        body: { ...body, id: (await deleted(scenario)).id },
      }),
      'user-email-in-use': async ({ input: { body } }, scenario) => ({
        body: { ...body, email: (await scenario.user()).email },
      }),
      'user-email-fixed': async ({ input: { body } }, scenario) => ({
        body: { ...body, id: (await scenario.user()).id, email: newPerson().email },
      }),
      'company-not-found': ({ input: { body } }) => ({ body: { ...body, accredit_id: missingId } }),
      'changed-meanwhile': ({ input: { body } }) => ({ body: { ...body, version: 9999 } }),
    },
    audit: { target: onRow('user'), tells: ['before', 'after'] },
  },
  userInvite: {
    sensitive: 'inviting a user again',
    scope: 'company',
    everyPerson: true,
    async make(scenario) {
      const user = await invited(scenario)
      return { input: { body: { id: user.id } }, row: rowOf(user) }
    },
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': targetInOtherCompanies(),
      'user-not-active': async (_, scenario) => ({ body: { id: (await deleted(scenario)).id } }),
      'user-already-entered': async (_, scenario) => ({ body: { id: (await scenario.user()).id } }),
    },
    audit: { target: onRow('user'), tells: [] },
  },
  userBlock: {
    sensitive: 'blocking or unblocking a user',
    scope: 'company',
    async make(scenario) {
      const user = await scenario.user()
      return { input: { body: { email: user.email, block: true } }, row: rowOf(user) }
    },
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': targetInOtherCompanies(),
      'account-beyond-own': targetOfHigherRank(),
      'user-not-active': async (_, scenario) => ({
        body: { email: (await deleted(scenario)).email, block: true },
      }),
      'account-indispensable': (_, { by }) => ({ body: { email: by.person.email, block: true } }),
    },
    audit: { target: onRow('user'), tells: ['before', 'after'] },
  },
  userDelete: {
    sensitive: 'deleting a user',
    scope: 'company',
    make: byEmail,
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': targetInOtherCompanies(),
      'account-beyond-own': targetOfHigherRank(),
      'user-not-active': async (_, scenario) => ({
        body: { email: (await deleted(scenario)).email },
      }),
      'account-indispensable': (_, scenario) => own(scenario),
    },
    audit: { target: onRow('user'), tells: ['before', 'after'] },
  },
  userActivate: {
    sensitive: 'activating a deleted user',
    scope: 'company',
    async make(scenario) {
      const user = await deleted(scenario)
      return { input: { body: { id: user.id } }, row: rowOf(user) }
    },
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': targetInOtherCompanies(),
      'user-not-deleted': async (_, scenario) => ({ body: { id: (await scenario.user()).id } }),
      'user-erased': async ({ input, row }, { app }) => {
        const erased = app.db.updateTable('users').set({ erased_at: app.clock.now() })
        await erased.where('id', '=', Number(row?.id)).execute()
        return input
      },
      'seat-limit-exceeded': async ({ input, row }, { app, companyId }) => {
        const { id: moduleId } = await app.build.module({ secret: false })
        const profileId = await app.build.profile({ moduleId })
        await app.build.assign({ userId: Number(row?.id), profileId, companyId })
        return input
      },
    },
    audit: { target: onRow('user'), tells: ['before', 'after'] },
  },
  sessionListOfUser: {
    scope: 'company',
    everyPerson: true,
    make: byUserId,
    problems: { 'user-not-found': 'missing', 'user-of-other-companies': targetInOtherCompanies() },
    audit: undefined,
  },
  sessionEndOfUser: {
    sensitive: "ending a user's session",
    scope: 'company',
    async make(scenario) {
      const user = await scenario.user()
      const id = await scenario.sessionOf(user)
      return { input: { params: { userId: String(user.id), id } }, row: rowOf(user) }
    },
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': targetInOtherCompanies(),
      'not-found': ({ input: { params } }) => ({ params: { ...params, id: missingUuid } }),
    },
    audit: { target: onRow('user'), tells: ['after'] },
  },
  sessionEndAllOfUser: {
    sensitive: "ending all of a user's sessions",
    scope: 'company',
    make: byUserId,
    problems: { 'user-not-found': 'missing', 'user-of-other-companies': targetInOtherCompanies() },
    audit: { target: onRow('user'), tells: ['after'] },
  },
  companyInvitationList: {
    scope: 'person',
    async make(scenario) {
      const { row } = await companyInvitation(scenario)
      return { input: {}, row }
    },
    lists: 'invitations',
    problems: {},
    audit: undefined,
  },
  companyInvitationAccept: {
    scope: 'person',
    make: companyInvitation,
    problems: { 'invitation-not-found': 'missing' },
    audit: { target: (_, __, scenario) => `user:${scenario.by.person.id}`, tells: ['after'] },
  },
  companyInvitationDecline: {
    scope: 'person',
    make: companyInvitation,
    problems: { 'invitation-not-found': 'missing' },
    audit: { target: (_, __, scenario) => `user:${scenario.by.person.id}`, tells: ['after'] },
  },
}
