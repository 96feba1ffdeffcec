import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { BreakableLink } from '../../../test/testing/breakable-link.ts'
import { Mailbox } from '../../../test/testing/mailbox.ts'
import { createTestApp, type TestApp } from '../../../test/testing/test-app.ts'

describe('a mail server that accepts connections and does not respond', () => {
  const mailbox = new Mailbox()
  let link: BreakableLink
  let app: TestApp

  beforeAll(async () => {
    link = new BreakableLink(await mailbox.open())
    app = await createTestApp({ config: { smtpUrl: `smtp://127.0.0.1:${await link.open()}` } })
  })
  afterAll(async () => {
    await app.close()
    await link.cut()
    await mailbox.close()
  })

  test('delays no other message, and each message arrives once after it responds again', async () => {
    link.silence()
    const people = await Promise.all(Array.from({ length: 12 }, () => app.build.user()))
    const signedIn = await Promise.all(people.map(({ email }) => app.trips.signIn(email)))
    expect(mailbox.received).toEqual([])
    for (const { token, cookie } of signedIn)
      expect((await app.trips.validate(token, cookie)).status).toBe(200)

    await link.cut()
    await link.open()
    await vi.waitFor(() => expect(mailbox.received).toHaveLength(12), { timeout: 20_000 })
    const to = mailbox.received.map((mail) => /^To: (.*)\r$/m.exec(mail)?.[1]).sort()
    expect(to).toEqual(people.map(({ email }) => email).sort())
    await vi.waitFor(
      async () => {
        const waiting = await app.db
          .selectFrom('outbox')
          .select('id')
          .where('sent_at', 'is', null)
          .execute()
        expect(waiting).toEqual([])
      },
      { timeout: 10_000 },
    )
  }, 60_000)
})
