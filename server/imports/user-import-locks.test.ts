import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../database/database.ts'
import { after, days } from '../shared/clock.ts'
import { administratorOf } from '../../test/testing/console-client.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { masterOf, personOf } from '../../test/testing/people.ts'
import {
  peopleFile,
  peopleScenario,
  personLine,
  standingOf,
} from '../../test/testing/people-scenario.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'

let app: TestApp
let desk: ImportDesk

beforeAll(async () => {
  app = await createTestApp()
  desk = new ImportDesk(await administratorOf(app), 'users')
})
afterAll(() => app.close())
beforeEach(() => app.db.deleteFrom('rate_limits').execute())

/** Runs the callback while a sign-in of the user is uncommitted. */
function whileSigningIn<T>(userId: number, callback: () => Promise<T>): Promise<T> {
  return app.db.transaction().execute(async (db) => {
    await db
      .updateTable('users')
      .set({ last_access_at: app.clock.now() })
      .where('id', '=', userId)
      .execute()
    return callback()
  })
}

test('a user import is committed and undone during a sign-in of an existing user', async () => {
  const { companyId, document, profile } = await peopleScenario(app)
  const { id, email } = await personOf(app, [companyId])
  const draft = await desk.draft(peopleFile(personLine({ email, document, profile })))
  expect((await whileSigningIn(id, () => desk.commit(draft))).outcome).toBe('200')
  expect((await whileSigningIn(id, () => desk.undo(draft))).outcome).toBe('200')
})

test('a master user’s import does not block sign-ins of users outside their scope', async () => {
  const mine = new ImportDesk(await masterOf(app), 'users')
  const { id, email } = await personOf(app, [(await app.build.company()).id])
  const draft = await mine.draft(peopleFile(personLine({ email })))
  expect((await whileSigningIn(id, () => mine.commit(draft))).outcome).toBe('200')
})

test('concurrent invitations of the same hidden users wait for each other without deadlock, in any order of rows', async () => {
  const master = await masterOf(app)
  const mine = new ImportDesk(master, 'users')
  const elsewhere = (await app.build.company()).id
  const [one, other] = [await personOf(app, [elsewhere]), await personOf(app, [elsewhere])]
  const draft = await mine.draft(
    peopleFile(personLine({ email: other.email }), personLine({ email: one.email })),
  )
  const invite = (db: Db, user_id: number) =>
    db
      .insertInto('company_invitations')
      .values({
        user_id,
        company_id: master.person.company.id,
        invited_by: master.person.id,
        expires_at: after(app.clock.now(), days(1)),
      })
      .execute()
  const { response } = await app.db.transaction().execute(async (db) => {
    await invite(db, one.id)
    const sent = mine.commit(draft)
    await waitingFor(app.db, 'company_invitations')
    await invite(db, other.id)
    return { response: sent }
  })
  expect((await response).outcome).toBe('200')
})

test('a commit is refused if a lowered plan takes its seats during the write, and the draft shows it', async () => {
  const { moduleId, document, profile } = await peopleScenario(app, { seats: 2 })
  const [email, second] = ['cedo@operadora.example', 'tarde@operadora.example']
  const lines = [email, second].map((each) => personLine({ email: each, document, profile }))
  const draft = await desk.draft(peopleFile(...lines))
  // Seats are counted before users are created. This uncommitted user with the same e-mail blocks the commit between
  // both steps.
  const other = await app.db.startTransaction().execute()
  await other.insertInto('users').values({ name: 'Ana Souza', email }).execute()
  const sent = desk.commit(draft)
  await waitingFor(app.db, 'insert into users')
  await app.db
    .updateTable('plan_modules')
    .set({ seat_limit: 1 })
    .where('module_id', '=', moduleId)
    .execute()
  await other.rollback().execute()
  expect((await sent).outcome).toBe('409 import-preview-changed')
  expect(await standingOf(app, email)).toBeUndefined()
  expect(await desk.rows(draft)).toMatchObject([
    { refusals: [{ column: 'Perfil', sentence: 'Limite de usuários neste plano excedido' }] },
    { outcome: 'create' },
  ])
})
