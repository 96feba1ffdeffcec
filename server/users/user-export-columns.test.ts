import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../contract/api.ts'
import { maskCnpj } from '../../contract/cnpj.ts'
import { importHeaders, importKinds } from '../../contract/import-kinds.ts'
import type { ScreenPath } from '../../contract/screens.ts'
import { extraColumnSources } from '../../contract/user-exports.ts'
import { administratorOf, type ConsoleClient, holderOf } from '../../test/testing/console-client.ts'
import { linkTo } from '../../test/testing/people.ts'
import { peopleScenario } from '../../test/testing/people-scenario.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Builds a user with these screens, and a colleague who has a code, two profiles and a SPID. */
async function scenarioFor(screens: readonly ScreenPath[]) {
  const holder = await holderOf(app, screens)
  const { id: companyId } = holder.person.company
  await app.db
    .insertInto('spids')
    .values({ company_id: companyId, spid: 'VOZ1', description: 'Voz' })
    .execute()
  const { profileId, moduleId } = await peopleScenario(app, { companyId })
  const person = await app.build.user({ phone: '5511987650001' })
  await app.db.updateTable('users').set({ code: 'A123' }).where('id', '=', person.id).execute()
  await linkTo(app, person.id, companyId)
  const other = await app.build.profile({ moduleId })
  await app.build.assign({ userId: person.id, profileId, companyId, spid: 'VOZ1' })
  await app.build.assign({ userId: person.id, profileId: other, companyId })
  return { holder, person }
}

async function linesOf(who: ConsoleClient, email: string): Promise<string[][]> {
  const { text } = await who.call('userExport', { query: { email } })
  return parse(text, { delimiter: ';', bom: true })
}

test('with only the list screen, the file has the columns of the list and one line per user', async () => {
  const { holder, person } = await scenarioFor(['/user-list'])
  const [head, ...lines] = await linesOf(holder, person.email)
  expect(head).toEqual(['Nome', 'E-mail', 'Telefone'])
  expect(lines).toEqual([[expect.any(String), person.email, '5511987650001']])
})

test('the code requires a screen that shows it, and assignments require one that shows them', async () => {
  const { holder, person } = await scenarioFor(['/user-list', '/token-management'])
  const [head, ...lines] = await linesOf(holder, person.email)
  expect(head).toEqual(['Nome', 'E-mail', 'Telefone', 'Código'])
  expect(lines.map((line) => line[3])).toEqual(['A123'])
  for (const screen of ['/user-edit', '/user-edit-profile'] as const) {
    const full = await scenarioFor(['/user-list', screen])
    const [headers, ...rows] = await linesOf(full.holder, full.person.email)
    expect(headers).toEqual(importHeaders('users'))
    expect(rows).toHaveLength(2)
  }
})

test.each<[string, ScreenPath[]]>([
  ['only the list', ['/user-list']],
  ['list and tokens', ['/user-list', '/token-management']],
  ['list and form', ['/user-list', '/user-edit']],
  ['list and profiles', ['/user-list', '/user-edit-profile']],
])(
  'with %s, every cell is also returned by another read operation of the caller',
  async (_, screens) => {
    const { holder, person } = await scenarioFor(screens)
    const params = { id: String(person.id) }
    const reads = [
      await holder.call('userSearch', { body: { filters: { email: person.email } } }),
      await holder.call('userGet', { params }),
      await holder.call('userProfileGet', { params }),
      await holder.call('companyListOfUser', { params }),
    ]
    const readable = reads.filter(({ status }) => status === 200).map(({ text }) => text)
    const [head = [], ...lines] = await linesOf(holder, person.email)
    for (const [at, cell] of lines.flatMap((line) => [...line.entries()])) {
      const masked = head[at] === 'CNPJ'
      const isReadable = readable.some((text) =>
        masked
          ? [...text.matchAll(/"document":"(\w+)"/g)].some(
              ([, cnpj]) => maskCnpj(cnpj ?? '') === cell,
            )
          : text.includes(cell),
      )
      expect(isReadable, `${head[at]}: ${cell}`).toBe(true)
    }
  },
)

test('an API token exports the columns that its holder may read', async () => {
  const { holder, person } = await scenarioFor(['/user-list'])
  const { token } = await app.build.apiToken({
    userId: holder.person.id,
    companyId: holder.person.company.id,
  })
  const { text } = await app.client.call('userExport', { token, query: { email: person.email } })
  expect(text).not.toContain('A123')
})

test('an administrator exports all columns, in the order of the import', async () => {
  const [head] = await linesOf(await administratorOf(app), 'ninguem')
  expect(head).toEqual(importHeaders('users'))
})

test('assignments and companies are shown by the same screens', () => {
  expect(api.companyListOfUser.access.map(({ screen }) => screen).toSorted()).toEqual(
    api[extraColumnSources.profile].access.map(({ screen }) => screen).toSorted(),
  )
  const shown = Object.keys(importKinds.users.columns).filter(
    (name) => !(name in extraColumnSources),
  )
  expect(shown).toEqual(['name', 'email', 'phone_number'])
})
