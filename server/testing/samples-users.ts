import type { companyInvitations } from '../../contract/company-invitations.ts'
import type { userSessions } from '../../contract/user-sessions.ts'
import type { userExports } from '../../contract/user-exports.ts'
import type { users } from '../../contract/users.ts'
import { hours } from '../shared/clock.ts'
import type { BuiltUser } from './builders.ts'
import { next } from './catalogue-builders.ts'
import { ofHigherRank } from './of-higher-rank.ts'
import { ofOtherCompanies } from './of-other-companies.ts'
import { onRow, type Samples } from './sample.ts'
import { nobodysId, nobodysUuid, type Stage } from './sample-stage.ts'

type Users =
  | keyof typeof users
  | keyof typeof userSessions
  | keyof typeof companyInvitations
  | keyof typeof userExports

const rowOf = ({ id }: BuiltUser) => ({ table: 'users', id })

/** A person as typed, whom nobody knows. */
const newPerson = () => ({
  name: "Iracema d'Ávila",
  email: `iracema${next()}@operadora.example`,
  phone_number: '5541987650001',
})

/** Somebody of the company who has not made the first access. */
async function invited(stage: Stage): Promise<BuiltUser> {
  const user = await stage.user()
  await stage.app.db.deleteFrom('passwords').where('user_id', '=', user.id).execute()
  return user
}

async function deleted(stage: Stage): Promise<BuiltUser> {
  const user = await stage.user()
  await stage.app.db.updateTable('users').set({ status: 0 }).where('id', '=', user.id).execute()
  return user
}

const byEmail = async (stage: Stage) => {
  const user = await stage.user()
  return { input: { body: { email: user.email } }, row: rowOf(user) }
}

const byUserId = async (stage: Stage) => {
  const user = await stage.user()
  return { input: { params: { userId: String(user.id) } }, row: rowOf(user) }
}

