import { sql } from 'kysely'
import type { accountReports } from '../../../contract/account-reports.ts'
import type { recoveries, RecoveryKind } from '../../../contract/recoveries.ts'
import { insertTotp } from '../../../server/factors/factor-queries.ts'
import { insertRecovery, setFreeze } from '../../../server/recoveries/recovery-queries.ts'
import { reportLink } from '../../../server/outbox/report-links.ts'
import { Keyring } from '../../../server/secrets/keyring.ts'
import { after, days, hours } from '../../../server/shared/clock.ts'
import { insertPendingChange } from '../email-change-rows.ts'
import { settleNotifications } from '../settle-notifications.ts'
import { secretsKey } from '../test-environment.ts'
import { targetInOtherCompanies } from '../target-in-other-companies.ts'
import { targetOfHigherRank } from '../target-of-higher-rank.ts'
import { type EndpointFixtures, onRow } from './endpoint-fixture.ts'
import { missingId, type Scenario } from './scenario.ts'

const ofCaller = (_: unknown, __: unknown, { by }: Scenario) => `user:${by.person.id}`

/** Gives a user an authenticator app, unless there is one. */
async function withApp({ app }: Scenario, userId: number): Promise<void> {
  const sealed = { ciphertext: Buffer.alloc(60), keyId: 'a' }
  await app.db.deleteFrom('totp_factors').where('user_id', '=', userId).execute()
  await insertTotp(app.db, { userId, sealed, step: 0, now: app.clock.now() })
}

/** Starts a recovery of the user, by nobody in particular. The tests share their callers, so earlier ones go. */
export async function recoveryOf(
  { app }: Scenario,
  userId: number,
  { kind = 'password', by = null }: { kind?: RecoveryKind; by?: number | null } = {},
): Promise<number> {
  const now = app.clock.now()
  await app.db.deleteFrom('recoveries').where('user_id', '=', userId).execute()
  await app.db.deleteFrom('email_changes').where('user_id', '=', userId).execute()
  await setFreeze(app.db, userId, null)
  const { id } = await insertRecovery(app.db, {
    userId,
    kind,
    by,
    reason: null,
    now,
    waitsUntil: after(now, hours(24)),
    expiresAt: after(now, days(2)),
  })
  return id
}

export const freeze = ({ app }: Scenario, userId: number) =>
  setFreeze(app.db, userId, after(app.clock.now(), hours(72)))

/** Starts a change of the e-mail of a user. */
export async function changeEmailOf({ app }: Scenario, id: number): Promise<void> {
  await app.db.deleteFrom('email_changes').where('user_id', '=', id).execute()
  const { email } = await app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await insertPendingChange(app, { id, email })
}

/** Returns the ids in the path of a recovery of a user in scope. */
async function recoveryOfUser(scenario: Scenario) {
  const { id: userId } = await scenario.user()
  const id = scenario.rowOwner === 'missing' ? missingId : await recoveryOf(scenario, userId)
  return {
    input: { params: { userId: String(userId), id: String(id) } },
    row: { table: 'users', id: userId },
  }
}

/** Returns the id in the path of a recovery of the caller or, if the row is foreign, of another user. */
async function ownRecovery(scenario: Scenario) {
  const { by, rowOwner, app } = scenario
  if (rowOwner === 'missing')
    return {
      input: { params: { id: String(missingId) } },
      row: { table: 'recoveries', id: missingId },
    }
  const owner = rowOwner === 'own' ? by.person : await app.build.user()
  const id = await recoveryOf(scenario, owner.id)
  return { input: { params: { id: String(id) } }, row: { table: 'recoveries', id } }
}

/** Sets how the sessions of the caller authenticated, also in caches. */
async function setAmr({ app, by }: Scenario, amr: string[]): Promise<void> {
  const sessions = await app.db
    .updateTable('sessions')
    .set({ amr })
    .where('user_id', '=', by.person.id)
    .returning('id')
    .execute()
  for (const { id } of sessions)
    await sql`select pg_notify('portaria', ${`session:${id}`})`.execute(app.db)
  await settleNotifications(app, app.db)
}
const byApp = (scenario: Scenario) => setAmr(scenario, ['pwd', 'otp', 'mfa'])
/** Makes the sessions of the caller such that they used a mailed code. */
export const signInByMail = (scenario: Scenario): Promise<void> => setAmr(scenario, [])

