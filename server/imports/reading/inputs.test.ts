/**
 * Imports every file of `inputs/`, and sends the same values through the schemas of the forms. Expects the results that
 * the README there lists.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maskCnpj } from '../../../contract/cnpj.ts'
import { companies } from '../../../contract/companies.ts'
import { users } from '../../../contract/users.ts'
import { InputFiles } from '../../../test/testing/input-files.ts'
import { createTestApp, type TestApp } from '../../../test/testing/test-app.ts'

/** Schemas of the forms' fields. */
const personForm = users.userCreate.body.shape
const companyForm = companies.companyCreate.body.shape

let app: TestApp
let files: InputFiles

beforeAll(async () => {
  app = await createTestApp()
  files = await InputFiles.in(app)
})
afterAll(() => app.close())

const company = (n: number) => ({
  CNPJ: ['77.000.001/0001-60', '77.000.002/0001-05', '77.000.003/0001-50'][n - 1],
  Nome: `Empresa Teste ${n}`,
  'E-mail': `e${n}@teste.example`,
})

describe('the first line of a CSV does not determine how the rest is parsed', () => {
  test('header line and rows with different line endings', async () => {
    const { rows } = await files.read('c01-mixed-crlf-header-lf-rows.csv', 'companies')
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
    const { rows } = await files.read(name, 'companies')
    expect(rows).toEqual([{ line, outcome: 'create', refusals: [], written: company(1) }])
  })

  test('pipes and HTML are refused by name, with the accepted formats', async () => {
    expect(await files.refusalOf('c24-pipe.csv', 'companies')).toBe(
      'As colunas deste arquivo estão separadas por “|”. Separe-as por “;” ou por “,”.',
    )
    expect(await files.refusalOf('c25-html-table-renamed.xls.csv', 'companies')).toBe(
      'Este arquivo é uma página HTML, mesmo que o nome termine em .xls ou .csv. Abra-o na planilha, salve-o como XLSX ou CSV e envie-o.',
    )
  })
})

describe('a CNPJ is compared by its letters and digits', () => {
  test.each([
    ['c14-cnpj-nbhyphen-2011.csv', '77.000.001/0001-60'],
    ['c14b-cnpj-endash.csv', '77.000.001/0001-60'],
    ['c14c-cnpj-zwsp-end.csv', '77.000.001/0001-60'],
    ['c14d-cnpj-spaces-inside.csv', '77.000.001/0001-60'],
    ['c14e-cnpj-fullwidth.csv', '77.000.001/0001-60'],
    ['c14f-cnpj-lower-alnum.csv', '12.ABC.345/01DE-35'],
  ])('%s', async (name, document) => {
    expect((await files.read(name, 'companies')).rows).toMatchObject([
      { outcome: 'create', written: { CNPJ: document } },
    ])
    const form = files.typed(name, 'CNPJ', companyForm.document)
    expect(form.map((each) => maskCnpj(String(each)))).toEqual([document])
  })
})

describe('an e-mail of a company', () => {
  test.each([
    ['c15-email-zwsp.csv', 'e@teste.example'],
    ['c15b-email-nbsp.csv', 'e@teste.example'],
    ['c15d-email-idn.csv', 'contato@xn--ao-siap.com.br'],
    ['c15e-email-puny-tld.csv', 'contato@example.xn--p1ai'],
    ['c15f-email-ampersand.csv', 'a&b@teste.example'],
  ])('%s is accepted', async (name, email) => {
    expect((await files.read(name, 'companies')).rows).toMatchObject([
      { outcome: 'create', written: { 'E-mail': email } },
    ])
    expect(files.typed(name, 'E-mail', companyForm.email)).toEqual([email])
  })

  test('mailto: is refused by column and cell', async () => {
    const [row] = (await files.read('c15c-email-mailto.csv', 'companies')).rows
    expect(row).toMatchObject({ outcome: 'refused' })
    expect(row?.refusals[0]).toMatch(/^E-mail \(C2\): /)
    expect(files.typed('c15c-email-mailto.csv', 'E-mail', companyForm.email)).toEqual([null])
  })
})

describe('a quantity is the number shown by the spreadsheet', () => {
  test.each([
    ['q-10.00.csv', '10'],
    ['q-99.0.csv', '99'],
  ])('%s is %s', async (name, quantity) => {
    expect((await files.read(name, 'loose-plans')).rows).toMatchObject([
      { outcome: 'create', written: { Quantidade: quantity } },
    ])
  })

  test.each([
    ['q-1.000.csv', 'Quantidade (C2): São no máximo 99 licenças.'],
    ['q-12.000.csv', 'Quantidade (C2): São no máximo 99 licenças.'],
    [
      'q-1,000.csv',
      'Quantidade (C2): O número “1,000” pode ser lido de duas formas. Escreva-o só com algarismos.',
    ],
  ])('%s is refused', async (name, refusal) => {
    expect((await files.read(name, 'loose-plans')).rows).toMatchObject([{ refusals: [refusal] }])
  })
})

