import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePerInvitee } from '../rate-limits/attempt-rules.ts'
import { administratorOf } from '../../test/testing/console-client.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { linkTo, personOf, subjectsTo } from '../../test/testing/people.ts'
import {
  peopleFile,
  peopleScenario,
  personLine,
  standingOf,
} from '../../test/testing/people-scenario.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let desk: ImportDesk

beforeAll(async () => {
  app = await createTestApp()
  desk = new ImportDesk(await administratorOf(app), 'users')
})
afterAll(() => app.close())

/** Imports a file that assigns a profile to a new and to an existing user. */
async function importTwo() {
  const scenario = await peopleScenario(app)
  const { companyId, document, moduleId, profile } = scenario
  const otherProfile = await app.build.profile({ moduleId })
  const old = await personOf(app, [companyId])
  await app.build.assign({ userId: old.id, profileId: otherProfile, companyId })
  const email = `nova${old.id}@desfeita.example`
  const done = await desk.import(
    peopleFile(
      personLine({ email, document, profile }),
      personLine({ email: old.email, document, profile, spid: 'VOZ1' }),
    ),
  )
  const made = await standingOf(app, email)
  return { ...scenario, otherProfile, old, email, done, madeId: made?.user.id ?? 0 }
}

test('an undo deletes created users with their invitations, and removes from others what they were assigned', async () => {
  const { done, email, old, otherProfile, companyId } = await importTwo()
  expect((await desk.undo(done)).data.state).toBe('undone')
  expect(await standingOf(app, email)).toBeUndefined()
  expect(await standingOf(app, old.email)).toMatchObject({
    companies: [companyId],
    held: [{ profile_id: otherProfile }],
  })
  const mails = await app.db
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', email)
    .execute()
  expect(mails).toEqual([])
})

test('a user who loses a profile by an undo loses access on the next request', async () => {
  const { companyId, document } = await peopleScenario(app)
  await app.build.plan({ companyId, moduleId: 1, seats: 5 })
  const person = await personOf(app, [companyId])
  const done = await desk.import(
    peopleFile(personLine({ email: person.email, document, profile: '8' })),
  )
  const initial = await app.trips.enter(person)
  const at = { module: await app.build.console(), companyId }
  const who = await app.trips.arrive(initial, at)
  const search = () => app.client.call('userSearch', { ...who, body: {} })
  expect((await search()).outcome).toBe('200')
  expect((await desk.undo(done)).outcome).toBe('200')
  expect((await search()).outcome).toBe('401 access-token-expired')
})

test('repeated imports and undos stay within the hourly limit of invitations to one address', async () => {
  const { document } = await peopleScenario(app)
  const email = 'denovo@operadora.example'
  const file = peopleFile(personLine({ email, document }))
  await app.db.deleteFrom('rate_limits').execute()
  const first = await desk.import(file)
  expect(await subjectsTo(app, email)).toHaveLength(1)
  await desk.undo(first)
  await app.db
    .updateTable('rate_limits')
    .set({ points: freePerInvitee })
    .where('key', 'like', 'failures:invitation:%')
    .execute()
  await desk.import(file)
  expect(await standingOf(app, email)).toBeDefined()
  expect(await subjectsTo(app, email)).toEqual([])
})

test('an undo removes only the company link that the file created', async () => {
  const { document, profile, companyId } = await peopleScenario(app)
  const other = await app.build.company()
  const person = await personOf(app, [other.id])
  const done = await desk.import(peopleFile(personLine({ email: person.email, document, profile })))
  expect((await standingOf(app, person.email))?.companies).toEqual(
    [companyId, other.id].toSorted((a, b) => a - b),
  )
  await desk.undo(done)
  expect(await standingOf(app, person.email)).toMatchObject({ companies: [other.id], held: [] })
})

test.each<[string, (made: Awaited<ReturnType<typeof importTwo>>) => Promise<unknown>]>([
  [
    'has signed in',
    ({ madeId }) =>
      app.db
        .updateTable('users')
        .set({ last_access_at: new Date(0) })
        .where('id', '=', madeId)
        .execute(),
  ],
  [
    'was edited',
    ({ madeId }) =>
      app.db.updateTable('users').set({ name: 'Outro Nome' }).where('id', '=', madeId).execute(),
  ],
  [
    'was assigned another profile',
    ({ madeId, otherProfile, companyId }) =>
      app.build.assign({ userId: madeId, profileId: otherProfile, companyId }),
  ],
  [
    'was linked to another company',
    async ({ madeId }) => linkTo(app, madeId, (await app.build.company()).id),
  ],
])('an undo is refused as a whole if a created user %s', async (_, change) => {
  const made = await importTwo()
  await change(made)
  const response = await desk.undo(made.done)
  expect(response.outcome).toBe('409 import-changed-since')
  expect(response.failure.fields).toEqual({
    import: 'O registro da linha 2 mudou ou passou a ser usado depois da importação.',
  })
  expect((await standingOf(app, made.old.email))?.held).toHaveLength(2)
})

test('the audit log names existing users by id, and invited ones by e-mail', async () => {
  const { old, email, done, profileId, companyId } = await importTwo()
  const { seq } = await app.db
    .selectFrom('audit_events')
    .select('seq')
    .where('target', '=', `import:${done.id}`)
    .where('event', '=', 'import.committed')
    .executeTakeFirstOrThrow()
  const parts = () =>
    app.db
      .selectFrom('audit_events')
      .select(['event', 'target', 'before', 'after'])
      .where('part_of', '>=', seq)
      .orderBy('seq')
      .execute()
  const assigned = { profile_id: profileId, company_id: companyId }
  expect(await parts()).toMatchObject([
    {
      event: 'user.created',
      target: `email:${email}`,
      before: null,
      after: { name: 'Ana Souza', linked: true, ...assigned },
    },
    {
      event: 'user-profile.given',
      target: `user:${old.id}`,
      before: null,
      after: { linked: false, spid: 'VOZ1', ...assigned },
    },
  ])
  await desk.undo(done)
  expect((await parts()).slice(2)).toMatchObject([
    { event: 'user.removed', target: `email:${email}`, before: assigned, after: null },
    { event: 'user-profile.taken', target: `user:${old.id}`, before: assigned, after: null },
  ])
})
