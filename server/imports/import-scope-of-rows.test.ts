import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyFile, existingLine, newLine } from '../../test/testing/company-lines.ts'
import { administratorOf } from '../../test/testing/console-client.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let companies: ImportDesk
let loosePlans: ImportDesk

beforeAll(async () => {
  app = await createTestApp()
  const admin = await administratorOf(app)
  companies = new ImportDesk(admin, 'companies')
  loosePlans = new ImportDesk(admin, 'loose-plans')
})
afterAll(() => app.close())

const loosePlanFile = (...lines: string[]): string =>
  ['CNPJ;Serviço;Módulo;Quantidade', ...lines, ''].join('\n')

test('a draft replaces the previous draft of its own kind only', async () => {
  const ofCompanies = await companies.draft(companyFile(newLine()))
  const { document } = await existingLine(app, '')
  const { id: moduleId } = await app.build.module({ secret: false })
  const ofLoosePlans = await loosePlans.draft(loosePlanFile(`${document};;${moduleId};5`))
  expect((await companies.get(ofCompanies)).state).toBe('draft')
  expect((await companies.commit(ofCompanies)).outcome).toBe('200')
  expect((await loosePlans.commit(ofLoosePlans)).outcome).toBe('200')
})

test('naming the seven SPIDs of a company again together with an eighth is accepted', async () => {
  const held = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7']
  const { id } = await app.build.company({ spids: held })
  const { document } = await app.db
    .selectFrom('companies')
    .select('document')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const line = `${document};Oito;a@b.example;${held.join(' ')} B1`
  const [row] = await companies.rows(await companies.draft(companyFile(line)))
  expect(row).toMatchObject({ outcome: 'change', refusals: [] })
})

test('a lower limit causes no warning while seats of other plans suffice', async () => {
  const { id: companyId, document } = await existingLine(app, '')
  const { id: moduleId } = await app.build.module({ secret: false })
  await app.build.plan({ companyId, moduleId, seats: 2 })
  await loosePlans.import(loosePlanFile(`${document};;${moduleId};5`))
  const profileId = await app.build.profile({ moduleId })
  for (let n = 0; n < 4; n++) {
    const { id: userId } = await app.build.user()
    await app.build.assign({ userId, profileId, companyId })
  }
  const warned = async (limit: number) => {
    const draft = await loosePlans.draft(loosePlanFile(`${document};;${moduleId};${limit}`))
    return (await loosePlans.rows(draft))[0]?.warnings
  }
  expect(await warned(2)).toEqual([])
  expect(await warned(1)).toHaveLength(1)
})
