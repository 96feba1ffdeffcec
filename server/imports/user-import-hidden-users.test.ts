import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePerInviter } from '../rate-limits/attempt-rules.ts'
import { administratorOf, type ConsoleClient, holderOf } from '../../test/testing/console-client.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { masterOf, personOf, subjectsTo } from '../../test/testing/people.ts'
import {
  peopleFile,
  peopleScenario,
  personLine,
  standingOf,
} from '../../test/testing/people-scenario.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let master: ConsoleClient
let desk: ImportDesk

beforeAll(async () => {
  app = await createTestApp()
  master = await masterOf(app)
  desk = new ImportDesk(master, 'users')
})
afterAll(() => app.close())
// Only one test below is about the rate limits.
beforeEach(() => app.db.deleteFrom('rate_limits').execute())

/** Returns the audit records of the rows of the last commit, without values that differ in each run. */
async function partsOfLast() {
  const { seq } = await app.db
    .selectFrom('audit_events')
    .select('seq')
    .where('event', '=', 'import.committed')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return app.db
    .selectFrom('audit_events')
    .select(['event', 'target', 'before', 'after'])
    .where('part_of', '=', seq)
    .orderBy('seq')
    .execute()
}

test('a master user imports into their own company without naming it', async () => {
  const { companyId, profile, profileId } = await peopleScenario(app, {
    companyId: master.person.company.id,
  })
  const email = 'propria@mestre.example'
  await desk.import(peopleFile(personLine({ email, profile })))
  expect(await standingOf(app, email)).toMatchObject({
    user: { company_id: companyId },
    companies: [companyId],
    held: [{ profile_id: profileId, company_id: companyId }],
  })
})

test('a master user cannot import into other companies, or assign profiles beyond their rights', async () => {
  const elsewhere = await peopleScenario(app)
  const draft = await desk.draft(
    peopleFile(
      personLine({ document: elsewhere.document }),
      personLine({ profile: elsewhere.profile }),
      personLine({ profile: '1' }),
    ),
  )
  expect(await desk.rows(draft)).toMatchObject([
    {
      refusals: [{ column: 'CNPJ', cell: 'D2', sentence: 'Empresa não encontrada.' }],
      same: { rows: 1, lines: '2' },
    },
    {
      refusals: [{ column: 'Perfil', cell: 'F3', sentence: 'Perfil não encontrado.' }],
      same: { rows: 2, lines: '3–4' },
    },
  ])
})

test('a hidden user looks like a new one in preview, response and audit log, and is invited by mail', async () => {
  const { profile } = await peopleScenario(app, { companyId: master.person.company.id })
  const hiddenUser = await personOf(app, [(await app.build.company()).id])
  const fresh = 'nova@mestre.example'
  const answers = []
  for (const email of [hiddenUser.email, fresh]) {
    const draft = await desk.draft(peopleFile(personLine({ email, profile })))
    const before = await desk.rows(draft)
    const done = (await desk.commit(draft)).data
    const parts = await partsOfLast()
    const shown = JSON.stringify([
      draft.totals,
      draft.effects,
      before,
      done.totals,
      await desk.rows(done),
      parts,
    ])
    answers.push(shown.replaceAll(email, 'x').replaceAll(/"id":\d+/g, '"id":0'))
  }
  expect(answers[0]).toBe(answers[1])
  expect((await standingOf(app, hiddenUser.email))?.held).toEqual([])
  expect((await standingOf(app, hiddenUser.email))?.user.name).toMatch(/^Pessoa/)
  expect(await subjectsTo(app, hiddenUser.email)).toEqual([
    'Convite de uma empresa na Gestão de Acesso',
  ])
  expect((await standingOf(app, fresh))?.held).toHaveLength(1)
})

