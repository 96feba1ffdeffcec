import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { stuckAfter } from '../../contract/messages.ts'
import type { Change } from '../database/changes.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { administratorOf, type ConsoleClient, holderOf } from '../../test/testing/console-client.ts'
import { Mailbox } from '../../test/testing/mailbox.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { metricsToken } from '../../test/testing/test-environment.ts'
import { statementsDuring } from '../../test/testing/statements.ts'

const mailbox = new Mailbox()
let app: TestApp
let admin: ConsoleClient
/** An instant in the past. */
const longAgo = new Date('2024-01-31T02:30:15Z')

beforeAll(async () => {
  mailbox.refusals = Infinity
  app = await createTestApp({ config: { smtpUrl: await mailbox.open() } })
  admin = await administratorOf(app)
})
afterAll(async () => {
  await app.close()
  await mailbox.close()
})

/** A text that no key decrypts, so its delivery fails. */
const sealed = { sealed_text: Buffer.from('lacrado'), key_id: 'nenhuma' }

interface Waiting {
  recipient: string
  channel?: string
  subject?: string
  attempts?: number
  sent_at?: Date
  sealed_text?: null
  key_id?: null
}

/**
 * Inserts messages that are due in an hour, so that the server does not send them. By default each has one failed
 * attempt.
 */
async function waiting(...rows: Waiting[]): Promise<string[]> {
  const made = await app.db
    .insertInto('outbox')
    .values(
      rows.map((row) => ({
        channel: 'email',
        subject: 'Seu código de acesso',
        attempts: 1,
        last_error: 'O servidor de e-mail recusou a mensagem: 451.',
        next_attempt_at: sql<Date>`now() + interval '1 hour'`,
        ...sealed,
        ...row,
      })),
    )
    .returning('id')
    .execute()
  return made.map(({ id }) => id)
}

const rowOf = (recipient: string) =>
  app.db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', recipient)
    .executeTakeFirstOrThrow()

const listed = async (query: Parameters<typeof search>[0]) => (await search(query)).data
const search = (query: { search?: string }) => admin.call('messageList', { query })
const retry = (id: string, who = admin) => who.call('messageRetry', { params: { id } })

/** Requests a sign-in code that the mail server refuses. Returns the code. */
async function refusedCode(email: string): Promise<string> {
  const code = await app.trips.sendCode(await app.trips.begin(email), email)
  await vi.waitFor(async () => expect((await rowOf(email)).attempts).toBeGreaterThan(0), {
    timeout: 10_000,
  })
  return code
}

describe('GET /message', () => {
  test('lists a refused message without the code that the mail server echoes', async () => {
    mailbox.refuse = (mail) => `4.7.1 Looks like spam: ${mail.replace(/\s+/g, ' ')}`
    const { email } = await app.build.user()
    const code = await refusedCode(email)
    const answer = await search({ search: email })
    expect(answer.data.rows).toEqual([
      {
        id: (await rowOf(email)).id,
        channel: 'email',
        recipient: email,
        subject: 'Seu código de acesso',
        created_at: expect.any(String),
        attempts: expect.any(Number),
        next_attempt_at: expect.any(String),
        last_error: 'O servidor de e-mail recusou a mensagem: 451 4.7.1.',
        expired: false,
      },
    ])
    const { id, last_error } = await rowOf(email)
    const logged = app.log.filter((line) => line.includes(id))
    expect(logged.length).toBeGreaterThan(0)
    for (const [where, text] of Object.entries({
      answer: answer.text,
      last_error,
      logged: logged.join(),
    }))
      expect(text, where).not.toMatch(new RegExp(`\\b${code}\\b|Looks like spam`))
  })

  test('omits messages that were sent or not tried yet', async () => {
    await waiting(
      { recipient: 'chegou@lista.example', sent_at: longAgo },
      { recipient: 'nova@lista.example', attempts: 0 },
      { recipient: 'parada@lista.example' },
    )
    const { rows } = await listed({ search: '@lista.example' })
    expect(rows.map(({ recipient }) => recipient)).toEqual(['parada@lista.example'])
  })

  test('marks an expired message and refuses a retry', async () => {
    const [id = ''] = await waiting({
      recipient: 'tarde@lista.example',
      sealed_text: null,
      key_id: null,
    })
    const { rows } = await listed({ search: 'tarde@lista.example' })
    expect(rows).toMatchObject([{ id, expired: true }])
    expect((await retry(id)).outcome).toBe('404 message-not-found')
  })

  test.each(['sort=last_error', 'status=1', 'take=7', 'unknown=1'])(
    'refuses ?%s',
    async (query) => {
      const answer = await app.client.request('GET', `/api/message?${query}`, admin.who)
      expect(answer.outcome).toBe('400 invalid-input')
    },
  )

  test('reads only unsent messages, regardless of the number of sent ones', async () => {
    await sql`insert into outbox (channel, recipient, attempts, sent_at)
      select 'email', 'enviada' || i || '@lista.example', 1, now() from generate_series(1, 20000) i`.execute(
      app.db,
    )
    await sql`vacuum analyze outbox`.execute(app.db)
    const statements = await statementsDuring(async () => {
      await search({})
      await app.client.request('GET', '/metrics', { token: metricsToken })
    })
    const reads = statements.filter(
      ({ text }) => text.includes('from "outbox"') && !text.includes('for update'),
    )
    expect(reads).toHaveLength(3)
    for (const { text, values } of reads) {
      const { rows } = await app.db.executeQuery<{ 'QUERY PLAN': string }>({
        ...sql`select 1`.compile(app.db),
        sql: `explain ${text}`,
        parameters: values,
      })
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(/outbox_(pending|expiry)_idx/)
      expect(plan).not.toContain('Seq Scan')
    }
  })
})

