import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltUser, defaultPassword } from '../../test/testing/builders.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'
import { answerWith, makeRecoveryCodes } from '../../test/testing/totp-trips.ts'

let app: TestApp
let user: BuiltUser
let who: SignedIn
let recovery: string[]

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
  user = await app.build.user()
  who = await app.trips.enter(user)
  recovery = await makeRecoveryCodes(app, who, user.email)
})

const begin = async () => ({ session: await app.trips.begin(user.email), email: user.email })
const outcomesOf = (answers: { outcome: string }[]) =>
  answers.map(({ outcome }) => outcome).toSorted()
const recoveryCode = (place = 0) => recovery[place] ?? ''
const mails = () => readMessages(app.outbox, { to: user.email })

describe('a recovery code', () => {
  test('completes one sign-in, in any case and without hyphens, and is notified', async () => {
    const typed = recoveryCode().toLowerCase().replaceAll('-', ' ')
    const answer = await answerWith(app, await begin(), typed, 'RECOVERY_CODE')
    expect(answer.data).toMatchObject({ expired: false })
    expect((await mails()).at(-1)).toMatchObject({
      subject: 'Um código de recuperação foi usado',
      text: expect.stringContaining('Ele não vale mais.') as string,
    })
    expect((await lastEvent(app.db)).after).toEqual({ channel: 'RECOVERY_CODE' })
    const { recovery_codes } = (await app.client.call('factorList', who)).data
    expect(recovery_codes?.unused).toBe(9)
    const again = await answerWith(app, await begin(), recoveryCode(), 'RECOVERY_CODE')
    expect(again.outcome).toBe('400 mfa-invalid-code')
  })

  test('is accepted once by requests at once, of one sign-in or of several, and notified once', async () => {
    const sent = await mails()
    const signs = [await begin(), await begin(), await begin()]
    const all = [...signs, ...signs].map((each) =>
      answerWith(app, each, recoveryCode(), 'RECOVERY_CODE'),
    )
    const outcomes = (await Promise.all(all)).filter(({ outcome }) => outcome === '200')
    expect(outcomes).toHaveLength(1)
    const subjects = (await mails()).slice(sent.length).map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual([
      'Entrada na sua conta por um navegador novo',
      'Um código de recuperação foi usado',
    ])
  })

  test('that loses against another code of the same sign-in stays unused', async () => {
    const sign = await begin()
    const both = await Promise.all(
      [0, 1].map((place) => answerWith(app, sign, recoveryCode(place), 'RECOVERY_CODE')),
    )
    expect(outcomesOf(both)).toEqual(['200', '409 mfa-session-used'])
    const { recovery_codes } = (await app.client.call('factorList', who)).data
    expect(recovery_codes?.unused).toBe(9)
  })

  test('of another user, or replaced by newer ones, is refused', async () => {
    const other = await app.build.user()
    const [foreign = ''] = await makeRecoveryCodes(app, await app.trips.enter(other), other.email)
    const sign = await begin()
    for (const code of [foreign, recoveryCode()]) {
      if (code !== foreign) await makeRecoveryCodes(app, who, user.email)
      const answer = await answerWith(app, sign, code, 'RECOVERY_CODE')
      expect(answer.outcome).toBe('400 mfa-invalid-code')
    }
  })

  test('the tenth is the last: then they are no longer offered', async () => {
    for (const code of recovery) {
      await app.db.deleteFrom('rate_limits').execute()
      const answer = await answerWith(app, await begin(), code, 'RECOVERY_CODE')
      expect(answer.outcome).toBe('200')
    }
    const { destinations } = (
      await app.client.call('authLocal', { headers: basic(user.email, defaultPassword) })
    ).data
    expect(destinations).not.toHaveProperty('RECOVERY_CODE')
  })
})
