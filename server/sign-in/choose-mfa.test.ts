import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BuiltUser } from '../../test/testing/builders.ts'
import { minutes } from '../shared/clock.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { countRows, createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Starts a sign-in that waits for the choice of a channel. */
async function begun(user?: BuiltUser): Promise<{ email: string; session: string }> {
  const { email } = user ?? (await app.build.user())
  return { email, session: await app.trips.begin(email) }
}

const choose = (body: { session: string; email: string; answer: 'SMS_MFA' | 'EMAIL_OTP' }) =>
  app.client.call('userChooseMfa', { body })

describe('POST /user/choose-mfa', () => {
  test('sends six digits to the stored phone, and reveals neither digits nor number', async () => {
    const { email, session } = await begun(await app.build.user({ phone: '5511987654321' }))
    const answer = await choose({ session, email, answer: 'SMS_MFA' })
    expect(answer.data).toEqual({ Session: session, ChallengeName: 'SMS_MFA' })
    const [message] = await readMessages(app.outbox, { channel: 'sms' })
    expect(message?.to).toBe('5511987654321')
    expect(answer.text).not.toContain(/\d{6}/.exec(message?.text ?? '')?.[0] ?? '')
  })

  test.each(['SMS_MFA', 'EMAIL_OTP'] as const)(
    'the audit log records that a code was sent by %s',
    async (answer) => {
      const { email, session } = await begun(await app.build.user({ phone: '5511987654321' }))
      await choose({ session, email, answer })
      expect((await lastEvent(app.db)).after).toEqual({ channel: answer })
    },
  )

  test('SMS is refused without a stored phone', async () => {
    const { email, session } = await begun()
    expect((await choose({ session, email, answer: 'SMS_MFA' })).outcome).toBe('403 mfa-refused')
  })

  test('a code can be sent three times, not a fourth', async () => {
    const { email, session } = await begun()
    const outcomes = []
    for (let i = 0; i < 4; i++)
      outcomes.push((await choose({ session, email, answer: 'EMAIL_OTP' })).outcome)
    expect(outcomes).toEqual(['200', '200', '200', '403 mfa-refused'])
  })

  test('of many concurrent requests three send a code', async () => {
    const { email, session } = await begun()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => choose({ session, email, answer: 'EMAIL_OTP' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    const sent = await app.db
      .selectFrom('outbox')
      .select('id')
      .where('recipient', '=', email)
      .execute()
    expect(sent).toHaveLength(3)
  })

  test('another user’s e-mail is refused, and nothing is sent', async () => {
    const { session } = await begun()
    const { email } = await app.build.user()
    const before = await app.db.selectFrom('outbox').select('id').execute()
    expect((await choose({ session, email, answer: 'EMAIL_OTP' })).outcome).toBe('403 mfa-refused')
    expect(await app.db.selectFrom('outbox').select('id').execute()).toEqual(before)
  })

  test('an unknown handle is refused like an expired one, and stores no row', async () => {
    const before = await countRows(app.db)
    const answer = await choose({
      session: 'x'.repeat(43),
      email: 'a@b.example',
      answer: 'EMAIL_OTP',
    })
    expect(answer.outcome).toBe('401 mfa-session-expired')
    expect(await countRows(app.db)).toEqual(before)
  })

  test('a sign-in expires after exactly 15 minutes', async () => {
    const { email, session } = await begun()
    app.clock.advance(minutes(15) - 1)
    expect((await choose({ session, email, answer: 'EMAIL_OTP' })).outcome).toBe('200')
    app.clock.advance(1)
    expect((await choose({ session, email, answer: 'EMAIL_OTP' })).outcome).toBe(
      '401 mfa-session-expired',
    )
  })
})
