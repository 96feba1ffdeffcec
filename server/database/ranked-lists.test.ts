import { afterAll, beforeAll, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

const query = (search: string) => ({ search, ranked: 1, take: '5' }) as const
const names = ({ data }: { data: { rows: { name: string }[] } }) =>
  data.rows.map(({ name }) => name)

test('a ranked list has whole words first, then beginnings, then the middle of names', async () => {
  for (const name of ['Banazu', 'Anazuleta', 'Rede Anazu', 'Anazu', 'Zunido'])
    await app.db.insertInto('services').values({ name, description: 'anazu' }).execute()
  expect(names(await admin.call('serviceList', { query: query('ANAZU') }))).toEqual([
    'Anazu',
    'Rede Anazu',
    'Anazuleta',
    'Banazu',
  ])
})

test('a ranked list finds nothing by text that the palette does not show', async () => {
  const { id } = await app.build.company()
  const company = { name: 'Zeugma Fibra', email: 'xilo@outra.example' }
  const { document } = await app.db
    .updateTable('companies')
    .set(company)
    .where('id', '=', id)
    .returning('document')
    .executeTakeFirstOrThrow()
  const found = async (search: string) =>
    names(await admin.call('companyList', { query: query(search) }))
  expect(await found('zeugma')).toEqual([company.name])
  expect(await found(document)).toEqual([company.name])
  expect(await found('xilo')).toEqual([])
  // The list itself also searches the e-mail.
  const listed = await admin.call('companyList', { query: { search: 'xilo' } })
  expect(names(listed)).toEqual([company.name])
})
