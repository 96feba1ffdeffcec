import writeXlsxFile from 'write-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importMaxBytes, importMaxRows, importTypes } from '../../../contract/import-kinds.ts'
import { maskCnpj } from '../../../contract/cnpj.ts'
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

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  )
// CNPJs that no other test uses: the builders count from 1.
const [first, second] = [cnpj(501), cnpj(502)]
const titles = 'CNPJ;Nome;E-mail'
const row = `${first};Operação;a@b.example`
const damaged = 'O arquivo XLSX está danificado. Abra-o na planilha, salve-o de novo e envie-o.'
const unpacked =
  'A planilha é grande demais depois de descompactada. Salve-a como CSV e envie-a de novo.'
const longCell = 'A linha 2 tem uma célula com mais de 300 caracteres.'
const allColumns = 'CNPJ, Nome, E-mail, SPIDs'

/** Parses a file and returns its first row. */
async function labelOf(file: string | Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  return (await desk.rows(await desk.draft(file)))[0]?.label
}

describe('a file is parsed', () => {
  const label = `Operação · ${maskCnpj(first)}`

  test('with ; or , or a byte order mark, headers in any case and order, quoted or not', async () => {
    for (const file of [
      `${titles}\n${row}\n`,
      `${titles}\r\n${row}\r\n`,
      `\uFEFF${titles}\n${row}`,
      `e-MAIL,cnpj,"NOME"\na@b.example,${first},"Operação"\n`,
      `Email;CNPJ;Nome;;\na@b.example;${first};Operação;;\n`,
    ])
      expect(await labelOf(file)).toBe(label)
  })

  test('with line breaks in cells and blank lines, numbered like spreadsheet rows', async () => {
    const file = `${titles}\n"${first}";"A\nB";a@b.example\n;;\n\n${second};C;c@b.example\n`
    const rows = await desk.rows(await desk.draft(file), { sort: 'line' })
    expect(rows.map(({ line }) => line)).toEqual([2, 5])
  })

  test('from a workbook with numbers and texts, whatever its declared type', async () => {
    const sheet = [
      titles.split(';'),
      [Number(first), 'Operação', 'a@b.example'],
      [{ value: second, type: String }, '=1+1', 'b@b.example'],
    ]
    const book = await writeXlsxFile(sheet).toBuffer()
    for (const type of importTypes) {
      const { data } = await desk.send(new Uint8Array(book), type)
      expect((await desk.rows(data)).map((each) => each.label)).toEqual([
        label,
        `=1+1 · ${maskCnpj(second)}`,
      ])
    }
  })

  test('from a workbook with large entries', { timeout: 60_000 }, async () => {
    const cells = `<c r="A2"><v>${first}</v></c><c r="B2" t="inlineStr"><is><t>Operação</t></is></c><c r="C2" t="inlineStr"><is><t>a@b.example</t></is></c>`
    const spaces = `${' '.repeat(60_000)}<x/>`.repeat(20)
    expect(await labelOf(workbookOf(`${spaces}<row r="2">${cells}</row>`))).toBe(label)
  })

  test('from a workbook, with the last displayed result of a formula', async () => {
    const cells = `<c r="A2" t="str"><f>CONCAT(1)</f><v>${first}</v></c><c r="B2" t="str"><f>A1</f><v>Operação</v></c><c r="C2" t="inlineStr"><is><t>a@b.example</t></is></c>`
    expect(await labelOf(workbookOf(`<row r="2">${cells}</row>`))).toBe(label)
  })

  test('from a workbook, with a CNPJ stored as a number if no digit is lost', async () => {
    const number = (value: string) =>
      workbookOf(`<row r="2"><c r="A2"><v>${value}</v></c><c r="B2" t="inlineStr"><is><t>A</t></is></c>
        <c r="C2" t="inlineStr"><is><t>a@b.example</t></is></c></row>`)
    const [whole] = await desk.rows(
      await desk.draft(number(`${first.slice(0, 1)}.${first.slice(1)}E13`)),
    )
    expect(whole?.outcome).toBe('create')
    const [cut] = await desk.rows(await desk.draft(number('9.8E+13')))
    expect(cut?.refusals).toEqual([
      { column: 'CNPJ', cell: 'A2', sentence: expect.stringContaining('como 9,8E+13') as string },
    ])
  })
})