const withoutProof = async <I>({ input }: { input: I }, scenario: Scenario): Promise<I> => {
  await signInByMail(scenario)
  return input
}

interface OfUser {
  params: { userId: string }
}

async function blocked<I extends OfUser>({ input }: { input: I }, { app }: Scenario): Promise<I> {
  const { userId } = input.params
  await app.db
    .updateTable('users')
    .set({ suspended: true })
    .where('id', '=', Number(userId))
    .execute()
  return input
}

async function frozen<I extends OfUser>({ input }: { input: I }, scenario: Scenario): Promise<I> {
  await freeze(scenario, Number(input.params.userId))
  return input
}

async function changing<I extends OfUser>({ input }: { input: I }, scenario: Scenario): Promise<I> {
  await changeEmailOf(scenario, Number(input.params.userId))
  return input
}

const oneself = <I extends OfUser>({ input }: { input: I }, { by }: Scenario): I => ({
  ...input,
  params: { ...input.params, userId: String(by.person.id) },
})

const noSuchRecovery = <I extends { params: { id: string } }>({ input }: { input: I }): I => ({
  ...input,
  params: { ...input.params, id: String(missingId) },
})

/** Returns the token of the link in a notice to a user. */
function tokenOf({ app }: Scenario, userId: number, age = 0): string {
  const links = { keyring: new Keyring([secretsKey]), publicUrl: app.origin }
  const now = after(app.clock.now(), -age)
  const link = new URL(reportLink(links, { userId, notice: 'passkey-added', now }))
  return link.hash.slice(1)
}

/** Recoveries with two proofs, and the link 'Não fui eu'. */
export const recoveryFixtures: EndpointFixtures<
  keyof typeof recoveries | keyof typeof accountReports
