import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
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

describe('a commit', () => {
  test('succeeds once: afterwards the same confirmation is refused, and a new one finds the import done', async () => {
    const draft = await desk.draft(companyFile(newLine()))
    const call = desk.commitOf(draft)
    const code = await desk.who.confirm('importCommit', call)
    expect((await desk.who.callWith({ code }, 'importCommit', call)).outcome).toBe('200')
    expect((await desk.who.callWith({ code }, 'importCommit', call)).outcome).toBe(
      '403 identity-confirmation-required',
    )
    expect((await desk.commit(draft)).outcome).toBe('409 import-not-draft')
  })

  test('two concurrent commits apply the draft once', async () => {
    const draft = await desk.draft(companyFile(newLine()))
    const outcomes = await Promise.all([desk.commit(draft), desk.commit(draft)])
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
      '200',
      '409 import-not-draft',
    ])
  })

  test('with the digest of another file is refused', async () => {
    const draft = await desk.draft(companyFile(newLine()))
    const response = await desk.commit({ ...draft, sha256: '0'.repeat(64) })
    expect(response.outcome).toBe('409 import-file-changed')
  })

  test('is refused if a record changed since the preview, and stores a new preview', async () => {
    const { id, line } = await existingLine(app, 'Pelo arquivo')
    const draft = await desk.draft(companyFile(line, newLine('Nova')))
    await renameCompany(app, id, 'Por outra pessoa')
    expect((await desk.commit(draft)).outcome).toBe('409 import-preview-changed')
    expect(await companyName(app, id)).toBe('Por outra pessoa')
    const renewed = await desk.get(draft)
    expect(renewed.preview_sha256).not.toBe(draft.preview_sha256)
    const [, change] = await desk.rows(renewed)
    expect(change?.changes).toEqual([
      { column: 'Nome', before: 'Por outra pessoa', after: 'Pelo arquivo' },
    ])
    expect((await desk.commit(draft)).outcome).toBe('409 import-preview-changed')
    expect((await desk.commit(renewed)).outcome).toBe('200')
    expect(await companyName(app, id)).toBe('Pelo arquivo')
  })

  test('is refused if a record of the file is created concurrently', async () => {
    const document = cnpj(next())
    const draft = await desk.draft(companyFile(`${document};Pelo arquivo;a@b.example;`, newLine()))
    const values = { name: 'Por outra pessoa', email: 'c@d.example', document }
    let response: ReturnType<typeof desk.commit> | undefined
    await app.db.transaction().execute(async (db) => {
      await db.insertInto('companies').values(values).execute()
      response = desk.commit(draft)
      // The commit waits for this transaction. The company that it creates is not visible to the commit yet.
      await expect
        .poll(async () => {
          const { rows } = await sql`select from pg_stat_activity
            where wait_event_type = 'Lock' and query like '%insert into companies%'`.execute(app.db)
          return rows.length
        })
        .toBe(1)
    })
    expect((await response)?.outcome).toBe('409 import-preview-changed')
    expect((await desk.get(draft)).totals).toMatchObject({ create: 1, change: 1 })
  })

  test('applies nothing if one row is invalid', async () => {
    const { id, line } = await existingLine(app, 'Pelo arquivo')
    const draft = await desk.draft(companyFile(line, '123;A;a@b.example;'))
    const before = await companyName(app, id)
    expect((await desk.commit(draft)).outcome).toBe('409 import-has-refused')
    expect(await companyName(app, id)).toBe(before)
  })
})
