import type { emailChanges } from '../../../contract/email-changes.ts'
import { setFreeze } from '../../../server/recoveries/recovery-queries.ts'
import { freeEmail, insertPendingChange } from '../email-change-rows.ts'
import { targetInOtherCompanies } from '../target-in-other-companies.ts'
import { targetOfHigherRank } from '../target-of-higher-rank.ts'
import { type EndpointFixtures, onRow } from './endpoint-fixture.ts'
import { withEarlierApp } from './factors.ts'
import { freeze, recoveryOf } from './recoveries.ts'
import { type Scenario, unknownHandle } from './scenario.ts'

const ofCaller = (_: unknown, __: unknown, { by }: Scenario) => `user:${by.person.id}`
const theirs = () => null
const rowOf = ({ id }: { id: number }) => ({ table: 'users', id })
const otherCode = () => ({ body: { code: unknownHandle } })

/** Removes the change of the caller, and the counters of mails, because the tests share their callers. */
async function removeOwn({ app, by }: Scenario): Promise<void> {
  await app.db.deleteFrom('email_changes').where('user_id', '=', by.person.id).execute()
  await app.db.deleteFrom('recoveries').where('user_id', '=', by.person.id).execute()
  await setFreeze(app.db, by.person.id, null)
  await app.db.deleteFrom('rate_limits').where('key', 'like', '%invit%').execute()
}

/** Creates an identity provider and returns an address of its domain. */
async function federatedEmail({ app }: Scenario): Promise<string> {
  const domain = freeEmail().replace(/@.*/, '.provedor.example')
  const provider = {
    name: 'Provedor',
    issuer: `https://${domain}`,
    client_id: 'x',
    client_secret_ciphertext: Buffer.from('x'),
    key_id: 'x',
    email_domain: domain,
  }
  await app.db.insertInto('identity_providers').values(provider).execute()
  return `pessoa@${domain}`
}

/** Removes the own factors of the caller, because the tests share their callers. */
async function removeFactors({ app, by }: Scenario): Promise<void> {
  for (const table of ['totp_factors', 'passkeys'] as const)
    await app.db.deleteFrom(table).where('user_id', '=', by.person.id).execute()
}

async function started(scenario: Scenario) {
  const user = await scenario.user()
  const { id } = user
  return {
    input: { params: { userId: String(id) }, body: { email: freeEmail() } },
    row: rowOf(user),
  }
}

async function pendingOfUser(scenario: Scenario) {
  const user = await scenario.user()
  if (scenario.rowOwner !== 'missing') await insertPendingChange(scenario.app, user)
  return { input: { params: { userId: String(user.id) } }, row: rowOf(user) }
}

async function pendingLink(scenario: Scenario) {
  const user = await scenario.app.build.user()
  const { oldCode } = await insertPendingChange(scenario.app, user)
  return { input: { body: { code: oldCode } }, row: rowOf(user) }
}

