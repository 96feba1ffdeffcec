import { afterAll, beforeAll, expect, test } from 'vitest'
import { maskCnpj } from '../../../contract/cnpj.ts'
import { cnpj } from '../../../test/testing/catalogue-builders.ts'
import { administratorOf } from '../../../test/testing/console-client.ts'
import { workbookOf } from '../../../test/testing/hostile-workbook.ts'
import { ImportDesk } from '../../../test/testing/import-desk.ts'
import { createTestApp, type TestApp } from '../../../test/testing/test-app.ts'

/** A file that takes the reader longer than its limit of CPU time. */
const slowFile = workbookOf('<a>'.repeat(12_000_000))
const complex = 'A planilha é grande ou complexa demais. Salve-a como CSV e tente de novo.'

let app: TestApp
let desk: ImportDesk

beforeAll(async () => {
  app = await createTestApp()
  desk = new ImportDesk(await administratorOf(app), 'companies')
})
afterAll(() => app.close())

test('after 7 s of CPU time a file is refused, and a user whose file exceeded a limit uses only one process', async () => {
  expect(await desk.refusal(slowFile)).toBe(complex)
  const done: string[] = []
  const own = [1, 2].map(async () => {
    await desk.refusal(slowFile)
    done.push('slow')
  })
  const number = cnpj(501)
  const other = new ImportDesk(await administratorOf(app), 'companies')
  const [company] = await other.rows(
    await other.draft(`CNPJ;Nome;E-mail\n${number};Operação;a@b.example\n`),
  )
  expect(company?.label).toBe(`Operação · ${maskCnpj(number)}`)
  done.push('other')
  await Promise.all(own)
  expect(done).toEqual(['other', 'slow', 'slow'])
})
