/** The files of `inputs/`, through the import, with the result that its README gives. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportKindName } from '../../../contract/import-kinds.ts'
import { refusalText } from '../../../contract/imports.ts'
import { administratorOf } from '../../testing/console-client.ts'
import { ImportDesk } from '../../testing/import-desk.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const folder = new URL('inputs/', import.meta.url)
const bytesOf = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)))

/** Numbers that the files refer to. */
const [moduleId, profileId] = [13, 116]
const [companyDocument, otherDocument] = ['98223611000101', '98112467000128']

let app: TestApp
let desks: Record<ImportKindName, ImportDesk>

beforeAll(async () => {
  app = await createTestApp()
  await insertReferred(app)
  const who = await administratorOf(app)
  desks = {
    companies: new ImportDesk(who, 'companies'),
    'loose-plans': new ImportDesk(who, 'loose-plans'),
    users: new ImportDesk(who, 'users'),
  }
})
afterAll(() => app.close())

async function insertReferred({ build, db }: TestApp): Promise<void> {
  const service_id = await build.service()
  await db
    .insertInto('modules')
    .values({ id: moduleId, service_id, name: 'Consulta', is_enable_spid: true })
    .execute()
  await db
    .insertInto('profiles')
    .values({ id: profileId, module_id: moduleId, name: 'Operador', accredited_enable: true })
    .execute()
  for (const document of [companyDocument, otherDocument]) {
    const { id } = await build.company({ spids: ['7101'] })
    await db.updateTable('companies').set({ document }).where('id', '=', id).execute()
    if (document === otherDocument) await build.plan({ companyId: id, moduleId, seats: 50 })
  }
}

/** What came of the rows of a file: 'create' with what is written, or why each is refused. */
async function read(name: string, kind: ImportKindName) {
  const draft = await desks[kind].draft(bytesOf(name))
  const rows = await allRows(desks[kind], draft)
  return {
    sheet: draft.sheet,
    rows: rows.map(({ line, outcome, refusals, changes }) => ({
      line,
      outcome,
      refusals: refusals.map((refusal) => refusalText(refusal)),
      written: Object.fromEntries(changes.map(({ column, after }) => [column, after])),
    })),
  }
}

/** Each row, those too that are refused for the same reason as another: a search finds it by its line. */
async function allRows(desk: ImportDesk, draft: Awaited<ReturnType<ImportDesk['draft']>>) {
  const listed = await desk.rows(draft, { sort: 'line' })
  const lines = new Set(listed.map(({ line }) => line))
  const found = [...listed]
  for (let line = 2; found.length < draft.totals.rows; line++) {
    if (lines.has(line)) continue
    const rows = await desk.rows(draft, { search: String(line) })
    found.push(...rows.filter((row) => row.line === line))
  }
  return found.toSorted((a, b) => a.line - b.line)
}

const refusalOf = (name: string, kind: ImportKindName): Promise<string> =>
  desks[kind].refusal(bytesOf(name))

const company = (n: number) => ({
  CNPJ: ['77.000.001/0001-60', '77.000.002/0001-05', '77.000.003/0001-50'][n - 1],
  Nome: `Empresa Teste ${n}`,
  'E-mail': `e${n}@teste.example`,
})

describe('the first line of a CSV decides nothing', () => {
  test('title line and rows end in different ways', async () => {
    const { rows } = await read('c01-mixed-crlf-header-lf-rows.csv', 'companies')
    expect(rows).toEqual(
      [1, 2, 3].map((n) => ({ line: n + 1, outcome: 'create', refusals: [], written: company(n) })),
    )
  })

  test.each([
    ['c04-leading-blank-line.csv', 3],
    ['c04b-leading-spaces-line.csv', 3],
    ['c05-sep-line.csv', 2],
    ['c06-quoted-newline-in-title.csv', 2],
    ['c08-bom-twice.csv', 2],
    ['c08b-bom-twice-quoted.csv', 2],
  ])('%s is read', async (name, line) => {
    const { rows } = await read(name, 'companies')
    expect(rows).toEqual([{ line, outcome: 'create', refusals: [], written: company(1) }])
  })

  test('pipes and HTML are refused by name, with what is taken', async () => {
    expect(await refusalOf('c24-pipe.csv', 'companies')).toBe(
      'As colunas deste arquivo estão separadas por “|”. Separe-as por “;” ou por “,”.',
    )
    expect(await refusalOf('c25-html-table-renamed.xls.csv', 'companies')).toBe(
      'Este arquivo é uma página HTML, mesmo que o nome termine em .xls ou .csv. Abra-o na planilha, salve-o como XLSX ou CSV e envie-o.',
    )
  })
})