describe('a file is refused as a whole, with a reason', () => {
  const textCell = (text: string) =>
    `<row r="2"><c r="A2" t="inlineStr"><is><t>${text}</t></is></c></row>`
  const huge = 'x'.repeat(23_000_000)
  const hugeCell = 'A planilha tem uma célula com mais de 300 caracteres.'
  const wide = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`).join(';')
  const cases: [string, string | Uint8Array<ArrayBuffer>, string][] = [
    ['an empty file', '', 'O arquivo está vazio.'],
    ['headers only', `${titles}\n`, 'O arquivo não tem linhas abaixo dos títulos.'],
    [
      'Latin-1',
      bytes(`${titles}\n${first};Opera`, [0xe7, 0xe3], 'o;a@b.example\n'),
      'O arquivo não está em UTF-8, e os acentos se perderiam. Salve-o como “CSV UTF-8” ou como XLSX.',
    ],
    [
      'UTF-16',
      bytes([0xff, 0xfe], [...Buffer.from(titles, 'utf16le')]),
      'Este arquivo é um texto em UTF-16 (“Texto Unicode”). Abra-o na planilha, salve-o como XLSX ou CSV e envie-o.',
    ],
    [
      'an old XLS',
      bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      'Este arquivo é um XLS antigo ou uma planilha com senha. Abra-o na planilha, salve-o como XLSX ou CSV e envie-o.',
    ],
    [
      'an unknown column',
      `${titles};Telefone\n${row};1\n`,
      `A coluna “Telefone” não é do modelo: ${allColumns}.`,
    ],
    [
      'a missing column',
      'CNPJ;Nome\n1;2\n',
      `Falta a coluna “E-mail”. As colunas são: ${allColumns}.`,
    ],
    [
      'a duplicate column',
      'CNPJ;Nome;E-mail;Email\n1;2;3;4\n',
      'A coluna “E-mail” aparece mais de uma vez.',
    ],
    [
      'a value in a column without header',
      `${titles}\n${row};sobra\n`,
      'A linha 2 tem um valor em uma coluna sem título.',
    ],
    [
      'an open quote',
      `${titles}\n"${row}\n`,
      'A linha 2 não pôde ser lida: confira as aspas e os separadores.',
    ],
    [
      'a huge cell',
      `${titles}\n1;${'x'.repeat(301)};3\n`,
      'A linha 2 tem uma célula com mais de 300 caracteres.',
    ],
    [
      'a cell of a megabyte',
      `${titles}\n1;${'x'.repeat(1_000_000)};3\n`,
      'A linha 2 não pôde ser lida: confira as aspas e os separadores.',
    ],
    ['20,001 columns', `${wide(20_001)}\n`, 'A linha 1 tem mais de 50 colunas. Use o modelo.'],
    [
      'a character that cannot be stored',
      `${titles}\n1;a\0b;3\n`,
      'A linha 2 tem um caractere que não é texto. Apague-o e tente de novo.',
    ],
    [
      'one row too many',
      `${titles}\n${`${row}\n`.repeat(importMaxRows + 1)}`,
      'O arquivo tem mais de 10.000 linhas. Divida-o e importe uma parte por vez.',
    ],
    ['a file that only starts like a ZIP', 'PK e mais nada', damaged],
    ['a ZIP that is not a workbook', zipOf({ 'a.txt': 'nada' }), damaged],
    ['truncated XML', workbookOf('<row r="2"><c'), damaged],
    ['a workbook of 100 MB in 100 KB', workbookOf(' '.repeat(100_000_000)), unpacked],
    ['a workbook with a false size', workbookOf(' '.repeat(100_000_000), 1000), damaged],
    [
      'a row number that is too large',
      workbookOf('<row r="9999999999"><c r="A9999999999"><v>1</v></c></row>'),
      damaged,
    ],
    [
      'a column that is too large',
      workbookOf('<row r="2"><c r="ZZZZZZZ2"><v>1</v></c></row>'),
      damaged,
    ],
    [
      'duplicate rows',
      workbookOf('<row r="2"><c r="A2"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>'),
      damaged,
    ],
    [
      'a ZIP of 301 files',
      zipOf(Object.fromEntries(Array.from({ length: 301 }, (_, n) => [`${n}.xml`, '']))),
      unpacked,
    ],
    ['a cell of 23 million characters in 46 KB', workbookOf(textCell(huge)), hugeCell],
    ['declarations', workbookOf(textCell('<!'.repeat(2_500_000))), damaged],
    ['unclosed declarations', workbookOf(textCell('<!-'.repeat(1_500_000))), damaged],
    ['many CDATA sections', workbookOf(textCell('<![CDATA[x]]>'.repeat(300_000))), longCell],
    ['the same as CDATA', workbookOf(textCell(`<![CDATA[${'<'.repeat(1_000_000)}]]>`)), hugeCell],
    ['the same as a comment', workbookOf(`<!--${'<'.repeat(1_000_000)}-->`), hugeCell],
  ]

  // Some of these files exhaust the memory of the process, which takes a while.
  test.each(cases)('%s', { timeout: 60_000 }, async (_, file, sentence) => {
    expect(await desk.refusal(file)).toBe(sentence)
    expect((await app.client.request('GET', '/api/health/live')).status).toBe(200)
  })

  test('nested XML entities are not expanded', async () => {
    const book = zipOf({
      'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b "b">]><workbook>&b;</workbook>',
    })
    expect(await desk.refusal(book)).toBe(damaged)
  })

  test('10 MB are parsed, one byte more is too large', { timeout: 60_000 }, async () => {
    const line = `${row}\n`
    const text = `${titles}\n${line.repeat(Math.floor(importMaxBytes / Buffer.byteLength(line)))}`
    const most = Buffer.alloc(importMaxBytes, ' ')
    most.write(text.slice(0, importMaxBytes / 2))
    expect(await desk.refusal(new Uint8Array(most))).toContain('mais de 10.000 linhas')
    const more = new Uint8Array(importMaxBytes + 1)
    expect((await desk.send(more)).outcome).toBe('413 body-too-large')
  })

  test('other content types than CSV and XLSX are refused, also JSON', async () => {
    for (const type of ['text/plain', 'application/json', 'application/zip'])
      expect((await desk.send(`${titles}\n${row}\n`, type)).outcome).toBe(
        '415 unsupported-media-type',
      )
  })

  test('only the upload endpoints accept files', async () => {
    const answer = await app.client.request('POST', '/api/company', {
      ...desk.who.who,
      body: titles,
      headers: { 'content-type': 'text/csv' },
    })
    expect(answer.outcome).toBe('415 unsupported-media-type')
  })
})
