import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Mailbox } from '../../test/testing/mailbox.ts'
import { createBareDatabase } from '../../test/testing/bare-database.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { enqueueBulk, delayNextBulk, lockBulkRate } from './bulk-mail.ts'
import { enqueueMessage, markSent, takeDue } from './outbox-queries.ts'

const mailbox = new Mailbox()
let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ config: { smtpUrl: await mailbox.open(), mailRate: 1 } })
})
afterAll(async () => {
  await app.close()
  await mailbox.close()
})

const patience = { timeout: 15_000 }
const to = (name: string) => `${name}@operadora.example`
const mail = (name: string) => ({ to: to(name), subject: 'Aviso', text: 'Um aviso.' })
const enqueue = (...names: string[]) =>
  enqueueBulk(app.db, app.outbox.keyring, { messages: names.map((name) => mail(name)) })
/** Makes the next bulk mail due, as if the delay had passed. */
const expirePace = () =>
  sql`with paced as (update outbox_pace set next_at = now() - interval '1 second')
    select pg_notify('portaria', 'outbox')`.execute(app.db)

/** Returns the state of the bulk mails to these recipients: sent, tried or waiting. */
async function statesOf(...names: string[]): Promise<string[]> {
  const rows = await app.db
    .selectFrom('outbox')
    .select(['recipient', 'sent_at', 'attempts'])
    .where('bulk', '=', true)
    .execute()
  const fate = new Map(
    rows.map(({ recipient, sent_at, attempts }) => [
      recipient,
      sent_at ? 'sent' : attempts > 0 ? 'tried' : 'waiting',
    ]),
  )
  return names.map((name) => fate.get(to(name)) ?? 'gone').toSorted()
}

test('at one bulk mail a minute, a one-time code overtakes the bulk mails that wait', async () => {
  await expirePace()
  await enqueue('a', 'b', 'c')
  await vi.waitFor(
    async () => expect(await statesOf('a', 'b', 'c')).toEqual(['sent', 'waiting', 'waiting']),
    patience,
  )
  await enqueueMessage(app.db, app.outbox.keyring, { channel: 'email', ...mail('codigo') })
  await vi.waitFor(
    () => expect(mailbox.received.join('')).toContain(`To: ${to('codigo')}`),
    patience,
  )
  expect(await statesOf('a', 'b', 'c')).toEqual(['sent', 'waiting', 'waiting'])
  await expirePace()
  await vi.waitFor(
    async () => expect(await statesOf('a', 'b', 'c')).toEqual(['sent', 'sent', 'waiting']),
    patience,
  )
  await app.db.deleteFrom('outbox').where('bulk', '=', true).execute()
})

test('a refusal by the mail server does not raise the bulk rate', async () => {
  mailbox.refusals = 1
  await enqueue('d', 'e')
  await expirePace()
  await vi.waitFor(
    async () => expect(await statesOf('d', 'e')).toEqual(['tried', 'waiting']),
    patience,
  )
  const { rows } = await sql<{ waits: boolean }>`
    select next_at > now() + interval '30 seconds' as waits from outbox_pace`.execute(app.db)
  expect(rows).toEqual([{ waits: true }])
  await app.db.deleteFrom('outbox').where('bulk', '=', true).execute()
})

test('two large batches alternate, so a small batch does not wait for the rest of a large one', async () => {
  const bare = await createBareDatabase()
  const { db, keyring } = bare
  const put = (...names: string[]) =>
    enqueueBulk(db, keyring, { messages: names.map((name) => mail(name)) })
  const taken = async (limit: number) => {
    const due = await takeDue(db, limit, true)
    for (const { id } of due) await markSent(db, id, false)
    return due.map((each) => each.to)
  }
  try {
    await put('um', 'dois', 'tres', 'quatro', 'cinco')
    expect(await taken(2)).toEqual([to('um'), to('dois')])
    await put('aviso', 'outro')
    const left = ['tres', 'aviso', 'quatro', 'outro', 'cinco']
    expect(await taken(9)).toEqual(left.map((name) => to(name)))
  } finally {
    await bare.close()
  }
})

test('processes share the bulk rate: while one process sends, and until the delay has passed, no other process sends', async () => {
  // A database for which no server delivers messages.
  const bare = await createBareDatabase()
  const { db } = bare
  const [one, other] = [
    await db.startTransaction().execute(),
    await db.startTransaction().execute(),
  ]
  try {
    expect([await lockBulkRate(one), await lockBulkRate(other)]).toEqual([true, false])
    await delayNextBulk(one, 60_000)
    await one.commit().execute()
    expect(await lockBulkRate(db)).toBe(false)
  } finally {
    await other.rollback().execute()
    await bare.close()
  }
})