describe('a quantity is the number that the spreadsheet means', () => {
  test.each([
    ['q-10.00.csv', '10'],
    ['q-99.0.csv', '99'],
  ])('%s is %s', async (name, quantity) => {
    expect((await read(name, 'loose-plans')).rows).toMatchObject([
      { outcome: 'create', written: { Quantidade: quantity } },
    ])
  })

  test.each([
    ['q-1.000.csv', 'Quantidade (C2): O limite máximo é 99.'],
    ['q-12.000.csv', 'Quantidade (C2): O limite máximo é 99.'],
    [
      'q-1,000.csv',
      'Quantidade (C2): O número “1,000” pode ser lido de duas formas. Escreva-o só com algarismos.',
    ],
  ])('%s is refused', async (name, refusal) => {
    expect((await read(name, 'loose-plans')).rows).toMatchObject([{ refusals: [refusal] }])
  })
})

describe('of a workbook', () => {
  test.each([
    ['x01-hidden-first-sheet.xlsx', 'Empresas'],
    ['x01b-veryhidden-first.xlsx', 'Empresas'],
    ['x02-numbers-export-summary.xlsx', 'Tabela 1'],
    ['x03-second-tab-active.xlsx', 'Empresas'],
    ['x10-backslash-paths.xlsx', 'Plan1'],
  ])('the first visible sheet with the titles is read and named: %s', async (name, sheet) => {
    expect(await read(name, 'companies')).toMatchObject({
      sheet,
      rows: [
        { line: 2, written: { CNPJ: '78.000.002/0001-78', Nome: 'Empresa 2' } },
        { line: 3, written: { CNPJ: '78.000.003/0001-12', Nome: 'Empresa 3' } },
      ],
    })
  })

  test.each(['x06-no-r-attributes.xlsx', 'x06b-rows-without-r-only.xlsx'])(
    'cells and rows without a name are read: %s',
    async (name) => {
      expect((await read(name, 'companies')).rows).toMatchObject([
        { line: 2, written: { 'E-mail': 'x2@teste.example' } },
      ])
    },
  )

  test('an unreadable cell is refused by column and cell, and never as blank', async () => {
    const error = (cell: string, shown: string) =>
      `${cell}: A célula tem o erro ${shown}. Corrija a fórmula ou digite o valor.`
    const { rows } = await read('x30-error-cells-people.xlsx', 'users')
    expect(rows.map(({ refusals }) => refusals)).toEqual([
      [],
      [error('SPID (F3)', '#N/A')],
      [
        'SPID (F4): A fórmula desta célula não foi calculada. Abra o arquivo na planilha, salve-o de novo e envie-o.',
      ],
      [error('SPID (F5)', '#REF!')],
      [error('Perfil (I6)', '#N/A')],
      [error('CNPJ (E7)', '#N/A')],
      [error('Telefone (C8)', '#N/A')],
      [error('Nome (A9)', '#NAME?')],
      // A formula that gives an empty text is blank.
      [],
      [
        'SPID (F11): A planilha transformou este valor em VERDADEIRO. Formate a coluna como texto e informe-o de novo.',
      ],
      [],
      [],
      [error('Módulo (H14)', '#N/A')],
    ])
    const given = rows.flatMap(({ line, written: { Perfil } }) =>
      Perfil === undefined ? [] : [[line, Perfil.includes('SPID 7101')]],
    )
    expect(given).toEqual([
      [2, true],
      [10, false],
      [12, true],
      [13, true],
    ])
  })

  test('zeros that only the number format shows are read', async () => {
    expect((await read('x33-number-format-zeros.xlsx', 'users')).rows).toMatchObject([
      { outcome: 'create', written: { Código: '00123', Telefone: '5511987654321' } },
    ])
  })

  test('XLSB and ODS are refused by name', async () => {
    expect(await refusalOf('s-sheetjs-xlsb.xlsb', 'companies')).toBe(
      'Este é um arquivo XLSB (pasta binária do Excel). Salve a planilha como XLSX ou CSV e envie-a de novo.',
    )
    expect(await refusalOf('s-sheetjs-ods.ods', 'companies')).toBe(
      'Este é um arquivo OpenDocument (ODS, do LibreOffice). Salve a planilha como XLSX ou CSV e envie-a de novo.',
    )
  })
})
