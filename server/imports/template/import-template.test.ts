import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  importHeaders,
  importKindNames,
  type ImportKindName,
} from '../../../contract/import-kinds.ts'
import { administratorOf, type ConsoleClient } from '../../../test/testing/console-client.ts'
import { ImportDesk } from '../../../test/testing/import-desk.ts'
import { masterOf } from '../../../test/testing/people.ts'
import { peopleScenario } from '../../../test/testing/people-scenario.ts'
import { createTestApp, type TestApp } from '../../../test/testing/test-app.ts'
import { workbookOf } from './workbook.ts'

let app: TestApp
let administrator: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  administrator = await administratorOf(app)
})
afterAll(() => app.close())

async function templateFor(who: ConsoleClient, kind: ImportKindName) {
  const answer = await who.call('importTemplate', { params: { kind } })
  const bytes = new Uint8Array(answer.bytes)
  const files = Object.entries(unzipSync(bytes)).map(
    ([name, file]) => [name, strFromU8(file)] as const,
  )
  return { answer, bytes, files: Object.fromEntries(files) as Record<string, string> }
}

/** Returns the texts of a sheet, by row. */
const rowsOf = (xml = ''): string[][] =>
  Array.from(xml.matchAll(/<row .*?<\/row>/gs), ([row]) =>
    Array.from(row.matchAll(/<t [^>]*>(.*?)<\/t>/gs), ([, text = '']) => text),
  )

describe.each([
  ['companies', 'modelo-empresas.xlsx'],
  ['loose-plans', 'modelo-planos-avulsos.xlsx'],
  ['users', 'modelo-usuarios.xlsx'],
] as const)('the template of %s', (kind, name) => {
  test('is an XLSX whose file name states its purpose', async () => {
    const { answer } = await templateFor(administrator, kind)
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    expect(answer.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
  })

  test('has only headers on its first sheet, and text format in every column', async () => {
    const { files, bytes } = await templateFor(administrator, kind)
    const sheet = files['xl/worksheets/sheet1.xml']
    expect(rowsOf(sheet)).toEqual([importHeaders(kind)])
    // The columns have style 1, which has the number format 49 ('@', text). It applies to all rows.
    expect(sheet?.match(/<col [^>]*style="1"/g)).toHaveLength(importHeaders(kind).length)
    expect(files['xl/styles.xml']).toContain('<xf xfId="0" numFmtId="49" applyNumberFormat="1"/>')
    expect(await new ImportDesk(administrator, kind).refusal(bytes)).toBe(
      'O arquivo não tem linhas abaixo dos títulos.',
    )
  })

  test('only its first sheet can be imported', async () => {
    const { files } = await templateFor(administrator, kind)
    const others = Object.keys(files).filter((file) => /sheet[2-9]\.xml$/.test(file))
    expect(others.length).toBeGreaterThan(0)
    for (const file of others) {
      const book = workbookOf([{ name: 'Outra', rows: rowsOf(files[file]), widths: [] }])
      const refusal = await new ImportDesk(administrator, kind).refusal(new Uint8Array(book))
      expect(refusal).toMatch(/^(?:A coluna|Falta a coluna)/)
    }
  })
})

test('every kind has a template', () => {
  expect(importKindNames).toEqual(['companies', 'loose-plans', 'users'])
})

test('a filled template is imported with leading zeros, which its text columns keep', async () => {
  const { document, profile } = await peopleScenario(app)
  const { files } = await templateFor(administrator, 'users')
  const [titles = []] = rowsOf(files['xl/worksheets/sheet1.xml'])
  const cells: Record<string, string> = {
    Nome: 'Ana Modelo',
    'E-mail': 'ana@modelo.example',
    Telefone: '0055119876543',
    Código: '00123',
    CNPJ: document,
    SPID: 'VOZ1',
    Perfil: profile,
  }
  const row = titles.map((title) => cells[title] ?? '')
  const sheets = ['Usuários', 'Como preencher'].map((name, at) => ({
    name,
    rows: at === 0 ? [titles, row] : rowsOf(files['xl/worksheets/sheet2.xml']),
    widths: titles.map(() => 20),
  }))
  const desk = new ImportDesk(administrator, 'users')
  const draft = await desk.draft(new Uint8Array(workbookOf(sheets)))
  expect(draft).toMatchObject({ sheet: 'Usuários', totals: { create: 1, refused: 0 } })
  const [shown] = await desk.rows(draft)
  expect(shown?.changes).toEqual(
    expect.arrayContaining([
      { column: 'Código', before: null, after: '00123' },
      { column: 'Telefone', before: null, after: '0055119876543' },
    ]),
  )
})

test('lists only values that the caller may use', async () => {
  const elsewhere = await peopleScenario(app)
  const master = await masterOf(app)
  const own = await peopleScenario(app, { companyId: master.person.company.id })
  const listed = async (who: ConsoleClient) => {
    const { files } = await templateFor(who, 'users')
    return JSON.stringify([3, 4].map((n) => rowsOf(files[`xl/worksheets/sheet${n}.xml`])))
  }
  const all = await listed(administrator)
  for (const { company, profile } of [elsewhere, own]) {
    expect(all).toContain(`"${company}"`)
    expect(all).toContain(`"${profile}"`)
  }
  const few = await listed(master)
  expect(few).toContain(`"${own.company}"`)
  expect(few).toContain(`"${own.profile}"`)
  expect(few).not.toContain(`"${elsewhere.company}"`)
  expect(few).not.toContain(`"${elsewhere.profile}"`)
})
