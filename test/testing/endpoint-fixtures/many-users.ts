import type { manyUsers } from '../../../contract/many-users.ts'
import { targetOfHigherRank } from '../target-of-higher-rank.ts'
import { targetInOtherCompanies } from '../target-in-other-companies.ts'
import type { EndpointFixtures } from './endpoint-fixture.ts'
import type { Scenario } from './scenario.ts'

/** Creates two users of the company. The first is the row of the call. */
async function people(scenario: Scenario) {
  const [first, second] = [await scenario.user(), await scenario.user()]
  // For a missing row both ids are the same, but the ids of a call must be distinct.
  const user_id = first.id === second.id ? [first.id] : [first.id, second.id]
  return { user_id, row: { table: 'users', id: first.id } }
}

async function deleted(scenario: Scenario): Promise<number> {
  const { id } = await scenario.user()
  await scenario.app.db.updateTable('users').set({ active: false }).where('id', '=', id).execute()
  return id
}

/** Bulk writes. The event of the write has a partial event for each user. */
export const manyUserFixtures: EndpointFixtures<keyof typeof manyUsers> = {
  userBlockMany: {
    sensitive: 'blocking or unblocking many users',
    scope: 'company',
    async make(scenario) {
      const { user_id, row } = await people(scenario)
      return { input: { body: { user_id, block: true } }, row }
    },
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': targetInOtherCompanies(),
      'account-beyond-own': targetOfHigherRank(),
      'user-not-active': async ({ input: { body } }, scenario) => ({
        body: { ...body, user_id: [...body.user_id, await deleted(scenario)] },
      }),
      'account-indispensable': ({ input: { body } }, { by }) => ({
        body: { ...body, user_id: [...body.user_id, by.person.id] },
      }),
    },
    audit: { target: () => null, tells: ['after'] },
  },
  userInviteMany: {
    sensitive: 'inviting many users again',
    scope: 'company',
    everyPerson: true,
    async make(scenario) {
      const { user_id, row } = await people(scenario)
      await scenario.app.db.deleteFrom('passwords').where('user_id', 'in', user_id).execute()
      return { input: { body: { user_id } }, row }
    },
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': targetInOtherCompanies(),
      'user-not-active': async ({ input: { body } }, scenario) => ({
        body: { user_id: [...body.user_id, await deleted(scenario)] },
      }),
    },
    audit: { target: () => null, tells: ['after'] },
  },
  userDeleteMany: {
    sensitive: 'deleting many users',
    scope: 'company',
    async make(scenario) {
      const { user_id, row } = await people(scenario)
      return { input: { body: { user_id } }, row }
    },
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': targetInOtherCompanies(),
      'account-beyond-own': targetOfHigherRank(),
      'user-not-active': async ({ input: { body } }, scenario) => ({
        body: { user_id: [...body.user_id, await deleted(scenario)] },
      }),
      'account-indispensable': ({ input: { body } }, { by }) => ({
        body: { user_id: [...body.user_id, by.person.id] },
      }),
    },
    audit: { target: () => null, tells: ['after'] },
  },
}
