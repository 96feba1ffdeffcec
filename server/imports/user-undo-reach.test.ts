import { afterAll, beforeAll, expect, test } from 'vitest'
import { after, minutes } from '../shared/clock.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { masterOf, newPerson, personOf, userRow } from '../../test/testing/people.ts'
import {
  peopleFile,
  peopleScenario,
  personLine,
  standingOf,
} from '../../test/testing/people-scenario.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

/** Imports a file that links a user of another company and assigns a profile. */
async function linkByFile() {
  const scenario = await peopleScenario(app)
  const desk = new ImportDesk(admin, 'users')
  const person = await personOf(app, [(await app.build.company()).id])
  const { email } = person
  const { document, profile } = scenario
  const done = await desk.import(peopleFile(personLine({ email, document, profile })))
  return { ...scenario, desk, person, done }
}

test.each<[string, (made: Awaited<ReturnType<typeof linkByFile>>) => Promise<unknown>]>([
  [
    'was assigned more',
    async ({ person, moduleId, companyId }) =>
      app.build.assign({
        userId: person.id,
        profileId: await app.build.profile({ moduleId }),
        companyId,
      }),
  ],
  [
    'received a delegation',
    ({ person, companyId }) =>
      app.build.delegation({
        userId: person.id,
        companyId,
        by: admin.person.id,
        begin: app.clock.now(),
        end: null,
      }),
  ],
])('an undo is refused if a user whom the file linked %s in that company', async (_, change) => {
  const made = await linkByFile()
  await change(made)
  expect((await made.desk.undo(made.done)).outcome).toBe('409 import-changed-since')
  expect((await standingOf(app, made.person.email))?.companies).toContain(made.companyId)
})

test('an undo ignores a delegation in that company that has expired', async () => {
  const { desk, done, person, companyId } = await linkByFile()
  const [begin, end] = [new Date(0), after(app.clock.now(), -minutes(1))]
  await app.build.delegation({ userId: person.id, companyId, by: admin.person.id, begin, end })
  expect((await desk.undo(done)).outcome).toBe('200')
  expect((await standingOf(app, person.email))?.companies).not.toContain(companyId)
})

test.each([
  ['active', null],
  ['expired', new Date(1)],
])('an undo is refused if a user whom the file created has an %s delegation', async (_, end) => {
  const { companyId, document, profile } = await peopleScenario(app)
  const desk = new ImportDesk(admin, 'users')
  const { email } = newPerson()
  const done = await desk.import(peopleFile(personLine({ email, document, profile })))
  const userId = (await userRow(app, email))?.id ?? 0
  const period = { begin: new Date(0), end }
  await app.build.delegation({ userId, companyId, by: admin.person.id, ...period })
  // The delegation refers to the user, and the history of the company keeps it.
  expect((await desk.undo(done)).outcome).toBe('409 import-changed-since')
})

test('an undo by a user of two companies is only possible in the company of the import', async () => {
  const master = await masterOf(app)
  const { profile } = await peopleScenario(app, { companyId: master.person.company.id })
  const email = 'duas@empresas.example'
  const desk = new ImportDesk(master, 'users')
  const done = await desk.import(peopleFile(personLine({ email, profile })))
  const { id, email: own } = master.person
  const elsewhere = await app.build.consoleUser({ user: { id, email: own } })
  const there = new ImportDesk(await arriveInConsole(app, elsewhere), 'users')
  expect((await there.undo(done)).outcome).toBe('404 import-not-found')
  expect((await standingOf(app, email))?.held).toHaveLength(1)
  expect((await desk.undo(done)).outcome).toBe('200')
})

test('an undo keeps an invitation by another user that was sent after the file’s invitation expired', async () => {
  const master = await masterOf(app)
  const { company } = master.person
  const second = await arriveInConsole(app, await app.build.consoleUser({ company }))
  const hiddenUser = await personOf(app, [(await app.build.company()).id])
  const file = peopleFile(personLine({ email: hiddenUser.email }))
  const desk = new ImportDesk(master, 'users')
  const done = await desk.import(file)
  await app.db
    .updateTable('company_invitations')
    .set({ expires_at: app.clock.now() })
    .where('user_id', '=', hiddenUser.id)
    .execute()
  await new ImportDesk(second, 'users').import(file)
  expect((await desk.undo(done)).outcome).toBe('200')
  const invitations = app.db.selectFrom('company_invitations').select('invited_by')
  expect(await invitations.where('user_id', '=', hiddenUser.id).execute()).toEqual([
    { invited_by: second.person.id },
  ])
})

test.each<[string, (desk: ImportDesk, file: string) => Promise<unknown>]>([
  [
    'an expired draft',
    async (desk, file) => {
      const { id } = await desk.draft(file)
      const drafts = app.db.updateTable('imports').set({ expires_at: after(app.clock.now(), -1) })
      await drafts.where('id', '=', id).execute()
    },
  ],
  ['a draft of the same file', (desk, file) => desk.draft(file)],
  [
    'another committed import',
    async (desk) => {
      const { document, profile } = await peopleScenario(app)
      await desk.import(peopleFile(personLine({ email: newPerson().email, document, profile })))
    },
  ],
])('an undo beside %s undoes only its own import', async (_, add) => {
  const { document, profile } = await peopleScenario(app)
  const sender = await administratorOf(app)
  const desk = new ImportDesk(sender, 'users')
  const { email } = newPerson()
  const file = peopleFile(personLine({ email, document, profile }))
  const done = await desk.import(file)
  await add(desk, file)
  const others = app.db
    .selectFrom('imports')
    .selectAll()
    .where('user_id', '=', sender.person.id)
    .where('id', '<>', done.id)
  const before = await others.execute()
  expect(before).toHaveLength(1)
  expect((await desk.undo(done)).outcome).toBe('200')
  expect(await userRow(app, email)).toBeUndefined()
  expect(await others.execute()).toEqual(before)
})
