import { afterAll, beforeAll, expect, test } from 'vitest'
import { administratorOf } from '../../test/testing/console-client.ts'
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
let desk: ImportDesk

beforeAll(async () => {
  app = await createTestApp()
  desk = new ImportDesk(await administratorOf(app), 'users')
})
afterAll(() => app.close())

const rowsOf = async (file: string) => desk.rows(await desk.draft(file), { sort: 'line' })

test('a row without a profile cannot link a deleted user to a company', async () => {
  const { document } = await peopleScenario(app)
  const { email } = await personOf(app, [], { deleted: true })
  const rows = await rowsOf(peopleFile(personLine({ email, document })))
  expect(rows).toMatchObject([
    {
      outcome: 'refused',
      refusals: [{ column: 'E-mail', sentence: 'O usuário não está ativo.' }],
    },
  ])
})

test('rows of the same new user are refused if they differ in phone or code', async () => {
  const { document, profile } = await peopleScenario(app)
  const email = 'dois@contatos.example'
  const line = (phone: string, code: string, given: string) =>
    `${code};${personLine({ email, phone, document, profile: given })}`
  const rows = await rowsOf(
    `Código;${peopleFile(line('5511987654321', 'A1', ''), line('5511987654322', 'A2', profile))}`,
  )
  expect(rows.map(({ refusals }) => refusals)).toEqual([
    [],
    [
      { column: 'Telefone', cell: 'D3', sentence: 'Outra linha deste e-mail tem outro telefone.' },
      { column: 'Código', cell: 'A3', sentence: 'Outra linha deste e-mail tem outro código.' },
    ],
  ])
})

test('of several rows for one company, only the first creates the link', async () => {
  const { document, profile } = await peopleScenario(app)
  const { email } = await personOf(app, [])
  const rows = await rowsOf(
    peopleFile(
      personLine({ email, document, profile }),
      personLine({ email, document, profile, spid: 'VOZ1' }),
    ),
  )
  expect(rows.map(({ changes }) => changes.map(({ column }) => column))).toEqual([
    ['Empresa', 'Perfil'],
    ['Perfil'],
  ])
})

test('after an invitation has expired, the same file invites again', async () => {
  const master = await masterOf(app)
  const masterDesk = new ImportDesk(master, 'users')
  const { id, email } = await personOf(app, [(await app.build.company()).id])
  const file = peopleFile(personLine({ email }))
  await masterDesk.import(file)
  await app.db
    .updateTable('company_invitations')
    .set({ expires_at: app.clock.now() })
    .where('user_id', '=', id)
    .execute()
  expect((await masterDesk.import(file)).totals).toMatchObject({ create: 1, unchanged: 0 })
  expect(await subjectsTo(app, email)).toHaveLength(2)
  expect(await standingOf(app, email)).toMatchObject({ held: [] })
})