test('a pending invitation is not repeated, and the row reveals no record', async () => {
  const hiddenUser = await personOf(app, [(await app.build.company()).id])
  const file = peopleFile(personLine({ email: hiddenUser.email }))
  await desk.import(file)
  const draft = await desk.draft(file)
  expect(await desk.rows(draft)).toMatchObject([{ outcome: 'unchanged', record_id: null }])
  expect((await desk.commit(draft)).outcome).toBe('200')
  expect(await subjectsTo(app, hiddenUser.email)).toHaveLength(1)
})

test('an undo withdraws the invitation of a hidden user, whose account stays', async () => {
  const hiddenUser = await personOf(app, [(await app.build.company()).id])
  const done = await desk.import(peopleFile(personLine({ email: hiddenUser.email })))
  const invitations = () =>
    app.db
      .selectFrom('company_invitations')
      .select('id')
      .where('user_id', '=', hiddenUser.id)
      .execute()
  expect(await invitations()).toHaveLength(1)
  expect((await desk.undo(done)).outcome).toBe('200')
  expect(await invitations()).toEqual([])
  expect(await standingOf(app, hiddenUser.email)).toBeDefined()
})

test('non-administrators may invite 100 people per file and 100 an hour in all; administrators any number', async () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, n) => personLine({ email: `muitos${n}@mestre.example` }))
  const tooMany = await desk.draft(peopleFile(...lines(101)))
  expect(tooMany.totals).toMatchObject({ create: 100, refused: 1 })
  expect((await desk.rows(tooMany))[0]).toMatchObject({
    line: 102,
    refusals: [{ column: 'E-mail', sentence: 'Convide no máximo 100 pessoas por arquivo.' }],
  })
  await desk.import(peopleFile(personLine({ email: 'primeira@mestre.example' })))
  const hundred = await desk.draft(peopleFile(...lines(100)))
  expect((await desk.commit(hundred)).outcome).toBe('429 too-many-requests')
  const admin = new ImportDesk(await administratorOf(app), 'users')
  const { document } = await peopleScenario(app)
  const file = peopleFile(
    ...Array.from({ length: 120 }, (_, n) =>
      personLine({ email: `mais${n}@adm.example`, document }),
    ),
  )
  expect((await admin.import(file)).totals).toMatchObject({ create: 120 })
})

test('a refused commit invites nobody and does not count towards the hourly limit', async () => {
  const expire = app.clock.now().getTime() + 3_600_000
  const key = `failures:invitation:by:${master.person.id}`
  await app.db
    .insertInto('rate_limits')
    .values({ key, points: freePerInviter - 1, expire })
    .execute()
  const [last, beyond] = [personLine({}), personLine({})]
  const stale = await desk.draft(peopleFile(last))
  const preview_sha256 = '0'.repeat(64)
  await app.db.updateTable('imports').set({ preview_sha256 }).where('id', '=', stale.id).execute()
  const refused = await desk.commit({ ...stale, preview_sha256 })
  expect(refused.outcome).toBe('409 import-preview-changed')
  const tooMany = await desk.draft(peopleFile(last, beyond))
  expect((await desk.commit(tooMany)).outcome).toBe('429 too-many-requests')
  expect((await desk.commit(await desk.draft(peopleFile(last)))).outcome).toBe('200')
})

test('invitations of hidden users are sent at the rate of bulk mail', async () => {
  const hiddenUser = await personOf(app, [(await app.build.company()).id])
  await desk.import(peopleFile(personLine({ email: hiddenUser.email })))
  const mails = await app.db
    .selectFrom('outbox')
    .select('bulk')
    .where('recipient', '=', hiddenUser.email)
    .execute()
  expect(mails).toEqual([{ bulk: true }])
})

test('requires both grants: to invite users, and to assign profiles', async () => {
  const may = await holderOf(app, ['/user-create', '/user-edit-profile'])
  expect((await may.call('importList', { params: { kind: 'users' } })).outcome).toBe('200')
  for (const screen of ['/user-create', '/user-edit-profile'] as const) {
    const one = await holderOf(app, [screen])
    expect((await one.call('importList', { params: { kind: 'users' } })).outcome).toBe(
      '403 forbidden',
    )
  }
})
