import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Mailbox } from '../../test/testing/mailbox.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { enqueueBulk } from './bulk-mail.ts'

const mailbox = new Mailbox()
let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ config: { smtpUrl: await mailbox.open(), mailRate: 60 } })
})
afterAll(async () => {
  await app.close()
  await mailbox.close()
})

test('bulk mails sent in one batch delay the next batch by the time of all of them', async () => {
  const messages = [1, 2, 3, 4, 5].map((n) => ({
    to: `juntos${n}@operadora.example`,
    subject: 'Aviso',
    text: 'Um aviso.',
  }))
  await enqueueBulk(app.db, app.outbox.keyring, { messages })
  const sent = async () => {
    const { rows } = await sql<{ sent: number; delay: string }>`
      select count(sent_at) as sent, extract(epoch from (select next_at from outbox_pace) - max(sent_at))::text as delay
      from outbox where bulk`.execute(app.db)
    return rows[0]
  }
  await vi.waitFor(async () => expect((await sent())?.sent).toBe(5), { timeout: 15_000 })
  // At one mail per second, five mails take five seconds.
  expect(Number((await sent())?.delay)).toBe(5)
})
