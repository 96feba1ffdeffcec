/**
 * Walks all states of an account (factors) and of an attacker (one possession) and performs every way in that the
 * possession allows: none may reach a session within the wait. An owner who has everything always gets in (issue 37 §6).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltUser, defaultPassword, type Visitor } from '../../test/testing/builders.ts'
import { administratorProfileId } from '../../contract/constants.ts'
import { arriveInConsole } from '../../test/testing/console-client.ts'
import { linkTo } from '../../test/testing/people.ts'
import { enterByPasskey, makePasskey } from '../../test/testing/passkey-trips.ts'
import {
  completeDue,
  giveSecretAnswer,
  mailedPassword,
  newPassword,
  recoverByAnswer,
  signInWith,
} from '../../test/testing/recovery-trips.ts'
import type { SoftwareAuthenticator } from '../../test/testing/software-authenticator.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { appCode, makeRecoveryCodes, makeTotp } from '../../test/testing/totp-trips.ts'
import { hours, seconds } from '../shared/clock.ts'

const flags = [false, true]
/** Factors of the owner. The telephone is where SMS go. */
const states = flags.flatMap((passkey) =>
  flags.flatMap((totp) =>
    flags.flatMap((codes) => flags.map((telephone) => ({ passkey, totp, codes, telephone }))),
  ),
)
type State = (typeof states)[number]

const possessions = ['password', 'mailbox', 'telephone', 'administrator'] as const
type Possession = (typeof possessions)[number]

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.db.deleteFrom('rate_limits').execute())

interface Owner extends BuiltUser {
  authenticator: SoftwareAuthenticator | undefined
  appCode: (() => string) | undefined
  recoveryCode: string | undefined
}

/**
 * Creates an account in this state, without sessions, of a company with a master user unless `alone`. The secret answer
 * is known to all.
 */
async function ownerIn(
  { passkey, totp, codes, telephone }: State,
  { alone = false } = {},
): Promise<Owner> {
  const user = await app.build.user()
  const { id } = user
  if (!alone) await linkTo(app, id, (await app.build.consoleUser()).company.id)
  const phone_number = telephone ? '5541987650001' : null
  await app.db.updateTable('users').set({ phone_number }).where('id', '=', id).execute()
  await giveSecretAnswer(app.db, user)
  const who = await app.trips.enter(user)
  const authenticator = passkey ? (await makePasskey(app, user, {}, who)).authenticator : undefined
  const secret = totp ? (await makeTotp(app, user, who)).secret : undefined
  const [recoveryCode] = codes ? await makeRecoveryCodes(app, who, user.email) : []
  await app.db
    .updateTable('sessions')
    .set({ ended_at: app.clock.now(), end_reason: 'sign-out' })
    .where('user_id', '=', id)
    .execute()
  app.clock.advance(seconds(60))
  return {
    ...user,
    authenticator,
    appCode: secret === undefined ? undefined : () => appCode(secret, app.clock.now()),
    recoveryCode,
  }
}

/** What the holder of these possessions reads and can use. */
class Holder {
  readonly #owner: Owner
  readonly #has: readonly (Possession | 'own factors')[]
  #administrator: Visitor | undefined
  constructor(owner: Owner, has: readonly (Possession | 'own factors')[]) {
    this.#owner = owner
    this.#has = has
  }

