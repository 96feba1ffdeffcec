import type { apiTokens } from '../../../contract/api-tokens.ts'
import { consoleModuleId, masterProfileId } from '../../../contract/constants.ts'
import type { BuiltUser } from '../builders.ts'
import type { Made, EndpointFixtures } from './endpoint-fixture.ts'
import { missingId, type Scenario } from './scenario.ts'
import { waitingFor } from '../waiting-for.ts'

/** Creates a user of the company with a profile of this console in the caller's company. */
async function holder(scenario: Scenario): Promise<BuiltUser> {
  const user = await scenario.user()
  if (scenario.rowOwner === 'missing') return user
  const { app, by } = scenario
  const companyId = by.person.company.id
  await app.build.plan({ companyId, moduleId: consoleModuleId })
  const profileId = await app.build.profile({ moduleId: consoleModuleId })
  await app.build.assign({ userId: user.id, profileId, companyId })
  return user
}

/** Creates a user of the company with an API token there. Returns the user and the token's id. */
async function tokenOfUser(scenario: Scenario) {
  const user = await scenario.user()
  if (scenario.rowOwner === 'missing') return { user, id: missingId }
  const { id } = await scenario.app.build.apiToken({
    userId: user.id,
    companyId: scenario.companyId,
  })
  return { user, id }
}

/** Creates a token in a transaction that commits only when the server's insert waits for it. */
async function makeMeanwhile({ app, by }: Scenario, userId: number): Promise<void> {
  // The expired token stays open until it is replaced.
  const tokens = app.db.updateTable('api_tokens').set({ closed_at: app.clock.now() })
  await tokens.where('user_id', '=', userId).where('closed_at', 'is', null).execute()
  const { resolve: isMade, promise: made } = Promise.withResolvers<void>()
  const committed = app.db.transaction().execute(async (db) => {
    await db
      .insertInto('api_tokens')
      .values({
        user_id: userId,
        company_id: by.person.company.id,
        digest: crypto.getRandomValues(Buffer.alloc(32)),
        start: 'portaria_Meio',
        created_by: userId,
      })
      .execute()
    isMade()
    await waitingFor(app.db, 'insert into "api_tokens"')
  })
  await Promise.race([made, committed])
}

const ofUser = ({ row }: Pick<Made<keyof typeof apiTokens>, 'row'>): number => Number(row?.id)

/** API tokens of users. */
export const apiTokenFixtures: EndpointFixtures<keyof typeof apiTokens> = {
  apiTokenList: {
    scope: 'company',
    everyPerson: true,
    async make(scenario) {
      const { user } = await tokenOfUser(scenario)
      return {
        input: { params: { userId: String(user.id) } },
        row: { table: 'users', id: user.id },
      }
    },
    problems: { 'user-not-found': 'missing' },
    audit: undefined,
  },
  apiTokenCreate: {
    sensitive: 'creating an API token',
    scope: 'company',
    async make(scenario) {
      const { id } = await holder(scenario)
      return { input: { body: { userId: id } }, row: { table: 'users', id } }
    },
    problems: {
      'user-not-found': 'missing',
      async 'user-not-active'(made, { app }) {
        const blocked = app.db.updateTable('users').set({ suspended: true })
        await blocked.where('id', '=', ofUser(made)).execute()
        return made.input
      },
      async 'user-permissions-not-found'(made, { app }) {
        await app.db.deleteFrom('user_profiles').where('user_id', '=', ofUser(made)).execute()
        return made.input
      },
      'api-token-beyond-own': {
        by: 'company user',
        async provoke(made, { app, by }) {
          const place = { companyId: by.person.company.id, profileId: masterProfileId }
          await app.build.assign({ userId: ofUser(made), ...place })
          return made.input
        },
      },
      async 'api-token-made-meanwhile'(made, scenario) {
        await makeMeanwhile(scenario, ofUser(made))
        return made.input
      },
    },
    audit: { target: ({ row }) => `user:${row?.id}`, tells: ['after'] },
  },
  apiTokenRevoke: {
    sensitive: 'revoking an API token',
    scope: 'company',
    async make(scenario) {
      const { user, id } = await tokenOfUser(scenario)
      return {
        input: { params: { userId: String(user.id), tokenId: String(id) } },
        row: { table: 'api_tokens', id },
      }
    },
    problems: {
      'user-not-found': 'missing',
      'api-token-not-found': ({ input: { params } }) => ({
        params: { ...params, tokenId: String(missingId) },
      }),
      async 'api-token-not-active'({ input, row }, { app }) {
        const now = app.clock.now()
        const revoked = app.db.updateTable('api_tokens').set({ revoked_at: now, closed_at: now })
        await revoked.where('id', '=', Number(row?.id)).execute()
        return input
      },
    },
    audit: { target: ({ input: { params } }) => `user:${params.userId}`, tells: ['after'] },
  },
}
