import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { administratorProfileId } from '../../contract/constants.ts'
import { defaultPassword, type Visitor } from '../../test/testing/builders.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { expectOnAllInstances } from '../../test/testing/instance-outcomes.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'
import { secretsKey } from '../../test/testing/test-environment.ts'
import { answerWith, makeRecoveryCodes, makeTotp } from '../../test/testing/totp-trips.ts'
import { Keyring } from '../secrets/keyring.ts'
import { hours } from '../shared/clock.ts'
import { recoverAdministrator } from './recover-administrator.ts'

let app: TestApp
let administrator: Visitor

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
  administrator = await app.build.consoleUser({ profileId: administratorProfileId })
})

const recover = (email = administrator.email) =>
  recoverAdministrator(app.db, email, { keyring: new Keyring([secretsKey]), clock: app.clock })
const signIn = (password: string) =>
  app.client.call('authLocal', { headers: basic(administrator.email, password) })
const subjects = async (to: string) =>
  (await readMessages(app.outbox, { to })).map(({ subject }) => subject)

describe('administrator:recover', () => {
  test('lets the administrator in with what it prints, without any mail', async () => {
    const { email } = administrator
    const { who: before } = await makeTotp(app, administrator)
    const [former = ''] = await makeRecoveryCodes(app, before, email)
    const { password, codes } = await recover()

    await expectOnAllInstances([app], before, '401 access-token-expired')
    expect((await signIn(defaultPassword)).outcome).toBe('401 invalid-credentials')
    const { Session: session, ChallengeName } = (await signIn(password)).data
    expect(ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
    const newPassword = 'Bom-Dia-Vizinho-1987?'
    const secretQuestion = { user: email, question: 1, response: 'Praça' }
    const body = { session, email, oldPassword: password, newPassword, secretQuestion }
    expect((await app.client.call('userSetPassword', { body })).outcome).toBe('200')

    const next = (await signIn(newPassword)).data
    expect(next.destinations).toMatchObject({ RECOVERY_CODE: 'Código de recuperação' })
    expect(next.destinations).not.toHaveProperty('SOFTWARE_TOKEN_MFA')
    const begun = { session: next.Session, email }
    expect((await answerWith(app, begun, former, 'RECOVERY_CODE')).outcome).toBe(
      '400 mfa-invalid-code',
    )
    const answer = await answerWith(app, begun, codes[0] ?? '', 'RECOVERY_CODE')
    expect(answer.data).toMatchObject({ expired: false })
    const texts = (await readMessages(app.outbox, { to: email })).map(({ text }) => text)
    for (const secret of [password, ...codes]) expect(texts.join('\n')).not.toContain(secret)
  })

  test('the temporary password expires after 24 hours', async () => {
    const { password } = await recover()
    app.clock.advance(hours(24) - 1)
    expect((await signIn(password)).outcome).toBe('200')
    app.clock.advance(1)
    expect((await signIn(password)).outcome).toBe('401 invalid-credentials')
  })

  test('is recorded, without secrets, and notified to all administrators', async () => {
    const other = await app.build.consoleUser({ profileId: administratorProfileId })
    await makeTotp(app, administrator)
    await recover()
    expect(await lastEvent(app.db)).toMatchObject({
      operation: 'recoverAdministrator',
      event: 'administrator.recovered',
      target: `user:${administrator.id}`,
      user_id: null,
      after: { removed_passkeys: 0, removed_totp: true },
    })
    expect(await subjects(administrator.email)).toContain('Seu acesso foi recuperado no servidor')
    expect(await subjects(other.email)).toContain(
      'O acesso de um administrador foi recuperado no servidor',
    )
  })

  test.each<[string, object]>([
    ['is blocked or deleted', { suspended: true }],
    ['is blocked or deleted', { active: false }],
    ['signs in at an identity provider', { federated: true }],
  ])('refuses an administrator who %s, and changes nothing', async (reason, change) => {
    await app.db.updateTable('users').set(change).where('id', '=', administrator.id).execute()
    await expect(recover()).rejects.toThrow(reason)
    expect(await subjects(administrator.email)).toEqual([])
  })

  test('refuses a user who is no administrator, and an unknown e-mail', async () => {
    const master = await app.build.consoleUser()
    await expect(recover(master.email)).rejects.toThrow(`${master.email} is not an administrator`)
    await expect(recover('nobody@x.example')).rejects.toThrow('no user has the e-mail')
  })
})
