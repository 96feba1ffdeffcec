/** If a cell is unreadable, its row is refused by column and cell. The cell is never treated as blank. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalText } from '../../../contract/imports.ts'
import { cnpj } from '../../../test/testing/catalogue-builders.ts'
import { administratorOf } from '../../../test/testing/console-client.ts'
import { workbookOf, zipOf } from '../../../test/testing/hostile-workbook.ts'
import { ImportDesk } from '../../../test/testing/import-desk.ts'
import { createTestApp, type TestApp } from '../../../test/testing/test-app.ts'

let app: TestApp
let desk: ImportDesk

beforeAll(async () => {
  app = await createTestApp()
  desk = new ImportDesk(await administratorOf(app), 'companies')
})
afterAll(() => app.close())

const document = cnpj(601)
const inline = (at: string, text: string) =>
  `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`

/** Returns a workbook with one company whose name is this cell. */
const withName = (cell: string, beyond = '') =>
  workbookOf(
    `<row r="2">${inline('A2', document)}${cell}${inline('C2', 'a@b.example')}</row>${beyond}`,
  )

async function firstRow(file: string | Uint8Array<ArrayBuffer>) {
  const [row] = await desk.rows(await desk.draft(file), { sort: 'line' })
  return { outcome: row?.outcome, refusals: row?.refusals.map((refusal) => refusalText(refusal)) }
}

const converted = (into: string) =>
  `Nome (B2): A planilha transformou este valor ${into}. Formate a coluna como texto e informe-o de novo.`
const uncomputed =
  'Nome (B2): A fórmula desta célula não foi calculada. Abra o arquivo na planilha, salve-o de novo e envie-o.'
const lost = 'Nome (B2): O valor desta célula não pôde ser lido. Digite-o de novo.'

describe('in a workbook', () => {
  test.each([
    [
      'an error',
      '<c r="B2" t="e"><v>#DIV/0!</v></c>',
      'Nome (B2): A célula tem o erro #DIV/0!. Corrija a fórmula ou digite o valor.',
    ],
    [
      'an error stored as text',
      inline('B2', ' #N/D '),
      'Nome (B2): A célula tem o erro #N/D. Corrija a fórmula ou digite o valor.',
    ],
    ['a formula without a value', '<c r="B2"><f>A1</f></c>', uncomputed],
    ['a formula with an empty number', '<c r="B2"><f>A1</f><v/></c>', uncomputed],
    ['a formula of text without a value', '<c r="B2" t="str"><f>A1</f></c>', uncomputed],
    ['a boolean', '<c r="B2" t="b"><v>0</v></c>', converted('em FALSO')],
    ['a date by its type', '<c r="B2" t="d"><v>2026-01-02</v></c>', converted('em uma data')],
    ['a missing shared string', '<c r="B2" t="s"><v>7</v></c>', lost],
    ['a shared string without a number', '<c r="B2" t="s"><v>__proto__</v></c>', lost],
    ['an unknown type', '<c r="B2" t="x"><v>1</v></c>', lost],
    ['an invalid number', '<c r="B2"><v>1,5</v></c>', lost],
    [
      'a number with decimals',
      '<c r="B2"><v>7101.71</v></c>',
      'Nome (B2): A planilha guarda aqui o número 7101,71. Use um número inteiro, ou formate a coluna como texto e informe o valor de novo.',
    ],
  ])('%s', async (_, cell, refusal) => {
    expect(await firstRow(withName(cell))).toEqual({ outcome: 'refused', refusals: [refusal] })
  })

  test('a cell covered by a merged one, in each row', async () => {
    const rows = [2, 3].map(
      (line) =>
        `<row r="${line}">${inline(`A${line}`, cnpj(600 + line))}${line === 2 ? inline('B2', 'Operação') : ''}${inline(`C${line}`, 'a@b.example')}</row>`,
    )
    const file = workbookOf(
      `${rows.join('')}</sheetData><mergeCells><mergeCell ref="B2:B3"/></mergeCells><sheetData>`,
    )
    const [refused, created] = await desk.rows(await desk.draft(file))
    expect(created).toMatchObject({ line: 2, outcome: 'create', refusals: [] })
    expect(refused).toMatchObject({
      line: 3,
      refusals: [
        {
          column: 'Nome',
          cell: 'B3',
          sentence:
            'Esta célula está mesclada com outra. Desfaça a mesclagem e preencha cada linha.',
        },
      ],
    })
  })

  test('in a column without a header', async () => {
    expect(
      await desk.refusal(withName(inline('B2', 'A'), '<row r="3"><c r="F3"><f>A1</f></c></row>')),
    ).toBe('A linha 3 tem um valor em uma coluna sem título.')
  })

  test('formatted text is read as a whole, without phonetic hints', async () => {
    const cell =
      '<c r="B2" t="inlineStr"><is><r><t xml:space="preserve">Opera</t></r><rPh><t>som</t></rPh><r><t>ção_x0020_Sul</t></r></is></c>'
    expect((await desk.rows(await desk.draft(withName(cell))))[0]?.label).toContain('Operação Sul')
  })
})

