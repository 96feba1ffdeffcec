import { afterAll, beforeAll, expect, test } from 'vitest'
import { importMaxRows } from '../../contract/import-kinds.ts'
import { cnpj, next } from '../../test/testing/catalogue-builders.ts'
import { companyFile } from '../../test/testing/company-lines.ts'
import { administratorOf } from '../../test/testing/console-client.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { statementsOf } from '../../test/testing/statements.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let desk: ImportDesk

beforeAll(async () => {
  app = await createTestApp()
  desk = new ImportDesk(await administratorOf(app), 'companies')
})
afterAll(() => app.close())

/** Returns a file with these companies, each with two SPIDs. */
const many = (documents: readonly string[], name: string): string =>
  companyFile(...documents.map((document, n) => `${document};${name} ${n};a@b.example;A${n} B${n}`))

test(
  'the number of statements for 10,000 rows grows only with the number of chunks of 1,000',
  { timeout: 120_000 },
  async () => {
    const documents = Array.from({ length: importMaxRows }, () => cnpj(next()))
    const small = await statementsOf(() => desk.import(many(documents.slice(0, 3), 'Pouca')))
    const counted = async (name: string) => {
      return (await statementsOf(() => desk.import(many(documents, name)))).length
    }
    const large = await counted('Muita')
    // The large import needs statements for nine more chunks each of rows, created companies, applied rows and audit
    // records. Each row has two SPIDs, which take 19 more chunks.
    expect(large - small.length).toBeLessThanOrEqual(9 * 5 + 19)
    const again = await counted('Outra')
    expect(again).toBeLessThanOrEqual(large)
    const [last] = (await desk.who.call('importList', { params: { kind: 'companies' } })).data
      .imports
    const undo = await statementsOf(async () => desk.undo(last ?? { id: 0 }))
    expect(undo.length).toBeLessThan(40)
    expect((await desk.get(last ?? { id: 0 })).state).toBe('undone')
  },
)
