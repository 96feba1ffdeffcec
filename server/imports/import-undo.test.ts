import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { hours } from '../shared/clock.ts'
import { cnpj, next } from '../../test/testing/catalogue-builders.ts'
import {
  companyFile,
  companyName,
  existingLine,
  newLine,
  renameCompany,
} from '../../test/testing/company-lines.ts'
import { administratorOf } from '../../test/testing/console-client.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let desk: ImportDesk

beforeAll(async () => {
  app = await createTestApp()
  desk = new ImportDesk(await administratorOf(app), 'companies')
})
afterAll(() => app.close())

/** Returns the id of the company with this CNPJ, in an array that is empty if there is none. */
async function companyIds(document: string): Promise<number[]> {
  const found = app.db.selectFrom('companies').select('id').where('document', '=', document)
  return (await found.execute()).map(({ id }) => id)
}

describe('an undo', () => {
  test('deletes created companies with their SPIDs, restores changed ones, and is audited', async () => {
    const { id, document } = await existingLine(app, '')
    const before = await companyName(app, id)
    const made = cnpj(next())
    const done = await desk.import(
      companyFile(`${document};Mudada;x@y.example;NOVO1`, `${made};Feita;a@b.example;S1`),
    )
    expect(done.undo_until).toBe(new Date(app.clock.now().getTime() + hours(24)).toISOString())
    const undone = (await desk.undo(done)).data
    expect(undone).toMatchObject({ id: done.id, state: 'undone', undo_until: null })
    expect(await companyName(app, id)).toBe(before)
    const { rows } = await sql`select from spids where spid in ('NOVO1', 'S1')`.execute(app.db)
    expect(rows).toEqual([])
    expect(await companyIds(made)).toEqual([])
    const events = await app.db
      .selectFrom('audit_events')
      .select(['event', 'before', 'after'])
      .where('operation', '=', 'importUndo')
      .orderBy('seq', 'desc')
      .limit(3)
      .execute()
    expect(events.map(({ event }) => event).toSorted()).toEqual([
      'company.removed',
      'company.updated',
      'import.undone',
    ])
    expect((await desk.undo(done)).outcome).toBe('409 import-not-done')
    expect((await desk.commit(done)).outcome).toBe('409 import-not-draft')
  })

  test('is refused as a whole if a record has changed since; the refusal names its line and the number of other changed records', async () => {
    const [one, two] = [await existingLine(app, 'Um'), await existingLine(app, 'Dois')]
    const made = cnpj(next())
    const done = await desk.import(companyFile(one.line, two.line, `${made};Feita;a@b.example;`))
    await renameCompany(app, two.id, 'Depois')
    const response = await desk.undo(done)
    expect(response.outcome).toBe('409 import-changed-since')
    expect(response.failure.fields).toEqual({
      import: 'O registro da linha 3 mudou ou passou a ser usado depois da importação.',
    })
    expect(await companyName(app, one.id)).toBe('Um')
    await renameCompany(app, one.id, 'Também')
    expect((await desk.undo(done)).failure.fields).toEqual({
      import:
        'O registro da linha 2 e o de mais uma linha mudaram ou passaram a ser usados depois da importação.',
    })
    expect(await companyName(app, two.id)).toBe('Depois')
    expect(await companyIds(made)).toHaveLength(1)
    expect((await desk.get(done)).state).toBe('done')
  })

  const uses: [string, (companyId: number) => Promise<unknown>][] = [
    [
      'a user is linked to it',
      async (company_id) => {
        const { id: user_id } = await app.build.user()
        await app.db.insertInto('user_companies').values({ user_id, company_id }).execute()
      },
    ],
    [
      'it has a plan',
      async (companyId) => app.build.plan({ companyId, moduleId: (await app.build.module()).id }),
    ],
    [
      'it owns a profile',
      (company_id) =>
        app.db.insertInto('profiles').values({ company_id, module_id: 1, name: 'Dela' }).execute(),
    ],
  ]
  test.each(uses)('is refused for a created company if %s', async (_, use) => {
    const document = cnpj(next())
    const done = await desk.import(companyFile(newLine(), `${document};Usada;a@b.example;`))
    const [id] = await companyIds(document)
    if (id === undefined) throw new Error('The import created no company.')
    await use(id)
    const response = await desk.undo(done)
    expect(response.outcome).toBe('409 import-changed-since')
    expect(response.failure.fields?.['import']).toContain('linha 3')
    expect(await companyName(app, id)).toBe('Usada')
  })

  test('is refused if a user holds a profile for an added SPID', async () => {
    const { id, line } = await existingLine(app, 'Com SPID')
    const done = await desk.import(companyFile(`${line}GANHO`))
    const { id: moduleId } = await app.build.module()
    await app.build.plan({ companyId: id, moduleId })
    const profileId = await app.build.profile({ moduleId })
    const user = await app.build.user()
    await app.build.assign({ userId: user.id, profileId, companyId: id, spid: 'GANHO' })
    const spids = app.db.selectFrom('spids').select('spid').where('company_id', '=', id)
    const response = await desk.undo(done)
    expect(response.outcome).toBe('409 import-changed-since')
    expect(response.failure.fields?.['import']).toContain('linha 2')
    expect(await spids.execute()).toEqual([{ spid: 'GANHO' }])
    expect(await companyName(app, id)).toBe('Com SPID')
  })

  test('is refused after 24 hours', async () => {
    const done = await desk.import(companyFile(newLine()))
    await app.db
      .updateTable('imports')
      .set({ done_at: new Date(app.clock.now().getTime() - hours(24)) })
      .where('id', '=', done.id)
      .execute()
    expect((await desk.undo(done)).outcome).toBe('409 import-undo-over')
  })

  test('is offered for imports of the last 24 hours, newest first', async () => {
    const fresh = new ImportDesk(await administratorOf(app), 'companies')
    const ids: number[] = []
    for (let n = 0; n < 2; n++) ids.unshift((await fresh.import(companyFile(newLine()))).id)
    const { data } = await fresh.who.call('importList', { params: { kind: 'companies' } })
    expect(data.imports.map(({ id, state }) => [id, state])).toEqual(ids.map((id) => [id, 'done']))
  })
})