describe('in a CSV', () => {
  test.each([
    ['#N/D', 'A célula tem o erro #N/D. Corrija a fórmula ou digite o valor.'],
    ['#REF!', 'A célula tem o erro #REF!. Corrija a fórmula ou digite o valor.'],
    ['#NOME?', 'A célula tem o erro #NOME?. Corrija a fórmula ou digite o valor.'],
    ['Err:502', 'A célula tem o erro Err:502. Corrija a fórmula ou digite o valor.'],
    [
      '#####',
      'A célula mostra apenas “###”. Alargue a coluna na planilha e salve o arquivo de novo.',
    ],
  ])('the error text %s', async (text, sentence) => {
    expect(await firstRow(`CNPJ;Nome;E-mail\n${document};${text};a@b.example\n`)).toEqual({
      outcome: 'refused',
      refusals: [`Nome (B2): ${sentence}`],
    })
  })
})

test('a draft with an unreadable cell is refused by every commit', async () => {
  const draft = await desk.draft(withName(inline('B2', '#N/A')))
  for (let attempt = 0; attempt < 2; attempt++)
    expect((await desk.commit(draft)).outcome).toBe('409 import-has-refused')
})

test('rows refused for the same reasons are one entry that lists their lines; a search finds each row', async () => {
  const refused = Array.from({ length: 500 }, (_, n) => `1234;Operadora ${n + 2};a@b.example`)
  const other = `${document};;a@b.example`
  const lines = [...refused.slice(0, 100), other, ...refused.slice(100)]
  const draft = await desk.draft(['CNPJ;Nome;E-mail', ...lines].join('\n'))
  expect(draft.totals).toMatchObject({ refused: 501 })
  const listed = await desk.rows(draft, { sort: 'line' })
  expect(listed.map(({ line, same }) => [line, same])).toEqual([
    [2, { rows: 500, lines: '2–101, 103–502' }],
    [102, { rows: 1, lines: '102' }],
  ])
  // The row of line 399 is found too, by its line number.
  expect(await desk.rows(draft, { search: 'Operadora 399' })).toMatchObject([
    { line: 400, same: null, refusals: [{ column: 'CNPJ', cell: 'A400' }] },
    { line: 399, same: null },
  ])
})

describe('sheets', () => {
  const sheet = (...titles: string[]) =>
    `<worksheet><sheetData><row r="1">${titles.map((title, at) => inline(`${'ABCDEF'[at]}1`, title)).join('')}</row></sheetData></worksheet>`

  /** Returns a workbook with these sheets, by name. */
  function sheetsOf(sheets: Record<string, string>): Uint8Array<ArrayBuffer> {
    const names = Object.keys(sheets)
    const relation = (n: number) =>
      `<Relationship Id="r${n}" Type="http://x/relationships/worksheet" Target="/xl/worksheets/s${n}.xml"/>`
    return zipOf({
      'xl/workbook.xml': `<x:workbook xmlns:x="x" xmlns:q="q"><x:sheets>${names.map((name, n) => `<x:sheet name="${name}" q:id="r${n}"/>`).join('')}</x:sheets></x:workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, n) => relation(n)).join('')}</Relationships>`,
      ...Object.fromEntries(
        names.map((name, n) => [`xl/worksheets/s${n}.xml`, sheets[name] ?? '']),
      ),
    })
  }

  test('no sheet has the headers: all sheets are named', async () => {
    expect(
      await desk.refusal(sheetsOf({ Capa: sheet('Relatório'), Dados: sheet('CNPJ', 'Nome') })),
    ).toBe(
      'Nenhuma aba tem na primeira linha os títulos do modelo: CNPJ, Nome, E-mail, SPIDs. Abas do arquivo: “Capa”, “Dados”.',
    )
  })

  test('the only sheet has other headers: they are named', async () => {
    expect(await desk.refusal(sheetsOf({ Dados: sheet('CNPJ', 'Nome', 'Telefone') }))).toBe(
      'A coluna “Telefone” não é do modelo: CNPJ, Nome, E-mail, SPIDs.',
    )
  })

  test('a cover sheet may have texts of any length', async () => {
    const file = sheetsOf({
      Capa: sheet('Leia antes. '.repeat(100)),
      Dados: sheet('CNPJ', 'Nome', 'E-mail').replace(
        '</sheetData>',
        `<row r="4">${inline('A4', document)}${inline('B4', 'Operação')}${inline('C4', 'a@b.example')}</row></sheetData>`,
      ),
    })
    const draft = await desk.draft(file)
    expect(draft.sheet).toBe('Dados')
    expect((await desk.rows(draft))[0]).toMatchObject({ line: 4, outcome: 'create' })
  })
})