> = {
  recoveryList: { scope: 'none', make: () => ({ input: {} }), problems: {}, audit: undefined },
  recoveryStart: {
    sensitive: 'removing the ways to sign in',
    scope: 'none',
    endsNoAccess: 'takes effect later',
    async make(scenario) {
      await recoveryOf(scenario, scenario.by.person.id)
      await withApp(scenario, scenario.by.person.id)
      return { input: {} }
    },
    problems: {
      'no-own-factor': async ({ input }, { app, by }) => {
        const userId = by.person.id
        await app.db.deleteFrom('totp_factors').where('user_id', '=', userId).execute()
        await app.db.deleteFrom('passkeys').where('user_id', '=', userId).execute()
        return input
      },
      'recovery-pending': async ({ input }, scenario) => {
        await recoveryOf(scenario, scenario.by.person.id, { kind: 'factors' })
        return input
      },
      'recovery-frozen': async ({ input }, scenario) => {
        await freeze(scenario, scenario.by.person.id)
        return input
      },
      'email-change-pending': async ({ input }, scenario) => {
        await changeEmailOf(scenario, scenario.by.person.id)
        return input
      },
    },
    audit: { target: ofCaller, tells: [] },
    async undo(scenario) {
      await recoveryOf(scenario, scenario.by.person.id)
    },
  },
  recoveryApprove: {
    sensitive: 'approving a recovery',
    scope: 'person',
    endsNoAccess: 'allows to set a new password, which ends what the old one allowed',
    async make(scenario) {
      await byApp(scenario)
      return ownRecovery(scenario)
    },
    problems: {
      'not-found': 'missing',
      'own-factor-required': withoutProof,
      'recovery-frozen': async ({ input }, scenario) => {
        await freeze(scenario, scenario.by.person.id)
        return input
      },
      'email-change-pending': async ({ input }, scenario) => {
        await changeEmailOf(scenario, scenario.by.person.id)
        return input
      },
    },
    audit: { target: ofCaller, tells: ['after'] },
    undo: signInByMail,
  },
  recoveryCancel: {
    scope: 'person',
    endsNoAccess: 'invalidates a temporary password, which is tested with recoveries',
    make: ownRecovery,
    problems: { 'not-found': 'missing' },
    audit: { target: ofCaller, tells: ['before'] },
  },
  recoveryUnfreeze: {
    sensitive: 'allowing recoveries again',
    scope: 'none',
    endsNoAccess: 'ends a protection',
    async make(scenario) {
      await byApp(scenario)
      await freeze(scenario, scenario.by.person.id)
      return { input: {} }
    },
    problems: {
      'not-found': async ({ input }, { app, by }) => {
        await setFreeze(app.db, by.person.id, null)
        return input
      },
      'own-factor-required': withoutProof,
    },
    audit: { target: ofCaller, tells: [] },
    undo: signInByMail,
  },
  recoveryListOfUser: {
    scope: 'company',
    everyPerson: true,
    async make(scenario) {
      const { id } = await scenario.user()
      return { input: { params: { userId: String(id) } }, row: { table: 'users', id } }
    },
    problems: { 'user-not-found': 'missing', 'user-of-other-companies': targetInOtherCompanies() },
    audit: undefined,
  },
  recoveryStartOfUser: {
    sensitive: 'removing the ways to sign in of another user',
    scope: 'company',
    endsNoAccess: 'takes effect later',
    async make(scenario) {
      const { id } = await scenario.user()
      if (scenario.rowOwner !== 'missing') await withApp(scenario, id)
      return {
        input: { params: { userId: String(id) }, body: { reason: 'Perdeu o telefone' } },
        row: { table: 'users', id },
      }
    },
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': targetInOtherCompanies(),
      'account-beyond-own': targetOfHigherRank(),
      'user-is-oneself': oneself,
      'user-not-active': blocked,
      'no-own-factor': async ({ input }, { app }) => {
        const { userId } = input.params
        await app.db.deleteFrom('totp_factors').where('user_id', '=', Number(userId)).execute()
        return input
      },
      // Of another administrator: one that the user started would be taken over.
      'recovery-pending': async ({ input }, scenario) => {
        const { id: by } = await scenario.app.build.user()
        await recoveryOf(scenario, Number(input.params.userId), { kind: 'factors', by })
        return input
      },
      'recovery-frozen': frozen,
      'email-change-pending': changing,
    },
    audit: { target: onRow('user'), tells: ['after'] },
  },
  recoveryApproveOfUser: {
    sensitive: 'approving a recovery of another user',
    scope: 'company',
    endsNoAccess: 'allows to set a new password, which ends what the old one allowed',
    make: recoveryOfUser,
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': targetInOtherCompanies(),
      'account-beyond-own': targetOfHigherRank(),
      'user-is-oneself': oneself,
      'user-not-active': blocked,
      'not-found': noSuchRecovery,
      'recovery-own': async ({ input }, scenario) => {
        const by = scenario.by.person.id
        const id = await recoveryOf(scenario, Number(input.params.userId), { by })
        return { params: { ...input.params, id: String(id) } }
      },
      'recovery-frozen': frozen,
      'email-change-pending': changing,
    },
    audit: { target: onRow('user'), tells: ['after'] },
  },
  recoveryCancelOfUser: {
    scope: 'company',
    endsNoAccess: 'invalidates a temporary password, which is tested with recoveries',
    make: recoveryOfUser,
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': targetInOtherCompanies(),
      'not-found': noSuchRecovery,
    },
    audit: { target: onRow('user'), tells: ['before'] },
  },
  recoveryUnfreezeOfUser: {
    sensitive: 'allowing recoveries of another user again',
    scope: 'company',
    endsNoAccess: 'ends a protection',
    async make(scenario) {
      const { id } = await scenario.user()
      if (scenario.rowOwner !== 'missing') await freeze(scenario, id)
      return { input: { params: { userId: String(id) } }, row: { table: 'users', id } }
    },
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': targetInOtherCompanies(),
      'account-beyond-own': targetOfHigherRank(),
      'user-is-oneself': oneself,
      'user-not-active': blocked,
      'not-found': async ({ input }, { app }) => {
        await setFreeze(app.db, Number(input.params.userId), null)
        return input
      },
    },
    audit: { target: onRow('user'), tells: [] },
  },
  accountReport: {
    scope: 'none',
    async make(scenario) {
      const { id } = await scenario.app.build.user()
      return { input: { body: { token: tokenOf(scenario, id) } }, row: { table: 'users', id } }
    },
    problems: {
      'report-link-expired': ({ row }, scenario) => ({
        body: { token: tokenOf(scenario, Number(row?.id), days(7)) },
      }),
    },
    audit: { target: onRow('user'), tells: ['after'], who: () => null },
  },
}
