import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../database/database.ts'
import {
  companyFile,
  companyName,
  existingLine,
  newLine,
} from '../../test/testing/company-lines.ts'
import { administratorOf } from '../../test/testing/console-client.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'

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

/** Sends a call during an uncommitted change, and commits the change when the call waits for it. */
async function duringChange<T>(
  table: string,
  change: (db: Db) => Promise<unknown>,
  call: () => Promise<T>,
): Promise<T> {
  const { response } = await app.db.transaction().execute(async (db) => {
    await change(db)
    const sent = call()
    await waitingFor(app.db, table)
    return { response: sent }
  })
  return response
}

const rename = (id: number) => (db: Db) =>
  db.updateTable('companies').set({ name: 'Por outra pessoa' }).where('id', '=', id).execute()

test('a commit waits for a concurrent save of a record in the file and is refused; the save persists', async () => {
  const { id, line } = await existingLine(app, 'Pelo arquivo')
  const draft = await companies.draft(companyFile(line))
  const response = await duringChange('companies', rename(id), () => companies.commit(draft))
  expect(response.status).toBe(409)
  expect(response.failure.httpMessage).toBe(
    'Os registros mudaram depois da conferência. Veja de novo o que será feito e confirme outra vez.',
  )
  expect(await companyName(app, id)).toBe('Por outra pessoa')
})

describe('an undo waits for a concurrent change of an imported record and is refused; the change persists for', () => {
  test('a company', async () => {
    const { id, line } = await existingLine(app, 'Pelo arquivo')
    const done = await companies.import(companyFile(line))
    const response = await duringChange('companies', rename(id), () => companies.undo(done))
    expect(response.outcome).toBe('409 import-changed-since')
    expect(await companyName(app, id)).toBe('Por outra pessoa')
  })

  test('a loose plan', async () => {
    const { id: company_id, document } = await existingLine(app, '')
    const { id: module_id } = await app.build.module({ secret: false })
    const { id } = await app.db
      .insertInto('loose_plans')
      .values({ company_id, module_id, seat_limit: 5 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const done = await loosePlans.import(
      `CNPJ;Serviço;Módulo;Quantidade\n${document};;${module_id};7\n`,
    )
    const response = await duringChange(
      'loose_plans',
      (db) => db.updateTable('loose_plans').set({ seat_limit: 9 }).where('id', '=', id).execute(),
      () => loosePlans.undo(done),
    )
    expect(response.outcome).toBe('409 import-changed-since')
    const left = await app.db
      .selectFrom('loose_plans')
      .select('seat_limit')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(left.seat_limit).toBe(9)
  })
})

test('of two concurrent imports of the same companies in opposite order, one succeeds and the other gets a new preview', async () => {
  const lines = Array.from({ length: 1500 }, () => newLine())
  const other = new ImportDesk(await administratorOf(app), 'companies')
  const [one, another] = [
    await companies.draft(companyFile(...lines)),
    await other.draft(companyFile(...lines.toReversed())),
  ]
  const responses = await Promise.all([companies.commit(one), other.commit(another)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('an undo waits for a concurrent assignment that takes a seat of the import, and is refused', async () => {
  const { id: companyId, document } = await existingLine(app, '')
  const { id: moduleId } = await app.build.module({ secret: false })
  const profileId = await app.build.profile({ moduleId })
  const { id: userId } = await app.build.user()
  const done = await loosePlans.import(
    `CNPJ;Serviço;Módulo;Quantidade\n${document};;${moduleId};5\n`,
  )
  const response = await duringChange(
    'take_seat_turns',
    (db) =>
      db
        .insertInto('user_profiles')
        .values({ user_id: userId, profile_id: profileId, company_id: companyId })
        .execute(),
    () => loosePlans.undo(done),
  )
  expect(response.outcome).toBe('409 import-changed-since')
})
