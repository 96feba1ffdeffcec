import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyFile, existingLine } from '../../test/testing/company-lines.ts'
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

test('an undo removes an added SPID only from the company that it was added to', async () => {
  const neighbour = await app.build.company({ spids: ['COMUM'] })
  const { line } = await existingLine(app, 'Com SPID')
  await companies.undo(await companies.import(companyFile(`${line}COMUM`)))
  const left = await app.db
    .selectFrom('spids')
    .select('company_id')
    .where('spid', '=', 'COMUM')
    .execute()
  expect(left).toEqual([{ company_id: neighbour.id }])
})

test('an undo is refused if a loose plan that the import activated is in use', async () => {
  const { id: companyId, document } = await existingLine(app, '')
  const { id: moduleId } = await app.build.module({ secret: false })
  await app.db
    .insertInto('loose_plans')
    .values({ company_id: companyId, module_id: moduleId, seat_limit: 5, active: false })
    .execute()
  const done = await loosePlans.import(
    `CNPJ;Serviço;Módulo;Quantidade\n${document};;${moduleId};5\n`,
  )
  const profileId = await app.build.profile({ moduleId })
  const { id: userId } = await app.build.user()
  await app.build.assign({ userId, profileId, companyId })
  expect((await loosePlans.undo(done)).outcome).toBe('409 import-changed-since')
  const left = await app.db
    .selectFrom('loose_plans')
    .select('active')
    .where('company_id', '=', companyId)
    .execute()
  expect(left).toEqual([{ active: true }])
})
