import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { formatInstant } from '../../contract/shown.ts'
import type { BuiltUser } from '../../test/testing/builders.ts'
import { freeEmail, insertPendingChange } from '../../test/testing/email-change-rows.ts'
import { callAs } from '../../test/testing/passkey-trips.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'
import { after, days, hours } from '../shared/clock.ts'

let app: TestApp
let user: BuiltUser
let who: SignedIn
let email: string

beforeAll(async () => {
  app = await createTestApp({ config: { emailChangeWaitHours: 100, recoveryWaitHours: 30 } })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
  user = await app.build.user()
  who = await app.trips.enter(user)
  email = freeEmail()
})

const start = (to = email) =>
  callAs(app, who, user.email, 'emailChangeStart', { body: { email: to } })
const textsTo = async (to: string) => (await readMessages(app.outbox, { to })).map((m) => m.text)
const lastTo = async (to: string) => (await textsTo(to)).at(-1) ?? ''
/** Returns the token of the link 'Não fui eu' in a mail. */
const reportToken = (text: string) => /\/not-me#(\S+)$/m.exec(text)?.[1]
const report = (token = '') => app.client.call('accountReport', { body: { token } })

test('the mails state the exact times, by the configured wait', async () => {
  await start()
  const now = app.clock.now()
  expect(await lastTo(user.email)).toContain(
    `a partir de ${formatInstant(after(now, hours(100)).toISOString())}`,
  )
  expect(await lastTo(email)).toContain(
    `vale até ${formatInstant(after(now, days(7)).toISOString())}`,
  )
  const { data } = await app.client.call('emailChangeGet', who)
  expect(data).toMatchObject({
    wait_hours: 100,
    pending: { takes_effect_at: after(now, hours(100)).toISOString() },
  })
  expect((await app.client.call('recoveryList', who)).data.wait_hours).toBe(30)
})

test("'Não fui eu' in the mail to the old address cancels the change and ends the session that started it", async () => {
  await start()
  const code = /\?mailbox=new#(\S+)$/m.exec(await lastTo(email))?.[1] ?? ''
  expect((await report(reportToken(await lastTo(user.email)))).outcome).toBe('200')
  const confirmed = await app.client.call('emailChangeConfirm', { body: { code } })
  expect(confirmed.outcome).toBe('410 email-change-link-invalid')
  expect((await app.trips.validate(who.token, who.cookie)).outcome).toBe('401 access-token-expired')
  who = await app.trips.enter(user)
  expect((await start(freeEmail())).outcome).toBe('409 recovery-frozen')
})

test("the notice of a cancelled change has the link 'Não fui eu'", async () => {
  await start()
  await app.client.call('emailChangeCancel', who)
  const text = await lastTo(user.email)
  expect(text).toContain('foi cancelada')
  expect((await report(reportToken(text))).outcome).toBe('200')
})

test("the notice of a completed change has the link 'Não fui eu' for the old address only", async () => {
  const { oldCode, newCode } = await insertPendingChange(app, user, email)
  for (const code of [newCode, oldCode])
    await app.client.call('emailChangeConfirm', { body: { code } })
  expect((await textsTo(email)).map(reportToken)).toEqual([undefined])
  expect((await report(reportToken(await lastTo(user.email)))).outcome).toBe('200')
  // A report ends sessions; it does not undo the change.
  const stored = app.db.selectFrom('users').select('email').where('id', '=', user.id)
  expect((await stored.executeTakeFirstOrThrow()).email).toBe(email)
})
