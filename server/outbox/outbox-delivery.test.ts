import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Mailbox } from '../../test/testing/mailbox.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { enqueueMessage, markFailed, markSent, takeDue } from './outbox-queries.ts'

describe('outbox delivery', () => {
  const mailbox = new Mailbox()
  const texts: { to: string; text: string; authorization: string | undefined }[] = []
  const gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { to, text } = JSON.parse(body) as { to: string; text: string }
      texts.push({ to, text, authorization: request.headers.authorization })
      response.writeHead(202).end()
    })
  })
  let app: TestApp

  beforeAll(async () => {
    gateway.listen(0, '127.0.0.1')
    await once(gateway, 'listening')
    const { port } = gateway.address() as AddressInfo
    app = await createTestApp({
      config: {
        smtpUrl: await mailbox.open(),
        smsGateway: { url: `http://127.0.0.1:${port}/messages`, token: 'chave' },
      },
    })
  })
  afterAll(async () => {
    await app.close()
    await mailbox.close()
    gateway.close()
  })

  const begin = async (email: string, answer: 'EMAIL_OTP' | 'SMS_MFA') => {
    const session = await app.trips.begin(email)
    await app.client.call('userChooseMfa', { body: { session, email, answer } })
  }
  const rowOf = (recipient: string) =>
    app.db
      .selectFrom('outbox')
      .selectAll()
      .where('recipient', '=', recipient)
      .executeTakeFirstOrThrow()

  test('sends mail by SMTP as text and HTML, and deletes the stored code', async () => {
    const { email } = await app.build.user()
    await begin(email, 'EMAIL_OTP')
    await vi.waitFor(() => expect(mailbox.received).toHaveLength(1), { timeout: 10_000 })
    const [mail = ''] = mailbox.received
    expect(mail).toContain(`To: ${email}`)
    expect(mail).toContain('text/plain')
    expect(mail).toContain('text/html')
    expect(mail).not.toMatch(/https?:\/\/(?!localhost)/)
    expect(mail).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
    expect(mail).toMatch(/^X-Auto-Response-Suppress: OOF, AutoReply\r?$/m)
    await vi.waitFor(async () => expect((await rowOf(email)).sent_at).not.toBeNull(), {
      timeout: 10_000,
    })
    const row = await rowOf(email)
    expect([row.sealed_text, row.key_id]).toEqual([null, null])
  })

  test('sends SMS through the gateway with its key', async () => {
    const { email } = await app.build.user({ phone: '5511987650001' })
    await begin(email, 'SMS_MFA')
    await vi.waitFor(() => expect(texts).toHaveLength(1), { timeout: 10_000 })
    expect(texts[0]).toEqual({
      to: '5511987650001',
      text: expect.stringMatching(/\b\d{6}\b/) as string,
      authorization: 'Bearer chave',
    })
  })

  test('keeps a refused message visible and retries until it is accepted', async () => {
    mailbox.refusals = 1
    const before = mailbox.received.length
    const { email } = await app.build.user()
    await begin(email, 'EMAIL_OTP')
    await vi.waitFor(async () => expect((await rowOf(email)).attempts).toBe(1), { timeout: 10_000 })
    expect((await rowOf(email)).last_error).toBe('O servidor de e-mail recusou a mensagem: 451.')
    await vi.waitFor(() => expect(mailbox.received).toHaveLength(before + 1), { timeout: 15_000 })
    await vi.waitFor(async () => expect((await rowOf(email)).sent_at).not.toBeNull(), {
      timeout: 10_000,
    })
  })

  test('does not resend a sent message whose text is kept, as in the demo', async () => {
    const trial = await app.db.startTransaction().execute()
    try {
      const to = 'demo@operadora.example'
      const due = async () => (await takeDue(trial, 1000)).filter((one) => one.to === to)
      const message = { channel: 'email', to, subject: 'x', text: 'x' } as const
      await enqueueMessage(trial, app.app.keyring, message)
      const [first, ...more] = await due()
      expect(more).toEqual([])
      await markSent(trial, first?.id ?? '', true)
      expect(await due()).toEqual([])
    } finally {
      await trial.rollback().execute()
    }
  })

  test.each([
    [1, 1],
    [2, 2],
    [3, 4],
    [10, 512],
    [11, 900],
    [40, 900],
  ])('retries a message refused %i times after %i seconds', async (times, seconds) => {
    // Rolled back afterwards. The message is never committed, so the delivery of the server does not see it.
    const trial = await app.db.startTransaction().execute()
    try {
      const to = 'recusada@operadora.example'
      const message = { channel: 'email', to, subject: 'x', text: 'x' } as const
      await enqueueMessage(trial, app.app.keyring, message)
      const [due] = (await takeDue(trial, 20)).filter((one) => one.to === to)
      await markFailed(trial, due?.id ?? '', times - 1, 'x')
      const { rows } = await sql`select extract(epoch from next_attempt_at - now())::integer as wait
        from outbox where recipient = ${to}`.execute(trial)
      expect(rows).toEqual([{ wait: seconds }])
    } finally {
      await trial.rollback().execute()
    }
  })
})
