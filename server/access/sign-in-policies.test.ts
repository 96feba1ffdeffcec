import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorProfileId } from '../../contract/constants.ts'
import type { SignInPolicy } from '../../contract/sign-in-policies.ts'
import type { Visitor } from '../../test/testing/builders.ts'
import { enterByPasskey, makePasskey } from '../../test/testing/passkey-trips.ts'
import { settleNotifications } from '../../test/testing/settle-notifications.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'
import type { AuthenticationMethod } from '../../contract/authentication.ts'
import { days } from '../shared/clock.ts'

let app: TestApp
let visitor: Visitor

beforeAll(async () => {
  app = await createTestApp()
  visitor = await app.build.visitor()
})
afterAll(() => app.close())

/** Sets the policy of a company by SQL, as another process would. */
async function requirePolicy(
  policy: SignInPolicy,
  from: Date | null,
  companyId = visitor.company.id,
) {
  const values = { sign_in_policy: policy, sign_in_policy_begins_at: from }
  await app.db.updateTable('companies').set(values).where('id', '=', companyId).execute()
  await settleNotifications(app, app.db)
}

/** A session of the user that authenticated by these methods. */
async function sessionBy(amr: AuthenticationMethod[], of = visitor): Promise<SignedIn> {
  const who = await app.trips.enter(of)
  const { sub, sid } = JSON.parse(atob(who.token.split('.')[1] ?? '')) as Record<string, string>
  await app.db
    .updateTable('sessions')
    .set({ amr })
    .where('id', '=', sid ?? '')
    .execute()
  expect(sub).toBe(String(of.id))
  return who
}

const outcomeOf = async (who: SignedIn, at = visitor.at) =>
  (await app.trips.askForCode(who, at)).outcome

describe('the policy of a company', () => {
  test.each<[AuthenticationMethod[], string, string]>([
    [['pwd', 'mfa'], '403 second-factor-required', '403 passkey-required'],
    [['pwd', 'sms', 'mfa'], '403 second-factor-required', '403 passkey-required'],
    [['pwd', 'otp', 'mfa'], '200', '403 passkey-required'],
    [['pwd', 'pop', 'user', 'mfa'], '200', '200'],
    [['pop', 'user', 'mfa'], '200', '200'],
    [['fed'], '403 second-factor-required', '403 passkey-required'],
    [['fed', 'otp'], '403 second-factor-required', '403 passkey-required'],
    [['fed', 'mfa'], '200', '403 passkey-required'],
    [['fed', 'pop'], '200', '200'],
  ])('after a sign-in by %j: second factor %s, passkey %s', async (amr, factor, passkey) => {
    const who = await sessionBy(amr)
    const now = app.clock.now()
    await requirePolicy('second-factor', now)
    expect(await outcomeOf(who)).toBe(factor)
    await requirePolicy('passkey', now)
    expect(await outcomeOf(who)).toBe(passkey)
    await requirePolicy('none', null)
    expect(await outcomeOf(who)).toBe('200')
  })

  test('applies from its first instant on', async () => {
    const who = await sessionBy(['pwd', 'mfa'])
    await requirePolicy('passkey', new Date(app.clock.now().getTime() + 1))
    expect(await outcomeOf(who)).toBe('200')
    app.clock.advance(1)
    expect(await outcomeOf(who)).toBe('403 passkey-required')
  })

  test('leaves issued tokens valid, and applies to this company only', async () => {
    await requirePolicy('none', null)
    const who = await sessionBy(['pwd', 'mfa'])
    const { token } = await app.trips.arrive(who, visitor.at)
    const elsewhere = await app.build.visitor({ user: visitor, module: visitor.module })
    await requirePolicy('passkey', app.clock.now())
    expect(await outcomeOf(who)).toBe('403 passkey-required')
    expect(await outcomeOf(who, elsewhere.at)).toBe('200')
    expect((await app.trips.validate(token)).outcome).toBe('200')
  })

  test('of a place without access is not revealed', async () => {
    await requirePolicy('passkey', app.clock.now())
    const stranger = await app.build.visitor()
    const who = await app.trips.enter(stranger)
    expect(await outcomeOf(who, visitor.at)).toBe('404 module-not-found')
  })

  test('is read from the cache until the company changes', async () => {
    await requirePolicy('none', null)
    const who = await sessionBy(['pwd', 'mfa'])
    expect([await outcomeOf(who), await outcomeOf(who)]).toEqual(['200', '200'])
    await requirePolicy('passkey', app.clock.now())
    expect(await outcomeOf(who)).toBe('403 passkey-required')
  })

  test('is read again when only its begin has changed', async () => {
    const who = await sessionBy(['pwd', 'mfa'])
    await requirePolicy('passkey', new Date(app.clock.now().getTime() + days(1)))
    expect(await outcomeOf(who)).toBe('200')
    await requirePolicy('passkey', app.clock.now())
    expect(await outcomeOf(who)).toBe('403 passkey-required')
  })
})

describe('the access page', () => {
  const policies = async (who: SignedIn) => {
    const body = { access_token: who.token }
    const { companies } = (await app.client.call('userInitialPermissions', { ...who, body })).data
    return companies.find(({ id }) => id === visitor.company.id)?.sign_in_policy
  }

  test('shows a policy before and after its begin, and whether the user is ready', async () => {
    const user = await app.build.user()
    const other = await app.build.visitor({
      user,
      company: visitor.company,
      module: visitor.module,
      profileId: visitor.profileId,
    })
    const { who, authenticator } = await makePasskey(app, other)
    const begin = new Date(app.clock.now().getTime() + days(3))
    await requirePolicy('passkey', begin)
    const shown = { policy: 'passkey', begin_date: begin.toISOString() }
    expect(await policies(who)).toEqual({ ...shown, ready: true })
    expect(await policies(await app.trips.enter(visitor))).toEqual({ ...shown, ready: false })
    await app.db.updateTable('users').set({ federated: true }).where('id', '=', user.id).execute()
    expect(await policies(who)).toEqual({ ...shown, ready: null })
    await app.db.updateTable('users').set({ federated: false }).where('id', '=', user.id).execute()
    await requirePolicy('none', null)
    expect(await policies(await enterByPasskey(app, authenticator))).toBeNull()
  })
})

describe('CONSOLE_SIGN_IN_POLICY', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await createTestApp({ config: { consoleSignInPolicy: 'passkey' } })
  })
  afterAll(() => strict.close())

  test('refuses holders of profiles 1 to 4 in the console, and only there', async () => {
    const administrator = await strict.build.consoleUser({ profileId: administratorProfileId })
    const who = await strict.trips.enter(administrator)
    const ask = async (at = administrator.at) => (await strict.trips.askForCode(who, at)).outcome
    expect(await ask()).toBe('403 passkey-required')
    const elsewhere = await strict.build.visitor({ user: administrator })
    expect(await ask(elsewhere.at)).toBe('200')
    const { authenticator } = await makePasskey(strict, administrator)
    const byPasskey = await enterByPasskey(strict, authenticator)
    expect((await strict.trips.askForCode(byPasskey, administrator.at)).outcome).toBe('200')
  })

  test('does not apply to master users', async () => {
    const master = await strict.build.consoleUser()
    const who = await strict.trips.enter(master)
    expect((await strict.trips.askForCode(who, master.at)).outcome).toBe('200')
  })
})
