import type { passwords } from '../../../contract/passwords.ts'
import { storeRecoveryPassword } from '../../../server/passwords/recovery-queries.ts'
import { insertRecovery, setFreeze } from '../../../server/recoveries/recovery-queries.ts'
import { digestOf } from '../../../server/secrets/random.ts'
import { newTemporaryPassword } from '../../../server/secrets/temporary-password.ts'
import { after, hours } from '../../../server/shared/clock.ts'
import { makeRecoveryCodes, makeTotp } from '../totp-trips.ts'
import { defaultPassword } from '../builders.ts'
import { leakedPassword } from '../leak-service.ts'
import { changeEmailOf } from './recoveries.ts'
import { targetInOtherCompanies } from '../target-in-other-companies.ts'
import { type Made, onRow, type EndpointFixtures } from './endpoint-fixture.ts'
import { unknownHandle, missingId, type Scenario } from './scenario.ts'

const newPassword = 'Bom-Dia-Vizinho-1987?'
/** A recovery code that nobody has. */
const unknownCode = 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA'
/** A password that meets the rules of form but is easy to guess. */
const guessable = 'Senha-Senha-Senha-123456!'
const theirs = ({ row }: { row?: { id: number | string } }) => Number(row?.id)

const secretQuestion = { question: 1, response: 'Colégio' }

/** Signs a user in with an invitation's temporary password. */
async function invited({ app }: Scenario): Promise<Made<'userSetPassword'>> {
  const temporaryUntil = new Date(app.clock.now().getTime() + hours(24))
  const { id, email } = await app.build.user({ temporaryUntil })
  const session = await app.trips.begin(email)
  const answer = { ...secretQuestion, user: email }
  const body = { session, email, oldPassword: defaultPassword, newPassword, secretQuestion: answer }
  return { input: { body }, row: { table: 'users', id } }
}

/** Signs a user with recovery codes and an app in with the temporary password of a recovery. */
async function recovering({ app }: Scenario) {
  const user = await app.build.user()
  const { who } = await makeTotp(app, user)
  await makeRecoveryCodes(app, who, user.email)
  const userId = user.id
  const [oldPassword, now] = [newTemporaryPassword(), app.clock.now()]
  const expiresAt = after(now, hours(48))
  const recovery = { userId, kind: 'password', by: null, reason: null, now, expiresAt } as const
  await insertRecovery(app.db, { ...recovery, waitsUntil: after(now, hours(24)) })
  await storeRecoveryPassword(app.db, { userId, digest: digestOf(oldPassword), now, expiresAt })
  const { email } = user
  const session = await app.trips.begin(email, oldPassword)
  return { body: { session, email, oldPassword, newPassword } }
}

/** Signs a user in with an expired password. */
async function outdated({ app }: Scenario): Promise<Made<'userSetPasswordExpired'>> {
  const { id, email } = await app.build.user({ passwordAgeDays: 4000 })
  const session = await app.trips.begin(email)
  const answer = await app.trips.answer(session, email, await app.trips.sendCode(session, email))
  const { access_token } = answer.data
  return { input: { body: { email, newPassword, access_token } }, row: { table: 'users', id } }
}

/** Setting, renewing and recovering passwords. */
export const passwordFixtures: EndpointFixtures<keyof typeof passwords> = {
  userSetPassword: {
    scope: 'none',
    make: invited,
    problems: {
      'invalid-credentials': ({ input: { body } }) => ({ body: { ...body, oldPassword: 'x' } }),
      'mfa-session-expired': ({ input: { body } }) => ({
        body: { ...body, session: unknownHandle },
      }),
      'mfa-session-used': async ({ input }, { app }) => {
        await app.client.call('userSetPassword', input)
        return input
      },
      'mfa-refused': ({ input: { body } }) => ({
        body: { ...body, secretQuestion: { ...secretQuestion, user: missingId } },
      }),
      'password-already-used': ({ input: { body } }) => ({
        body: { ...body, newPassword: defaultPassword },
      }),
      'password-guessable': ({ input: { body } }) => ({
        body: { ...body, newPassword: guessable },
      }),
      'password-breached': ({ input: { body } }) => ({
        body: { ...body, newPassword: leakedPassword },
      }),
      'second-proof-required': (_, scenario) => recovering(scenario),
      'mfa-invalid-code': async (_, scenario) => {
        const { body } = await recovering(scenario)
        return { body: { ...body, proof: { challengeName: 'RECOVERY_CODE', code: unknownCode } } }
      },
      'secret-question-not-found': ({ input: { body } }) => ({
        body: {
          ...body,
          secretQuestion: { ...secretQuestion, user: body.email, question: missingId },
        },
      }),
    },
    audit: { target: onRow('user'), tells: [], who: theirs },
  },
  userSetPasswordExpired: {
    scope: 'none',
    make: outdated,
    problems: {
      'mfa-session-expired': ({ input: { body } }) => ({
        body: { ...body, access_token: unknownHandle },
      }),
      'mfa-session-used': async ({ input }, { app }) => {
        await app.client.call('userSetPasswordExpired', input)
        return input
      },
      'mfa-refused': async ({ input: { body } }, { app }) => {
        const { email } = await app.build.user()
        return { body: { ...body, access_token: await app.trips.begin(email), email } }
      },
      'password-already-used': ({ input: { body } }) => ({
        body: { ...body, newPassword: defaultPassword },
      }),
      'password-guessable': ({ input: { body } }) => ({
        body: { ...body, newPassword: guessable },
      }),
      'password-breached': ({ input: { body } }) => ({
        body: { ...body, newPassword: leakedPassword },
      }),
    },
    audit: { target: onRow('user'), tells: [], who: theirs },
  },
  secretQuestionList: {
    scope: 'none',
    make: () => ({ input: {} }),
    problems: {},
    audit: undefined,
  },
  userSecretQuestion: {
    sensitive: 'changing the secret question and its answer',
    scope: 'person',
    async make(scenario) {
      const { id } = scenario.rowOwner === 'own' ? scenario.by.person : await scenario.user()
      const body = { user: id, question: 1, response: 'Colégio' }
      return { input: { body }, row: { table: 'users', id } }
    },
    problems: {
      'user-not-found': 'missing',
      'secret-question-not-found': ({ input: { body } }) => ({
        body: { ...body, question: missingId },
      }),
    },
    audit: { target: onRow('user'), tells: [] },
  },
  userRecoveryAccount: {
    scope: 'none',
    async make(scenario) {
      const { email, response } = await scenario.userWithAnswer()
      return { input: { body: { email, question: 1, response } } }
    },
    problems: {},
    audit: {
      target: ({ input }) => `email:${input.body.email}`,
      tells: ['after'],
      who: () => null,
    },
  },
  userResetPassword: {
    sensitive: "resetting a user's password",
    scope: 'company',
    everyPerson: true,
    async make(scenario) {
      const { id, email } = await scenario.user()
      return { input: { body: { email } }, row: { table: 'users', id } }
    },
    problems: {
      'user-not-found': 'missing',
      'user-of-other-companies': targetInOtherCompanies(),
      'user-not-active': async (_, scenario) => ({
        body: { email: (await scenario.user({ blocked: true })).email },
      }),
      'recovery-frozen': async ({ input, row }, { app }) => {
        const until = after(app.clock.now(), hours(72))
        await setFreeze(app.db, Number(row?.id), until)
        return input
      },
      'email-change-pending': async ({ input, row }, scenario) => {
        await changeEmailOf(scenario, Number(row?.id))
        return input
      },
    },
    audit: { target: onRow('user'), tells: [] },
  },
}
