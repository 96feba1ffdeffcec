import { afterAll, beforeAll, expect, test } from 'vitest'
import { administratorProfileId, masterProfileId } from '../../contract/constants.ts'
import { administratorOf, arriveInConsole, type ConsoleClient } from '../testing/console-client.ts'
import { ImportDesk } from '../testing/import-desk.ts'
import { linkTo, personOf } from '../testing/people.ts'
import { peopleFile, personLine, standingOf } from '../testing/people-stage.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** An administrator of a company with seats of this console, and its CNPJ. */
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

/** Somebody has the administrator's profile no more, and is a master user of the same company. */
async function demote({ person }: ConsoleClient): Promise<void> {
  const { id: userId, company } = person
  await linkTo(app, userId, company.id).catch(() => undefined)
  await app.build.assign({ userId, profileId: masterProfileId, companyId: company.id })
  await app.db
    .deleteFrom('user_profiles')
    .where('user_id', '=', userId)
    .where('profile_id', '=', administratorProfileId)
    .execute()
}

test.each([masterProfileId, administratorProfileId])(
  'whoever is no administrator any more takes profile %i from nobody whom they gave it by a file',
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

test('whoever is no administrator any more takes no administrator away whom they made by a file', async () => {
  const { admin, desk, document } = await administratorAt()
  const email = 'feita@direitos.example'
  const done = await desk.import(peopleFile(personLine({ email, document, profile: '1' })))
  await demote(admin)
  expect((await desk.undo(done)).outcome).toBe('404 import-not-found')
  expect(await standingOf(app, email)).toBeDefined()
})

test('an undo takes nobody away who is the last administrator', async () => {
  const { admin, desk, companyId } = await administratorAt()
  const other = await app.build.company()
  await app.build.plan({ companyId: other.id, moduleId: 1, seats: 5 })
  const { document } = await app.db
    .selectFrom('companies')
    .select('document')
    .where('id', '=', other.id)
    .executeTakeFirstOrThrow()
  const email = 'ultima@direitos.example'
  const give = (to: string) => personLine({ email: to, document, profile: '1' })
  const done = await desk.import(peopleFile(give(admin.person.email), give(email)))
  const there = new ImportDesk(
    await arriveInConsole(app, {
      ...admin.person,
      company: other,
      at: { ...admin.person.at, companyId: other.id },
    }),
    'users',
  )
  const left = [admin.person.id, (await standingOf(app, email))?.user.id ?? 0]
  await app.db
    .deleteFrom('user_profiles')
    .where('profile_id', '=', administratorProfileId)
    .where((eb) => eb.or([eb('user_id', 'not in', left), eb('company_id', '=', companyId)]))
    .execute()
  expect((await there.undo(done)).outcome).toBe('409 import-changed-since')
  expect(await standingOf(app, email)).toBeDefined()
})
