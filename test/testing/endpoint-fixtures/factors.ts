import type { factors } from '../../../contract/factors.ts'
import { insertTotp } from '../../../server/factors/factor-queries.ts'
import { appCode } from '../totp-trips.ts'
import { targetInOtherCompanies } from '../target-in-other-companies.ts'
import type { EndpointFixtures } from './endpoint-fixture.ts'
import { unknownHandle, type Scenario } from './scenario.ts'

const ofCaller = (_: unknown, __: unknown, { by }: Scenario) => `user:${by.person.id}`

/** Removes the caller's app, because the tests share their callers. */
export const removeApp = ({ app, by }: Scenario) =>
  app.db.deleteFrom('totp_factors').where('user_id', '=', by.person.id).execute()

/** Adds an app of the caller, which did not exist when the session began. */
async function addApp(scenario: Scenario): Promise<void> {
  const { app, by } = scenario
  await removeApp(scenario)
  const sealed = { ciphertext: Buffer.alloc(60), keyId: 'a' }
  await insertTotp(app.db, { userId: by.person.id, sealed, step: 0, now: app.clock.now() })
}

/** Gives the caller an app from before the session began. */
export async function withEarlierApp<I>({ input }: { input: I }, scenario: Scenario): Promise<I> {
  await addApp(scenario)
  await scenario.app.db
    .updateTable('totp_factors')
    .set({ created_at: new Date(0) })
    .where('user_id', '=', scenario.by.person.id)
    .execute()
  return input
}

const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000')

/** Returns the input of a call that stores a new secret. */
async function begun(scenario: Scenario) {
  const { app, by } = scenario
  await removeApp(scenario)
  const { session, secret } = (await app.client.call('totpOptions', by.initial)).data
  return { body: { session, code: appCode(secret, app.clock.now()) } }
}

export const factorFixtures: EndpointFixtures<keyof typeof factors> = {
  factorList: {
    scope: 'none',
    make: () => ({ input: {} }),
    problems: {},
    audit: undefined,
  },
  factorListOfUser: {
    scope: 'company',
    everyPerson: true,
    async make(scenario) {
      const { id } = await scenario.user()
      return { input: { params: { userId: String(id) } }, row: { table: 'users', id } }
    },
    problems: { 'user-not-found': 'missing', 'user-of-other-companies': targetInOtherCompanies() },
    audit: undefined,
  },
  totpOptions: {
    scope: 'none',
    async make(scenario) {
      await removeApp(scenario)
      return { input: {} }
    },
    problems: {
      'totp-exists': async ({ input }, scenario) => {
        await addApp(scenario)
        return input
      },
    },
    audit: undefined,
  },
  totpCreate: {
    sensitive: 'adding a way to sign in',
    scope: 'none',
    endsNoAccess: 'adds a way to sign in',
    make: async (scenario) => ({ input: await begun(scenario) }),
    problems: {
      'totp-options-expired': ({ input: { body } }) => ({
        body: { ...body, session: `${'A'.repeat(32)}.zzzzzzzz.${unknownHandle}` },
      }),
      'totp-code-invalid': ({ input: { body } }) => ({
        body: { ...body, code: wrongCode(body.code) },
      }),
      'totp-exists': async ({ input }, scenario) => {
        await addApp(scenario)
        return input
      },
      'own-factor-required': withEarlierApp,
    },
    audit: { target: ofCaller, tells: [] },
  },
  totpDelete: {
    sensitive: 'removing a way to sign in',
    scope: 'none',
    async make(scenario) {
      await addApp(scenario)
      return { input: {} }
    },
    problems: {
      'not-found': async ({ input }, scenario) => {
        await removeApp(scenario)
        return input
      },
      'own-factor-required': withEarlierApp,
    },
    audit: { target: ofCaller, tells: [] },
  },
  recoveryCodesCreate: {
    sensitive: 'replacing the ways to sign in without the other factors',
    scope: 'none',
    async make(scenario) {
      await removeApp(scenario)
      return { input: {} }
    },
    problems: { 'own-factor-required': withEarlierApp },
    audit: { target: ofCaller, tells: [] },
  },
}
