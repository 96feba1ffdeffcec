import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MIGRATIONS_FOLDER } from '../../server/database/migrate.ts'
import {
  dropExpiredTexts,
  deleteExpiredMessages,
  takeDue,
} from '../../server/outbox/outbox-queries.ts'
import { openText } from '../../server/outbox/message-seal.ts'
import { readMessages } from '../testing/read-messages.ts'
import { Mailbox } from '../testing/mailbox.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { wakeDelivery } from '../testing/wake-delivery.ts'

const mailbox = new Mailbox()
let app: TestApp

beforeAll(async () => {
  mailbox.refusals = Infinity
  app = await createTestApp({ config: { smtpUrl: await mailbox.open() } })
})
afterAll(async () => {
  await app.close()
  await mailbox.close()
})

const rowOf = (email: string) =>
  app.db
    .selectFrom('outbox')
    .selectAll()
    .select(sql<number>`extract(epoch from expires_at - created_at)::integer`.as('good_for'))
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow()

/** Creates a message that the mail server refuses, and returns its code. */
async function stuck(): Promise<{ email: string; code: string }> {
  const { email } = await app.build.user()
  const code = await app.trips.sendCode(await app.trips.begin(email), email)
  await vi.waitFor(async () => expect((await rowOf(email)).attempts).toBeGreaterThan(0), {
    timeout: 10_000,
  })
  return { email, code }
}

/** Makes a message due now, and lets it expire in this number of seconds. */
const end = (email: string, seconds: number) =>
  app.db
    .updateTable('outbox')
    .set({
      expires_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
      next_attempt_at: sql<Date>`now()`,
    })
    .where('recipient', '=', email)
    .execute()

describe('a stuck message', () => {
  test('has neither its code nor its text in plain text in any table', async () => {
    const { email, code } = await stuck()
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.db)
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.table(name)} t`.execute(app.db)
      const text = rows.map(({ row }) => row).join('\n')
      expect(text, name).not.toMatch(new RegExp(`(?<![\\w.:])${code}(?![\\w.:])`))
      expect(text, name).not.toContain('concluir o seu acesso')
    }
    expect((await readMessages(app.outbox, { to: email }))[0]?.text).toContain(code)
  })

  test('cannot be decrypted in another message’s row', async () => {
    const [one, other] = [await rowOf((await stuck()).email), await rowOf((await stuck()).email)]
    const sealed = { ciphertext: one.sealed_text ?? Buffer.alloc(0), keyId: one.key_id ?? '' }
    expect(() => openText(app.app.keyring, other.id, sealed)).toThrow()
    expect(openText(app.app.keyring, one.id, sealed).text).toContain('código')
  })

  test('expires with its code, so its text is deleted and it is not sent later', async () => {
    const { email } = await stuck()
    expect((await rowOf(email)).good_for).toBe(300)
    await end(email, 0)
    await wakeDelivery(app.db)
    await vi.waitFor(async () => expect((await rowOf(email)).sealed_text).toBeNull(), {
      timeout: 10_000,
    })
    mailbox.refusals = 0
    const { email: last } = await app.build.user()
    await app.trips
      .begin(last)
      .then((session) =>
        app.client.call('userChooseMfa', { body: { session, email: last, answer: 'EMAIL_OTP' } }),
      )
    await vi.waitFor(async () => expect((await rowOf(last)).sent_at).not.toBeNull(), {
      timeout: 10_000,
    })
    mailbox.refusals = Infinity
    expect(await rowOf(email)).toMatchObject({ sent_at: null, sealed_text: null, key_id: null })
    expect(mailbox.received.join()).not.toContain(`To: ${email}`)
  })

  test('is delivered up to the last second of its code, and not later', async () => {
    const { email } = await stuck()
    const due = async (seconds: number) => {
      // Roll back the transaction, so that the server's delivery does not see the message.
      const trial = await app.db.startTransaction().execute()
      try {
        await trial
          .updateTable('outbox')
          .set({
            expires_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
            next_attempt_at: sql<Date>`now()`,
          })
          .where('recipient', '=', email)
          .execute()
        const taken = (await takeDue(trial, 1000)).some(({ to }) => to === email)
        await dropExpiredTexts(trial)
        const { sealed_text } = await trial
          .selectFrom('outbox')
          .select('sealed_text')
          .where('recipient', '=', email)
          .executeTakeFirstOrThrow()
        return { taken, kept: sealed_text !== null }
      } finally {
        await trial.rollback().execute()
      }
    }
    expect(await due(1)).toEqual({ taken: true, kept: true })
    expect(await due(0)).toEqual({ taken: false, kept: false })
  })

  test('is deleted by housekeeping after it expires, unlike a delivered message', async () => {
    const { email } = await stuck()
    await end(email, -1)
    const { expires_at } = await rowOf(email)
    const trial = await app.db.startTransaction().execute()
    const count = async () =>
      (await trial.selectFrom('outbox').select('id').where('recipient', '=', email).execute())
        .length
    try {
      const ended = expires_at ?? new Date(0)
      await deleteExpiredMessages(trial, ended)
      expect(await count()).toBe(1)
      await trial
        .updateTable('outbox')
        .set({ sent_at: ended })
        .where('recipient', '=', email)
        .execute()
      await deleteExpiredMessages(trial, new Date(ended.getTime() + 1))
      expect(await count()).toBe(1)
      await trial
        .updateTable('outbox')
        .set({ sent_at: null })
        .where('recipient', '=', email)
        .execute()
      await deleteExpiredMessages(trial, new Date(ended.getTime() + 1))
      expect(await count()).toBe(0)
    } finally {
      await trial.rollback().execute()
    }
  })
})

test('without a mail server, the text of an expired message is deleted too', async () => {
  const without = await createTestApp()
  try {
    const { email } = await without.build.user()
    await without.trips.sendCode(await without.trips.begin(email), email)
    await without.db
      .updateTable('outbox')
      .set({ expires_at: sql<Date>`now()` })
      .where('recipient', '=', email)
      .execute()
    await wakeDelivery(without.db)
    const text = async () => (await readMessages(without.outbox, { to: email }))[0]?.text
    await expect.poll(text, { timeout: 20_000 }).toBe('')
  } finally {
    await without.close()
  }
})

test("the migration deletes plain text of earlier versions, also from the table's file", async () => {
  const database = await createTestDatabase('empty')
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  try {
    await client.query(`create table outbox (id uuid primary key default gen_random_uuid(),
      body_text text not null, body_html text, attempts smallint not null default 0, last_error text,
      sent_at timestamptz, created_at timestamptz not null default now())`)
    await client.query(
      `insert into outbox (body_text, sent_at) values ('Código 271828', null), ('', now())`,
    )
    const file = async () => {
      await client.query('checkpoint')
      const { rows } = await client.query<{ bytes: Buffer }>(
        `select pg_read_binary_file(pg_relation_filepath('outbox')) as bytes`,
      )
      return rows[0]?.bytes.toString('latin1')
    }
    expect(await file()).toContain('271828')
    await client.query(await readFile(join(MIGRATIONS_FOLDER, '0008-sealed-messages.sql'), 'utf8'))
    expect(await file()).not.toContain('271828')
    const { rows } = await client.query(
      'select sealed_text, expires_at is not null as expired from outbox order by sent_at nulls first',
    )
    expect(rows).toEqual([
      { sealed_text: null, expired: true },
      { sealed_text: null, expired: false },
    ])
  } finally {
    await client.end()
    await database.drop()
  }
})
