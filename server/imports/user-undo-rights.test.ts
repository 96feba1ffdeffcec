import { afterAll, beforeAll, expect, test } from 'vitest'
import { administratorProfileId, masterProfileId } from '../../contract/constants.ts'
import { lockAdministrators } from '../scope/administrators.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { linkTo, personOf } from '../../test/testing/people.ts'
import { peopleFile, personLine, standingOf } from '../../test/testing/people-scenario.ts'
import { settleNotifications } from '../../test/testing/settle-notifications.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Signs in an administrator of a company that has seats of the console. */
async function administratorAt() {
  const admin = await administratorOf(app)
  const { id: companyId } = admin.person.company
  await app.build.plan({ companyId, moduleId: 1, seats: 9 })
  const { document } = await app.db
    .selectFrom('companies')
    .select('document')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return { admin, desk: new ImportDesk(admin, 'users'), companyId, document }
}

/** Replaces a user's administrator profile by the master profile in the same company. */
async function demote({ person }: ConsoleClient): Promise<void> {
  const { id: userId, company } = person
  await linkTo(app, userId, company.id).catch(() => undefined)
  await app.build.assign({ userId, profileId: masterProfileId, companyId: company.id })
  await app.db
    .deleteFrom('user_profiles')
    .where('user_id', '=', userId)
    .where('profile_id', '=', administratorProfileId)
    .execute()
  await settleNotifications(app, app.db)
}

test.each([masterProfileId, administratorProfileId])(
  'a former administrator cannot undo the assignment of profile %i',
  async (profileId) => {
    const { admin, desk, companyId, document } = await administratorAt()
    const { email } = await personOf(app, [companyId])
    const profile = String(profileId)
    const done = await desk.import(peopleFile(personLine({ email, document, profile })))
    await demote(admin)
    expect((await desk.undo(done)).outcome).toBe('404 import-not-found')
    expect((await standingOf(app, email))?.held).toMatchObject([{ profile_id: profileId }])
  },
)

test('a former administrator cannot undo the creation of an administrator', async () => {
  const { admin, desk, document } = await administratorAt()
  const email = 'feita@direitos.example'
  const done = await desk.import(peopleFile(personLine({ email, document, profile: '1' })))
  await demote(admin)
  expect((await desk.undo(done)).outcome).toBe('404 import-not-found')
  expect(await standingOf(app, email)).toBeDefined()
})

/** Creates a company without administrators. Returns a row that makes a user an administrator there. */
async function elsewhere() {
  const company = await app.build.company()
  await app.build.plan({ companyId: company.id, moduleId: 1, seats: 5 })
  const { document } = await app.db
    .selectFrom('companies')
    .select('document')
    .where('id', '=', company.id)
    .executeTakeFirstOrThrow()
  return { company, give: (to: string) => personLine({ email: to, document, profile: '1' }) }
}

test('an undo cannot remove the caller’s own administrator profile', async () => {
  const { admin, desk } = await administratorAt()
  const { company, give } = await elsewhere()
  const { id, email } = admin.person
  await linkTo(app, id, company.id)
  const done = await desk.import(peopleFile(give(email)))
  expect((await desk.undo(done)).outcome).toBe('409 administrator-indispensable')
  expect((await standingOf(app, email))?.held).toHaveLength(2)
})

test('an undo cannot delete the last administrator', async () => {
  const { desk } = await administratorAt()
  const { company, give } = await elsewhere()
  const { id, email } = await personOf(app, [company.id])
  const done = await desk.import(peopleFile(give(email)))
  // The undo is authorised, and then waits while this transaction removes the profile from all other administrators.
  const { refused } = await app.db.transaction().execute(async (db) => {
    await lockAdministrators(db)
    const call = desk.undo(done)
    await waitingFor(app.db, 'from profiles where id')
    await db
      .deleteFrom('user_profiles')
      .where('profile_id', '=', administratorProfileId)
      .where('user_id', '<>', id)
      .execute()
    return { refused: call }
  })
  expect((await refused).outcome).toBe('409 import-changed-since')
  expect((await standingOf(app, email))?.held).toHaveLength(1)
})