describe('POST /message/{id}/retry', () => {
  test('sends a waiting message immediately, from any process', async () => {
    mailbox.refuse = () => 'try again later'
    const { email } = await app.build.user()
    const code = await refusedCode(email)
    await app.db
      .updateTable('outbox')
      .set({ next_attempt_at: sql<Date>`now() + interval '1 hour'` })
      .where('recipient', '=', email)
      .execute()
    const { id } = await rowOf(email)
    mailbox.refusals = 0
    expect((await retry(id)).outcome).toBe('200')
    await vi.waitFor(async () => expect((await rowOf(email)).sent_at).not.toBeNull(), {
      timeout: 10_000,
    })
    mailbox.refusals = Infinity
    expect(mailbox.received.filter((mail) => mail.includes(code))).toHaveLength(1)
    expect((await listed({ search: email })).rows).toEqual([])
    expect((await retry(id)).outcome).toBe('404 message-not-found')
  })

  test('notifies the process that received the call', async () => {
    const [id = ''] = await waiting({ recipient: 'anunciada@lista.example' })
    const heard: Change[] = []
    app.app.changes.onChange((change) => heard.push(change))
    await retry(id)
    expect(heard).toContainEqual({ kind: 'outbox' })
  })

  test('is in the audit log without recipient and text', async () => {
    const [id = ''] = await waiting({ recipient: 'auditada@lista.example', attempts: 4 })
    await retry(id)
    const event = await lastEvent(app.db)
    expect(event).toMatchObject({
      operation: 'messageRetry',
      event: 'message.retry',
      user_id: admin.person.id,
      target: `message:${id}`,
      before: { channel: 'email', attempts: 4 },
      after: null,
    })
    expect(JSON.stringify(event)).not.toMatch(/@|lacrado/)
  })

  test('does not wait for a message that is being sent', async () => {
    const [id = ''] = await waiting({ recipient: 'emcurso@lista.example' })
    const before = await rowOf('emcurso@lista.example')
    await app.db.transaction().execute(async (db) => {
      await db.selectFrom('outbox').select('id').where('id', '=', id).forUpdate().execute()
      expect((await retry(id)).outcome).toBe('200')
    })
    expect(await rowOf('emcurso@lista.example')).toEqual(before)
  })

  test('responds 404 for a sent, untried or unknown message', async () => {
    const ids = await waiting(
      { recipient: 'entregue@lista.example', sent_at: longAgo },
      { recipient: 'intocada@lista.example', attempts: 0 },
    )
    for (const id of [...ids, '00000000-0000-4000-8000-000000000000'])
      expect((await retry(id)).outcome).toBe('404 message-not-found')
  })

  test.each(['1', 'x', "1'--", '00000000-0000-4000-8000-00000000000'])(
    'refuses id %s',
    async (id) => {
      expect((await retry(id)).outcome).toBe('400 invalid-input')
    },
  )
})

describe('access to messages', () => {
  test('is limited to administrators, regardless of profiles', async () => {
    const holder = await holderOf(app, ['/message-list'])
    const [id = ''] = await waiting({ recipient: 'alheia@lista.example' })
    const before = await rowOf('alheia@lista.example')
    expect((await holder.call('messageList', { query: {} })).outcome).toBe('403 forbidden')
    expect((await retry(id, holder)).outcome).toBe('403 forbidden')
    expect(await rowOf('alheia@lista.example')).toEqual(before)
  })
})

describe('portaria_messages_stuck', () => {
  const gauge = async (of = 'stuck') => {
    const { text } = await app.client.request('GET', '/metrics', { token: metricsToken })
    return Number(new RegExp(`^portaria_messages_${of} (\\S+)$`, 'm').exec(text)?.[1])
  }

  test('counts messages that failed three times and are still retried', async () => {
    await app.db.deleteFrom('outbox').execute()
    expect(await gauge()).toBe(0)
    await waiting(
      { recipient: 'a@lista.example', attempts: stuckAfter - 1 },
      { recipient: 'b@lista.example', attempts: stuckAfter },
      { recipient: 'c@lista.example', attempts: stuckAfter + 1 },
      { recipient: 'd@lista.example', attempts: stuckAfter + 1, sent_at: longAgo },
      { recipient: 'e@lista.example', attempts: stuckAfter, sealed_text: null, key_id: null },
    )
    expect(await gauge()).toBe(2)
    expect(await gauge('waiting')).toBe(3)
  })

  test('is NaN while the query fails, and the other metrics stay available', async () => {
    await sql`alter table outbox rename to outbox_away`.execute(app.db)
    expect(await gauge()).toBeNaN()
    expect((await app.client.request('GET', '/metrics', { token: metricsToken })).text).toContain(
      'portaria_requests_total',
    )
    await sql`alter table outbox_away rename to outbox`.execute(app.db)
  })
})