export const emailChangeFixtures: EndpointFixtures<keyof typeof emailChanges> = {
  emailChangeGet: { scope: 'none', make: () => ({ input: {} }), problems: {}, audit: undefined },
  emailChangeStart: {
    sensitive: 'changing the sign-in name',
    scope: 'none',
    endsNoAccess: 'starts a change, which takes effect later',
    async make(scenario) {
      await removeOwn(scenario)
      await removeFactors(scenario)
      return { input: { body: { email: freeEmail() } } }
    },
    problems: {
      'email-change-same': (_, { by }) => ({ body: { email: by.person.email } }),
      'email-change-exists': async ({ input }, { app, by }) => {
        await insertPendingChange(app, by.person)
        return input
      },
      'recovery-pending': async ({ input }, scenario) => {
        await recoveryOf(scenario, scenario.by.person.id)
        return input
      },
      'recovery-frozen': async ({ input }, scenario) => {
        await freeze(scenario, scenario.by.person.id)
        return input
      },
      'email-change-federated': async (_, scenario) => ({
        body: { email: await federatedEmail(scenario) },
      }),
      'own-factor-required': withEarlierApp,
    },
    audit: { target: ofCaller, tells: ['after'] },
  },
  emailChangeCancel: {
    scope: 'none',
    async make(scenario) {
      await insertPendingChange(scenario.app, scenario.by.person)
      return { input: {} }
    },
    problems: {
      'email-change-not-found': async ({ input }, scenario) => {
        await removeOwn(scenario)
        return input
      },
    },
    audit: { target: ofCaller, tells: ['before'] },
  },
  emailChangeGetOfUser: {
    scope: 'company',
    everyPerson: true,
    async make(scenario) {
      const user = await scenario.user()
      return { input: { params: { userId: String(user.id) } }, row: rowOf(user) }
    },
    problems: { 'user-not-found': 'missing', 'user-of-other-companies': targetInOtherCompanies() },
    audit: undefined,
  },
  emailChangeStartOfUser: {
    sensitive: 'changing the sign-in name of a user',
    scope: 'company',
    endsNoAccess: 'starts a change, which takes effect later',
    make: started,
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': targetInOtherCompanies(),
      'account-beyond-own': targetOfHigherRank(),
      'user-not-active': async ({ input }, scenario) => {
        const { id } = await scenario.user({ blocked: true })
        return { ...input, params: { userId: String(id) } }
      },
      'email-change-before-entry': async ({ input, row }, { app }) => {
        await app.db
          .updateTable('users')
          .set({ last_access_at: null })
          .where('id', '=', Number(row?.id))
          .execute()
        await app.db
          .updateTable('passwords')
          .set({ temporary: true, expires_at: app.clock.now() })
          .where('user_id', '=', Number(row?.id))
          .execute()
        return input
      },
      'email-change-same': async ({ input, row }, { app }) => {
        const { email } = await app.db
          .selectFrom('users')
          .select('email')
          .where('id', '=', Number(row?.id))
          .executeTakeFirstOrThrow()
        return { ...input, body: { email } }
      },
      'email-change-exists': async ({ input, row }, { app }) => {
        await insertPendingChange(app, { id: Number(row?.id), email: freeEmail() })
        return input
      },
      'recovery-pending': async ({ input }, scenario) => {
        await recoveryOf(scenario, Number(input.params.userId))
        return input
      },
      'recovery-frozen': async ({ input }, scenario) => {
        await freeze(scenario, Number(input.params.userId))
        return input
      },
      'email-change-federated': async ({ input }, scenario) => ({
        ...input,
        body: { email: await federatedEmail(scenario) },
      }),
      'user-email-in-use': async ({ input }, scenario) => ({
        ...input,
        body: { email: (await scenario.user()).email },
      }),
      'own-factor-required': async (made, scenario) => {
        await removeOwn(scenario)
        const input = await withEarlierApp(made, scenario)
        return { ...input, params: { userId: String(scenario.by.person.id) } }
      },
    },
    audit: { target: onRow('user'), tells: ['after'] },
    undo: async (scenario) => {
      await removeFactors(scenario)
    },
  },
  emailChangeCancelOfUser: {
    sensitive: 'cancelling the change of a user',
    scope: 'company',
    make: pendingOfUser,
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': targetInOtherCompanies(),
      'email-change-not-found': async ({ input, row }, { app }) => {
        await app.db.deleteFrom('email_changes').where('user_id', '=', Number(row?.id)).execute()
        return input
      },
    },
    audit: { target: onRow('user'), tells: ['before'] },
  },
  emailChangeConfirm: {
    scope: 'none',
    make: pendingLink,
    problems: { 'email-change-link-invalid': otherCode },
    audit: { target: onRow('user'), tells: ['after'], who: theirs },
  },
  emailChangeRefuse: {
    scope: 'none',
    make: pendingLink,
    problems: { 'email-change-link-invalid': otherCode },
    audit: { target: onRow('user'), tells: ['before'], who: theirs },
  },
}