/** Invites the caller, or somebody else, to a company. */
async function companyInvitation(stage: Stage) {
  if (stage.whose === 'missing')
    return {
      input: { params: { id: String(nobodysId) } },
      row: { table: 'company_invitations', id: nobodysId },
    }
  const user = stage.whose === 'own' ? stage.by.person : await stage.app.build.user()
  const now = stage.app.clock.now()
  const { id } = await stage.app.db
    .insertInto('company_invitations')
    .values({
      user_id: user.id,
      company_id: (await stage.app.build.company()).id,
      invited_by: stage.by.person.id,
      expires_at: new Date(now.getTime() + hours(1)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { input: { params: { id: String(id) } }, row: { table: 'company_invitations', id } }
}

const own = ({ by }: Stage) => ({ body: { email: by.person.email } })

/** People, where they are signed in, and the companies that invite them. */
export const userSamples: Samples<Users> = {
  userSearch: {
    scope: 'company',
    everyPerson: true,
    async make(stage) {
      const user = await stage.user()
      return { input: { body: { filters: { email: user.email } } }, row: rowOf(user) }
    },
    lists: 'users',
    problems: {},
    trail: undefined,
  },
  userExport: {
    scope: 'company',
    everyPerson: true,
    async make(stage) {
      const user = await stage.user()
      return { input: { query: { email: user.email } }, row: rowOf(user) }
    },
    lists: 'lines',
    problems: {},
    trail: { target: () => 'list:userSearch', tells: ['after'] },
  },
  userGet: {
    scope: 'company',
    everyPerson: true,
    async make(stage) {
      const user = await stage.user()
      return { input: { params: { id: String(user.id) } }, row: rowOf(user) }
    },
    problems: { 'user-not-found': 'missing' },
    trail: undefined,
  },
  userCreate: {
    scope: 'company',
    async make(stage) {
      const { id } = await stage.company()
      const body = { ...newPerson(), company_id: [id] }
      return { input: { body }, row: { table: 'companies', id } }
    },
    problems: {
      'company-not-found': 'missing',
      'user-email-in-use': async ({ input: { body } }, stage) => ({
        body: { ...body, email: (await stage.user()).email },
      }),
    },
    trail: { target: ({ input }) => `email:${input.body.email}`, tells: ['after'] },
  },
  userUpdate: {
    scope: 'company',
    async make(stage) {
      const user = await invited(stage)
      const { name, phone_number } = newPerson()
      return { input: { body: { id: user.id, name, phone_number } }, row: rowOf(user) }
    },
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': ofOtherCompanies(),
      'account-beyond-own': ofHigherRank(({ body }) => ({
        body: { ...body, email: newPerson().email },
      })),
      'user-not-active': async ({ input: { body } }, stage) => ({
        body: { ...body, id: (await deleted(stage)).id },
      }),
      'user-email-in-use': async ({ input: { body } }, stage) => ({
        body: { ...body, email: (await stage.user()).email },
      }),
      'user-email-fixed': async ({ input: { body } }, stage) => ({
        body: { ...body, id: (await stage.user()).id, email: newPerson().email },
      }),
      'company-not-found': ({ input: { body } }) => ({ body: { ...body, accredit_id: nobodysId } }),
      'changed-meanwhile': ({ input: { body } }) => ({ body: { ...body, version: 9999 } }),
    },
    trail: { target: onRow('user'), tells: ['before', 'after'] },
  },
  userInvite: {
    scope: 'company',
    everyPerson: true,
    async make(stage) {
      const user = await invited(stage)
      return { input: { body: { id: user.id } }, row: rowOf(user) }
    },
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': ofOtherCompanies(),
      'user-not-active': async (_, stage) => ({ body: { id: (await deleted(stage)).id } }),
      'user-already-entered': async (_, stage) => ({ body: { id: (await stage.user()).id } }),
    },
    trail: { target: onRow('user'), tells: [] },
  },
  userBlock: {
    scope: 'company',
    async make(stage) {
      const user = await stage.user()
      return { input: { body: { email: user.email, block: true } }, row: rowOf(user) }
    },
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': ofOtherCompanies(),
      'account-beyond-own': ofHigherRank(),
      'user-not-active': async (_, stage) => ({
        body: { email: (await deleted(stage)).email, block: true },
      }),
      'account-indispensable': (_, { by }) => ({ body: { email: by.person.email, block: true } }),
    },
    trail: { target: onRow('user'), tells: ['before', 'after'] },
  },
  userDelete: {
    scope: 'company',
    make: byEmail,
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': ofOtherCompanies(),
      'account-beyond-own': ofHigherRank(),
      'user-not-active': async (_, stage) => ({ body: { email: (await deleted(stage)).email } }),
      'account-indispensable': (_, stage) => own(stage),
    },
    trail: { target: onRow('user'), tells: ['before', 'after'] },
  },
  userActivate: {
    scope: 'company',
    async make(stage) {
      const user = await deleted(stage)
      return { input: { body: { id: user.id } }, row: rowOf(user) }
    },
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': ofOtherCompanies(),
      'user-not-deleted': async (_, stage) => ({ body: { id: (await stage.user()).id } }),
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
    trail: { target: onRow('user'), tells: ['before', 'after'] },
  },
  sessionListOfUser: {
    scope: 'company',
    everyPerson: true,
    make: byUserId,
    problems: { 'user-not-found': 'missing', 'user-of-other-companies': ofOtherCompanies() },
    trail: undefined,
  },
  sessionEndOfUser: {
    scope: 'company',
    async make(stage) {
      const user = await stage.user()
      const id = await stage.sessionOf(user)
      return { input: { params: { userId: String(user.id), id } }, row: rowOf(user) }
    },
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': ofOtherCompanies(),
      'not-found': ({ input: { params } }) => ({ params: { ...params, id: nobodysUuid } }),
    },
    trail: { target: onRow('user'), tells: ['after'] },
  },
  sessionEndAllOfUser: {
    scope: 'company',
    make: byUserId,
    problems: { 'user-not-found': 'missing', 'user-of-other-companies': ofOtherCompanies() },
    trail: { target: onRow('user'), tells: ['after'] },
  },
  companyInvitationList: {
    scope: 'person',
    async make(stage) {
      const { row } = await companyInvitation(stage)
      return { input: {}, row }
    },
    lists: 'invitations',
    problems: {},
    trail: undefined,
  },
  companyInvitationAccept: {
    scope: 'person',
    make: companyInvitation,
    problems: { 'invitation-not-found': 'missing' },
    trail: { target: (_, __, stage) => `user:${stage.by.person.id}`, tells: ['after'] },
  },
  companyInvitationDecline: {
    scope: 'person',
    make: companyInvitation,
    problems: { 'invitation-not-found': 'missing' },
    trail: { target: (_, __, stage) => `user:${stage.by.person.id}`, tells: ['after'] },
  },
}