describe('a workbook', () => {
  test.each([
    ['x01-hidden-first-sheet.xlsx', 'Empresas'],
    ['x01b-veryhidden-first.xlsx', 'Empresas'],
    ['x02-numbers-export-summary.xlsx', 'Tabela 1'],
    ['x03-second-tab-active.xlsx', 'Empresas'],
    ['x10-backslash-paths.xlsx', 'Plan1'],
  ])('the first visible sheet with the headers is read and named: %s', async (name, sheet) => {
    expect(await files.read(name, 'companies')).toMatchObject({
      sheet,
      rows: [
        { line: 2, written: { CNPJ: '78.000.002/0001-78', Nome: 'Empresa 2' } },
        { line: 3, written: { CNPJ: '78.000.003/0001-12', Nome: 'Empresa 3' } },
      ],
    })
  })

  test.each(['x06-no-r-attributes.xlsx', 'x06b-rows-without-r-only.xlsx'])(
    'cells and rows without a reference are read: %s',
    async (name) => {
      expect((await files.read(name, 'companies')).rows).toMatchObject([
        { line: 2, written: { 'E-mail': 'x2@teste.example' } },
      ])
    },
  )

  test('an unreadable cell is refused by column and cell, never treated as blank', async () => {
    const error = (cell: string, shown: string) =>
      `${cell}: A célula tem o erro ${shown}. Corrija a fórmula ou digite o valor.`
    const { rows } = await files.read('x30-error-cells-people.xlsx', 'users')
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
      // A formula with an empty result counts as blank.
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

  test('zeros shown only by the number format are read', async () => {
    expect((await files.read('x33-number-format-zeros.xlsx', 'users')).rows).toMatchObject([
      { outcome: 'create', written: { Código: '00123', Telefone: '5511987654321' } },
    ])
  })

  test('XLSB and ODS are refused by name', async () => {
    expect(await files.refusalOf('s-sheetjs-xlsb.xlsb', 'companies')).toBe(
      'Este é um arquivo XLSB (pasta binária do Excel). Salve a planilha como XLSX ou CSV e envie-a de novo.',
    )
    expect(await files.refusalOf('s-sheetjs-ods.ods', 'companies')).toBe(
      'Este é um arquivo OpenDocument (ODS, do LibreOffice). Salve a planilha como XLSX ou CSV e envie-a de novo.',
    )
  })
})

describe('users', () => {
  test('telephones are compared by their digits', async () => {
    const whole = '5511987654321'
    const expected = [
      whole,
      whole,
      whole,
      whole,
      whole,
      '11987654321',
      '011987654321',
      '005511987654321',
      // The area code is written '(0xx11)'.
      null,
      // A number with the ending '.0' of a float.
      whole,
      // Numbers in exponential notation.
      null,
      null,
      // A number with an extension, two numbers in one cell, a number with 'tel:'.
      null,
      null,
      null,
      whole,
      whole,
      whole,
      // A number with an apostrophe, and a number as a formula.
      null,
      null,
      '00000000000000',
      '11111111111',
      '11198765432109876543',
    ]
    expect(await files.people('u01-phones.csv', 'Telefone')).toEqual(expected)
    expect(files.typed('u01-phones.csv', 'Telefone', personForm.phone_number)).toEqual(expected)
  })

  test('names have single hyphens, apostrophes and blanks', async () => {
    const expected = [
      'Ana-Maria Souza',
      'Ana-Maria Souza',
      'Ana - Souza',
      "José d'Ávila",
      'João da Silva',
      // Names with points within a word, commas, brackets, '&', 'Ap.ª'.
      null,
      null,
      null,
      null,
      null,
      null,
      'Ana Souza',
      // Names joined by an invisible character.
      null,
      'Ana Souza',
      'ANA SOUZA',
      'Luís 2º',
      'Dr. José Silva',
      'José Silva Jr.',
      "D'Angelo Silva",
      // A name with a line break, and a name with '_'.
      null,
      null,
      'محمد علي',
      'Zoë Müller-Ştefan',
      'filipe Souza',
      null,
      'Ana Souza',
    ]
    expect(await files.people('u02-names.csv', 'Nome')).toEqual(expected)
    expect(files.typed('u02-names.csv', 'Nome', personForm.name)).toEqual(expected)
  })

  test('an acute accent is read as an apostrophe, so that it does not split a word', async () => {
    const expected = ["Maria D'Angelo", null, "Maria D'Angelo", "Maria Sant'Ana"]
    expect(await files.people('u05-acute-names.csv', 'Nome')).toEqual(expected)
    expect(files.typed('u05-acute-names.csv', 'Nome', personForm.name)).toEqual(expected)
  })

  test('e-mails', async () => {
    // Without its invisible characters, this e-mail equals that of line 5.
    const again = 'Repete a linha 5 deste arquivo.'
    const expected = [
      null,
      null,
      null,
      'ana@teste.example',
      again,
      again,
      'p&d@teste.example',
      "o'brien@teste.example",
      // Addresses with two points, labels that begin or end with '-', '_', 65 and 64 characters, an IP address, a
      // single label.
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      'ana@xn--ao-siap.com.br',
      null,
      null,
      null,
      null,
      'ana+tag@teste.example',
      'a#b@teste.example',
      'a/b@teste.example',
      'a=b@teste.example',
      'a!b@teste.example',
      'a%b@teste.example',
      again,
      // An address with a Cyrillic letter.
      null,
    ]
    expect(await files.people('u03-emails.csv', 'E-mail')).toEqual(expected)
    expect(files.typed('u03-emails.csv', 'E-mail', personForm.email)).toEqual(
      expected.map((email) => (email === again ? 'ana@teste.example' : email)),
    )
  })
})

test('every input file is tested', () => {
  expect(files.untested()).toEqual([])
})
