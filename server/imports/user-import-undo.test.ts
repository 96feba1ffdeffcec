import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePerInvited } from '../attempts/attempt-rules.ts'
import { administratorOf } from '../testing/console-client.ts'
import { ImportDesk } from '../testing/import-desk.ts'
import { linkTo, personOf, subjectsTo } from '../testing/people.ts'
import { peopleFile, peopleStage, personLine, standingOf } from '../testing/people-stage.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let desk: ImportDesk

beforeAll(async () => {
  app = await createTestApp()
  desk = new ImportDesk(await administratorOf(app), 'users')
})
afterAll(() => app.close())

/** Somebody new and somebody who was there, both given a profile by a file. */
async function importedTwo() {
  const stage = await peopleStage(app)
  const { companyId, document, moduleId, profile } = stage
  const kept = await app.build.profile({ moduleId })
  const old = await personOf(app, [companyId])
  await app.build.assign({ userId: old.id, profileId: kept, companyId })
  const email = `nova${old.id}@desfeita.example`
  const done = await desk.import(
    peopleFile(
      personLine({ email, document, profile }),
      personLine({ email: old.email, document, profile, spid: 'VOZ1' }),
    ),
  )
  const made = await standingOf(app, email)
  return { ...stage, kept, old, email, done, madeId: made?.user.id ?? 0 }
}

test('an undo takes away who was made, with the invitation, and from others what they were given', async () => {
  const { done, email, old, kept, companyId } = await importedTwo()
  expect((await desk.undo(done)).data.state).toBe('undone')
  expect(await standingOf(app, email)).toBeUndefined()
  expect(await standingOf(app, old.email)).toMatchObject({
    companies: [companyId],
    held: [{ profile_id: kept }],
  })
  const mails = await app.db
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', email)
    .execute()
  expect(mails).toEqual([])
})

test('whoever loses a profile by an undo is out on the next request', async () => {
  const { companyId, document } = await peopleStage(app)
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

test('whoever is made, taken back and made again is mailed no more invitations than an hour has', async () => {
  const { document } = await peopleStage(app)
  const email = 'denovo@operadora.example'
  const file = peopleFile(personLine({ email, document }))
  await app.db.deleteFrom('rate_limits').execute()
  const first = await desk.import(file)
  expect(await subjectsTo(app, email)).toHaveLength(1)
  await desk.undo(first)
  await app.db
    .updateTable('rate_limits')
    .set({ points: freePerInvited })
    .where('key', 'like', 'failures:invitation:%')
    .execute()
  await desk.import(file)
  expect(await standingOf(app, email)).toBeDefined()
  expect(await subjectsTo(app, email)).toEqual([])
})

test('an undo takes the link to a company that the file made, and no other', async () => {
  const { document, profile, companyId } = await peopleStage(app)
  const other = await app.build.company()
  const person = await personOf(app, [other.id])
  const done = await desk.import(peopleFile(personLine({ email: person.email, document, profile })))
  expect((await standingOf(app, person.email))?.companies).toEqual(
    [companyId, other.id].toSorted((a, b) => a - b),
  )
  await desk.undo(done)
  expect(await standingOf(app, person.email)).toMatchObject({ companies: [other.id], held: [] })
})

test.each<[string, (made: Awaited<ReturnType<typeof importedTwo>>) => Promise<unknown>]>([
  [
    'entered',
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
    'was given another profile',
    ({ madeId, kept, companyId }) =>
      app.build.assign({ userId: madeId, profileId: kept, companyId }),
  ],
  [
    'was linked to another company',
    async ({ madeId }) => linkTo(app, madeId, (await app.build.company()).id),
  ],
])('an undo is refused whole where somebody who was made %s', async (_, meanwhile) => {
  const made = await importedTwo()
  await meanwhile(made)
  const answer = await desk.undo(made.done)
  expect(answer.outcome).toBe('409 import-changed-since')
  expect(answer.failure.fields).toEqual({
    import: 'O registro da linha 2 mudou ou passou a ser usado depois da importação.',
  })
  expect((await standingOf(app, made.old.email))?.held).toHaveLength(2)
})

test('the trail names who was there, and by e-mail who was invited', async () => {
  const { old, email, done, profileId, companyId } = await importedTwo()
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
  const gained = { profile_id: profileId, company_id: companyId }
  expect(await parts()).toMatchObject([
    {
      event: 'user.created',
      target: `email:${email}`,
      before: null,
      after: { name: 'Ana Souza', linked: true, ...gained },
    },
    {
      event: 'user-profile.given',
      target: `user:${old.id}`,
      before: null,
      after: { linked: false, spid: 'VOZ1', ...gained },
    },
  ])
  await desk.undo(done)
  expect((await parts()).slice(2)).toMatchObject([
    { event: 'user.removed', target: `email:${email}`, before: gained, after: null },
    { event: 'user-profile.taken', target: `user:${old.id}`, before: gained, after: null },
  ])
})
