import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { deleteExpired } from '../operating/housekeeping.ts'
import { hours, minutes } from '../shared/clock.ts'
import { companyFile, newLine } from '../../test/testing/company-lines.ts'
import { administratorOf, holderOf } from '../../test/testing/console-client.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let desk: ImportDesk
let other: ImportDesk

beforeAll(async () => {
  app = await createTestApp()
  desk = new ImportDesk(await administratorOf(app), 'companies')
  other = new ImportDesk(await administratorOf(app), 'companies')
})
afterAll(() => app.close())

/** Returns the ids of a user's drafts. */
async function draftsOf({ who }: ImportDesk): Promise<number[]> {
  const drafts = await app.db
    .selectFrom('imports')
    .select('id')
    .where('user_id', '=', who.person.id)
    .where('state', '=', 'draft')
    .execute()
  return drafts.map(({ id }) => id)
}

describe('a draft', () => {
  test('is private: other users cannot find, commit or undo it', async () => {
    const draft = await desk.draft(companyFile(newLine()))
    const params = { kind: 'companies', id: String(draft.id) } as const
    const missing = '404 import-not-found'
    expect((await other.who.call('importGet', { params })).outcome).toBe(missing)
    expect((await other.who.call('importRowList', { params, query: {} })).outcome).toBe(missing)
    expect((await other.commit(draft)).outcome).toBe(missing)
    await desk.commit(draft)
    expect((await other.undo(draft)).outcome).toBe(missing)
    const listed = await other.who.call('importList', { params: { kind: 'companies' } })
    expect(listed.data.imports).toEqual([])
  })

  test('is not found under another kind', async () => {
    const draft = await desk.draft(companyFile(newLine()))
    const params = { kind: 'loose-plans', id: String(draft.id) } as const
    expect((await desk.who.call('importGet', { params })).outcome).toBe('404 import-not-found')
  })

  test('replaces the sender’s previous draft', async () => {
    const first = await desk.draft(companyFile(newLine()))
    const second = await desk.draft(companyFile(newLine()))
    expect((await desk.commit(first)).outcome).toBe('404 import-not-found')
    expect(await draftsOf(desk)).toEqual([second.id])
  })

  test('two concurrent uploads leave one draft', async () => {
    const { id } = desk.who.person
    const sent: ReturnType<typeof desk.send>[] = []
    await app.db.transaction().execute(async (db) => {
      await sql`select from users where id = ${id} for no key update`.execute(db)
      sent.push(desk.send(companyFile(newLine())), desk.send(companyFile(newLine())))
      // Both files are parsed, and both uploads wait for this transaction.
      await expect
        .poll(
          async () => {
            const { rows } = await sql`select from pg_stat_activity
              where wait_event_type = 'Lock' and query like 'select from users%'`.execute(app.db)
            return rows.length
          },
          { timeout: 15_000 },
        )
        .toBe(2)
    })
    const responses = await Promise.all(sent)
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const [left, ...others] = await draftsOf(desk)
    expect(responses.map(({ data }) => data.id)).toContain(left)
    expect(others).toEqual([])
  })

  test('expires and is deleted after an hour; a committed import is deleted a day later', async () => {
    const done = await other.import(companyFile(newLine()))
    const draft = await other.draft(companyFile(newLine()))
    // The test does not advance the clock, because the sessions would end too.
    await app.db
      .updateTable('imports')
      .set({ expires_at: new Date(app.clock.now().getTime() - minutes(1)) })
      .where('id', '=', draft.id)
      .execute()
    expect((await other.commit(draft)).outcome).toBe('404 import-not-found')
    const left = async () =>
      (
        await app.db
          .selectFrom('imports')
          .select('id')
          .where('id', 'in', [done.id, draft.id])
          .execute()
      ).map(({ id }) => id)
    await deleteExpired(app.db, app.clock.now(), { retentionDays: 184 })
    expect(await left()).toEqual([done.id])
    await deleteExpired(app.db, new Date(app.clock.now().getTime() + hours(24) + minutes(1)), {
      retentionDays: 184,
    })
    expect(await left()).toEqual([])
  })

  test('is refused to callers who may not write such a record, whatever screens they hold', async () => {
    const colleague = new ImportDesk(await holderOf(app, ['/company-form']), 'companies')
    expect((await colleague.send(companyFile(newLine()))).outcome).toBe('403 forbidden')
    const elsewhere = new ImportDesk(await holderOf(app, ['/plan-loose-form']), 'companies')
    expect((await elsewhere.send(companyFile(newLine()))).outcome).toBe('403 forbidden')
  })
})
