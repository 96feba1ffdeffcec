import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importHeaders } from '../../contract/import-kinds.ts'
import { maskCnpj } from '../../contract/cnpj.ts'
import { administratorOf, type ConsoleClient, holderOf } from '../../test/testing/console-client.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { masterOf, personOf } from '../../test/testing/people.ts'
import { peopleScenario } from '../../test/testing/people-scenario.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

/** Returns the parsed CSV lines of an export. */
async function linesOf(query: object, who = admin): Promise<string[][]> {
  const { text } = await who.call('userExport', { query })
  return parse(text, { delimiter: ';', bom: true })
}

test('the file has a line for each assignment, and one for a company without any; importing the file changes nothing', async () => {
  const { companyId, document, profileId, profile } = await peopleScenario(app)
  const other = await peopleScenario(app)
  // Two profiles have this name, and it looks like a formula.
  await app.db
    .updateTable('profiles')
    .set({ name: '=Perfil; duplo' })
    .where('id', '=', other.profileId)
    .execute()
  await app.db
    .insertInto('profiles')
    .values({ module_id: other.moduleId, company_id: other.companyId, name: '=perfil; DUPLO' })
    .execute()
  const more = await peopleScenario(app, { companyId })
  await app.db
    .updateTable('profiles')
    .set({ name: '-Menos' })
    .where('id', '=', more.profileId)
    .execute()
  const email = 'exportada@operadora.example'
  const { id } = await personOf(app, [companyId, other.companyId], {
    email,
    phone: '5511987650001',
  })
  const alone = await personOf(app, [other.companyId], { email: 'exportada.so@operadora.example' })
  await app.build.assign({ userId: id, profileId, companyId, spid: 'VOZ1' })
  await app.build.assign({ userId: id, profileId: more.profileId, companyId })
  await app.build.assign({ userId: id, profileId: other.profileId, companyId: other.companyId })
  const [head, ...lines] = await linesOf({ email: 'exportada', sort: 'email' })
  expect(head).toEqual(importHeaders('users'))
  const [cnpj, otherCnpj] = [maskCnpj(document), maskCnpj(other.document)]
  const module = expect.stringMatching(/^Módulo/) as string
  const service = expect.any(String) as string
  const name = expect.any(String) as string
  const columns = (...cells: string[]) => [name, ...cells, '', '', '']
  const wanted = [
    columns(alone.email, '', '', otherCnpj, '', '', '', ''),
    columns(email, '5511987650001', '', cnpj, 'VOZ1', service, module, profile),
    columns(email, '5511987650001', '', cnpj, '', service, module, "'-Menos"),
    columns(email, '5511987650001', '', otherCnpj, '', service, module, String(other.profileId)),
  ]
  expect(lines).toHaveLength(wanted.length)
  expect(lines).toEqual(expect.arrayContaining(wanted))
  const { text } = await admin.call('userExport', { query: { email: 'exportada' } })
  const draft = await new ImportDesk(admin, 'users').draft(text)
  expect(draft.totals).toMatchObject({ rows: 4, unchanged: 4, refused: 0 })
})

test('the search filters apply, and the audit event records filters and line count', async () => {
  const { companyId } = await peopleScenario(app)
  const email = 'bloqueada.filtro@operadora.example'
  await personOf(app, [companyId], { email, blocked: true })
  await personOf(app, [companyId], { email: 'ativa.filtro@operadora.example' })
  const emails = async (query: object) => (await linesOf(query)).slice(1).map((line) => line[1])
  expect(await emails({ email: 'filtro', status: '3' })).toEqual([email])
  expect(await lastEvent(app.db)).toMatchObject({
    event: 'list.exported',
    operation: 'userExport',
    target: 'list:userSearch',
    after: { rows: 1, email: 'filtro', status: 3 },
  })
  expect(await emails({ email: 'filtro', order: 'desc', sort: 'email' })).toHaveLength(2)
  expect(await emails({ email: 'filtro', no_access: '1' })).toEqual([])
  expect(await emails({ email: 'filtro', invited: '1' })).toEqual([])
  expect(await emails({ email: 'filtro', invited: '0' })).toHaveLength(2)
  expect(await emails({ email: '%' })).toEqual([])
  expect(await emails({ email: 'filtro', company_id: String(companyId) })).toHaveLength(2)
  expect(await emails({ email: 'filtro', company_id: '2147483647' })).toEqual([])
})

test('other callers export the users of their company with the assignments there', async () => {
  const master = await masterOf(app)
  const here = await peopleScenario(app, { companyId: master.person.company.id })
  const there = await peopleScenario(app)
  const both = await personOf(app, [here.companyId, there.companyId])
  await app.build.assign({ userId: both.id, profileId: here.profileId, companyId: here.companyId })
  await app.build.assign({
    userId: both.id,
    profileId: there.profileId,
    companyId: there.companyId,
  })
  const stranger = await personOf(app, [there.companyId])
  const lines = await linesOf({}, master)
  expect(lines.filter((line) => line[1] === both.email).map((line) => line[8])).toEqual([
    here.profile,
  ])
  expect(lines.some((line) => line[1] === stranger.email)).toBe(false)
})

test('callers without the list screen are refused', async () => {
  const one = await holderOf(app, ['/company-list'])
  expect((await one.call('userExport', {})).outcome).toBe('403 forbidden')
})

test('an e-mail that looks like a formula is matched when the export is imported', async () => {
  const { companyId } = await peopleScenario(app)
  const { id } = await personOf(app, [companyId], { email: '+soma@operadora.example' })
  const { text } = await admin.call('userExport', { query: { email: '+soma' } })
  expect(text).toContain(";'+soma@operadora.example;")
  const desk = new ImportDesk(admin, 'users')
  expect(await desk.rows(await desk.draft(text))).toMatchObject([
    { outcome: 'unchanged', record_id: id },
  ])
})