  /** Tries every way in. Returns whether one reached a session. */
  async getsIn(): Promise<boolean> {
    const { email, authenticator } = this.#owner
    if (this.#holds('own factors') && authenticator) {
      await enterByPasskey(app, authenticator)
      return true
    }
    if (this.#holds('password') && (await this.#completes(defaultPassword))) return true
    await this.askForRecovery()
    const temporary = await this.#mailedPassword()
    if (temporary === undefined) return false
    const answer = await signInWith(app, this.#owner, temporary)
    if (answer.outcome !== '200') return false
    const { Session: session } = answer.data
    const proofs = this.#holds('own factors') ? this.#codes() : []
    for (const proof of [undefined, ...proofs]) {
      const body = { session, email, oldPassword: temporary, newPassword, ...(proof && { proof }) }
      const set = await app.client.call('userSetPassword', { body })
      if (set.outcome === '200') return this.#completes(newPassword)
    }
    return false
  }

  /** Asks for everything that this holder can ask for: a recovery, and a reset if there is an administrator. */
  async askForRecovery(): Promise<void> {
    const { email } = this.#owner
    await recoverByAnswer(app, this.#owner)
    if (!this.#holds('administrator')) return
    this.#administrator ??= await app.build.consoleUser({ profileId: administratorProfileId })
    const admin = await arriveInConsole(app, this.#administrator)
    await admin.call('userResetPassword', { body: { email } })
    const params = { userId: String(this.#owner.id) }
    const { recoveries } = (await admin.call('recoveryListOfUser', { params })).data
    for (const { id } of recoveries)
      await admin.call('recoveryApproveOfUser', { params: { ...params, id: String(id) } })
    const started = await admin.call('recoveryStartOfUser', { params, body: { reason: 'x' } })
    if (started.outcome !== '200') return
    await admin.call('recoveryApproveOfUser', {
      params: { ...params, id: String(started.data.id) },
    })
  }

  #holds(possession: Possession | 'own factors'): boolean {
    return this.#has.includes(possession)
  }

  #codes() {
    const { appCode: code, recoveryCode } = this.#owner
    return [
      ...(code ? [{ challengeName: 'SOFTWARE_TOKEN_MFA' as const, code: code() }] : []),
      ...(recoveryCode === undefined
        ? []
        : [{ challengeName: 'RECOVERY_CODE' as const, code: recoveryCode }]),
    ]
  }

  async #mailedPassword(): Promise<string | undefined> {
    return this.#holds('mailbox') ? mailedPassword(app, this.#owner) : undefined
  }

  /** Completes a sign-in with this password: a mailed code, an SMS, or an own code. */
  async #completes(password: string): Promise<boolean> {
    const { email } = this.#owner
    const begun = await signInWith(app, this.#owner, password)
    if (begun.outcome !== '200') return false
    const { Session: session, destinations } = begun.data
    const tries: {
      challengeName: 'EMAIL_OTP' | 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA' | 'RECOVERY_CODE'
      code: string
    }[] = []
    if (this.#holds('mailbox'))
      tries.push({ challengeName: 'EMAIL_OTP', code: await app.trips.sendCode(session, email) })
    if (this.#holds('telephone') && destinations?.SMS_MFA !== undefined)
      tries.push({
        challengeName: 'SMS_MFA',
        code: await app.trips.sendCode(session, email, 'SMS_MFA'),
      })
    if (this.#holds('own factors')) tries.push(...this.#codes())
    for (const each of tries) {
      const answer = await app.client.call('userChangeMfa', { body: { session, email, ...each } })
      if (answer.outcome === '200') return true
    }
    return false
  }
}

const nameOf = (state: State): string =>
  Object.entries(state)
    .flatMap(([name, has]) => (has ? [name] : []))
    .join(', ') || 'none'

describe.each(states.map((state) => [nameOf(state), state] as const))('factors: %s', (_, state) => {
  const protectedBy = state.passkey || state.totp

  test.each(possessions)('the %s alone reaches no session before the wait is over', async (one) => {
    const owner = await ownerIn(state)
    const attacker = new Holder(owner, [one])
    // The specified recovery of accounts without an own factor: secret answer and mailbox are two proofs.
    const specified = one === 'mailbox' && !protectedBy
    expect(await attacker.getsIn()).toBe(specified)
    app.clock.advance(hours(23))
    await app.db.deleteFrom('rate_limits').execute()
    if (!specified) expect(await attacker.getsIn()).toBe(false)
  })

  test('the owner with everything gets in, also after a report by somebody else', async () => {
    const owner = await ownerIn(state)
    const everything = ['password', 'mailbox', 'telephone', 'own factors'] as const
    await app.db
      .updateTable('users')
      .set({ recovery_frozen_until: new Date(app.clock.now().getTime() + hours(72)) })
      .where('id', '=', owner.id)
      .execute()
    expect(await new Holder(owner, everything).getsIn()).toBe(true)
  })

  test('the owner who lost password and factors gets in after the wait', async () => {
    const owner = await ownerIn(state)
    const rest = new Holder(owner, ['mailbox', 'telephone'])
    if (await rest.getsIn()) return expect(protectedBy).toBe(false)
    app.clock.advance(hours(24))
    await app.db.deleteFrom('rate_limits').execute()
    expect(await rest.getsIn()).toBe(true)
  })
})

const withoutPhone = states.filter(({ telephone }) => !telephone)

describe.each(withoutPhone.map((state) => [nameOf(state), state] as const))(
  'without anybody to notify, factors: %s',
  (_, state) => {
    const protectedBy = state.passkey || state.totp
    const alone = async () => {
      // Without other people there are no administrators who could be notified.
      await app.db.updateTable('users').set({ suspended: true }).execute()
      return ownerIn(state, { alone: true })
    }

    test.each(possessions)(
      'the %s alone reaches no session, however long it waits',
      async (one) => {
        const attacker = new Holder(await alone(), [one])
        const specified = one === 'mailbox' && !protectedBy
        expect(await attacker.getsIn()).toBe(specified)
        for (const passed of specified ? [] : [hours(24), hours(24), hours(120)]) {
          app.clock.advance(passed)
          await completeDue(app)
          await app.db.deleteFrom('rate_limits').execute()
          expect(await attacker.getsIn()).toBe(false)
        }
      },
    )

    test('the owner with everything gets in, and with the mailbox alone never waits', async () => {
      const owner = await alone()
      await new Holder(owner, ['mailbox']).askForRecovery()
      const started = app.db.selectFrom('recoveries').select('waits_until')
      expect(await started.where('user_id', '=', owner.id).execute()).toEqual(
        protectedBy ? [{ waits_until: null }] : [],
      )
      const everything = ['password', 'mailbox', 'own factors'] as const
      expect(await new Holder(owner, everything).getsIn()).toBe(true)
    })
  },
)
