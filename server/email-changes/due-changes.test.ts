import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltUser } from '../../test/testing/builders.ts'
import { insertPendingChange } from '../../test/testing/email-change-rows.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { days } from '../shared/clock.ts'
import { applyDueChanges } from './apply-email-change.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Inserts a change that the new mailbox has confirmed. */
async function insertDueChange(of: BuiltUser) {
  const { newEmail } = await insertPendingChange(app, of)
  const { id } = await app.db
    .updateTable('email_changes')
    .set({ new_confirmed_at: app.clock.now() })
    .where('user_id', '=', of.id)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, newEmail }
}

const storedEmail = async (id: number) =>
  (await app.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow())
    .email

test('a due change that fails is logged, and the changes after it take effect', async () => {
  const user = await app.build.user()
  const failing = await insertDueChange(user)
  app.clock.advance(1)
  const other = await app.build.user()
  const due = await insertDueChange(other)
  await sql`alter table email_changes add constraint failing check (id <> ${sql.lit(failing.id)} or done_at is null)`.execute(
    app.db,
  )
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  app.clock.advance(days(3))
  const parts = { clock: app.clock, keyring: app.outbox.keyring, config: { publicUrl: app.origin } }
  await expect(applyDueChanges(app.db, { ...parts, log })).rejects.toThrow('"failing"')
  await sql`alter table email_changes drop constraint failing`.execute(app.db)
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([{ id: failing.id }])
  expect(await storedEmail(user.id)).toBe(user.email)
  expect(await storedEmail(other.id)).toBe(due.newEmail)
  expect(await applyDueChanges(app.db, { ...parts, log })).toBe(1)
})
