import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maskCnpj } from '../../contract/cnpj.ts'
import { cnpj, next } from '../../test/testing/catalogue-builders.ts'
import { administratorOf } from '../../test/testing/console-client.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { waitAndVerify } from '../../test/testing/verified-audit-log.ts'

let app: TestApp
let desk: ImportDesk

beforeAll(async () => {
  app = await createTestApp()
  desk = new ImportDesk(await administratorOf(app), 'companies')
})
afterAll(() => app.close())

const titles = 'CNPJ;Nome;E-mail;SPIDs'
const fileOf = (...lines: string[]): string => [titles, ...lines, ''].join('\n')
const newCnpj = (): string => cnpj(next())

async function companyOf(document: string) {
  const { rows } = (await desk.who.call('companyList', { query: { search: document } })).data
  return rows[0]
}

test('creates the companies of a file with their SPIDs; importing the same file again changes nothing', async () => {
  const [one, two] = [newCnpj(), newCnpj()]
  const file = fileOf(
    `${maskCnpj(one)};Operadora Um;UM@operadora.example;VOZ1 dados2`,
    `${two};Operadora Dois;dois@operadora.example;`,
  )
  const draft = await desk.draft(file)
  expect(draft).toMatchObject({
    state: 'draft',
    file_name: 'arquivo.csv',
    totals: { rows: 2, create: 2, change: 0, unchanged: 0, refused: 0 },
    done_at: null,
    undo_until: null,
  })
  expect(await companyOf(one)).toBeUndefined()
  expect((await desk.commit(draft)).data).toMatchObject({ id: draft.id, state: 'done' })
  expect(await companyOf(one)).toMatchObject({
    name: 'Operadora Um',
    email: 'um@operadora.example',
    active: true,
    spids: [
      { spid: 'dados2', description: '' },
      { spid: 'VOZ1', description: '' },
    ],
  })
  expect((await companyOf(two))?.spids).toEqual([])
  const before = await companyOf(one)
  const again = await desk.import(file)
  expect(again.totals).toMatchObject({ create: 0, change: 0, unchanged: 2 })
  expect(await companyOf(one)).toEqual(before)
})

test('updates changed fields, previews them before and after, and keeps SPIDs that the file does not name', async () => {
  const { id } = await app.build.company({ spids: ['VOZ1', 'FIXA'] })
  const { document, email, name } = await app.db
    .selectFrom('companies')
    .select(['document', 'email', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const draft = await desk.draft(fileOf(`${document};Novo nome;${email};voz1,MOVEL`))
  expect(await desk.rows(draft)).toMatchObject([
    {
      line: 2,
      outcome: 'change',
      record_id: id,
      label: `Novo nome · ${maskCnpj(document)}`,
      refusals: [],
      changes: [
        { column: 'Nome', before: name, after: 'Novo nome' },
        { column: 'SPIDs', before: 'FIXA VOZ1', after: 'FIXA VOZ1 MOVEL' },
      ],
    },
  ])
  await desk.commit(draft)
  const after = await companyOf(document)
  expect(after).toMatchObject({ name: 'Novo nome', version: 2 })
  expect(after?.spids.map(({ spid }) => spid)).toEqual(['FIXA', 'MOVEL', 'VOZ1'])
})

test('without the SPID column, or with a blank cell, SPIDs stay unchanged', async () => {
  const { id } = await app.build.company({ spids: ['VOZ1'] })
  const { document, email, name } = await app.db
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  for (const file of [
    `CNPJ;Nome;E-mail\n${document};${name};${email}\n`,
    fileOf(`${document};${name};${email};  `),
  ])
    expect((await desk.draft(file)).totals).toMatchObject({ rows: 1, unchanged: 1 })
})

describe('a row is refused by line, column and sentence', () => {
  const taken = newCnpj()
  const nine = Array.from({ length: 9 }, (_, n) => `SPID${n}`).join(' ')
  const required = 'Preencha os campos obrigatórios'
  const scientific =
    'A planilha transformou este CNPJ em um número, como 9,8E+13. Formate a coluna como texto e informe-o de novo.'
  const cases: [string, string, { column: string | null; sentence: string }[]][] = [
    [
      'a CNPJ that a spreadsheet converted to a number',
      '9,8E+13;A;a@b.example;',
      [{ column: 'CNPJ', sentence: scientific }],
    ],
    [
      'a CNPJ without its leading zeros',
      '360305000104;A;a@b.example;',
      [
        {
          column: 'CNPJ',
          sentence:
            'A planilha tirou os zeros do início deste CNPJ. Formate a coluna como texto e informe-o de novo.',
        },
      ],
    ],
    [
      'an invalid CNPJ',
      '11.222.333/0001-80;A;a@b.example;',
      [{ column: 'CNPJ', sentence: 'CNPJ inválido' }],
    ],
    [
      'missing required fields',
      `${newCnpj()};;;`,
      [
        { column: 'Nome', sentence: required },
        { column: 'E-mail', sentence: required },
      ],
    ],
    [
      'an invalid e-mail',
      `${newCnpj()};A;nada;`,
      [{ column: 'E-mail', sentence: 'Email inválido' }],
    ],
    [
      'nine SPIDs',
      `${newCnpj()};A;a@b.example;${nine}`,
      [{ column: 'SPIDs', sentence: 'Número máximo de SPIDs atingido' }],
    ],
    [
      'a duplicate SPID in another case',
      `${newCnpj()};A;a@b.example;voz VOZ`,
      [{ column: 'SPIDs', sentence: 'SPID duplicado' }],
    ],
    [
      'a SPID with a hyphen',
      `${newCnpj()};A;a@b.example;vo-z`,
      [{ column: 'SPIDs', sentence: 'Use apenas letras e números.' }],
    ],
    [
      'a duplicate company',
      `${taken};A;a@b.example;\n${maskCnpj(taken)};B;a@b.example;`,
      [{ column: null, sentence: 'Repete a linha 2 deste arquivo.' }],
    ],
  ]

  test.each(cases)('%s', async (_, lines, refusals) => {
    // A valid row after the refused ones shows that refused rows are listed first.
    const fine = `${newCnpj()};Bem;bem@b.example;`
    const draft = await desk.draft(fileOf(lines, fine))
    const [first] = await desk.rows(draft)
    expect(first).toMatchObject({ outcome: 'refused', refusals })
    expect((await desk.commit(draft)).outcome).toBe('409 import-has-refused')
  })

  test('more SPIDs in total than a company may have', async () => {
    const { id } = await app.build.company({ spids: ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7'] })
    const { document } = await app.db
      .selectFrom('companies')
      .select('document')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const [row] = await desk.rows(await desk.draft(fileOf(`${document};A;a@b.example;B1 B2`)))
    expect(row?.refusals).toEqual([
      { column: 'SPIDs', cell: 'D2', sentence: 'Número máximo de SPIDs atingido' },
    ])
  })
})

test('a blank line is skipped', async () => {
  const draft = await desk.draft(fileOf(';;;', `${newCnpj()};Bem;bem@b.example;`))
  expect(draft.totals).toMatchObject({ rows: 1, create: 1, refused: 0 })
  expect((await desk.rows(draft)).map(({ line }) => line)).toEqual([3])
  expect((await desk.commit(draft)).outcome).toBe('200')
})

test('a formula in a cell is stored as text', async () => {
  const document = newCnpj()
  await desk.import(fileOf(`${document};"=HYPERLINK(""http://x"";""y"")";a@b.example;`))
  expect((await companyOf(document))?.name).toBe('=HYPERLINK("http://x";"y")')
})

test('a commit adds one audit event with one part per record, and the chain stays intact', async () => {
  const { id } = await app.build.company()
  const old = await app.db
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const document = newCnpj()
  const draft = await desk.import(
    fileOf(`${document};Feita;feita@b.example;S1`, `${old.document};Mudada;${old.email};`),
  )
  const [whole, ...others] = await app.db
    .selectFrom('audit_events')
    .selectAll()
    .where('operation', '=', 'importCommit')
    .where('part_of', 'is', null)
    .orderBy('seq', 'desc')
    .execute()
  expect(others.length).toBeGreaterThan(0)
  expect(whole).toMatchObject({
    event: 'import.committed',
    target: `import:${draft.id}`,
    confirmed_by: 'password',
    after: { kind: 'companies', sha256: draft.sha256, totals: { create: 1, change: 1 } },
  })
  const parts = await app.db
    .selectFrom('audit_events')
    .selectAll()
    .where('part_of', '=', whole?.seq ?? 0)
    .orderBy('seq')
    .execute()
  expect(parts).toMatchObject([
    { event: 'company.created', before: null, after: { name: 'Feita', document } },
    {
      event: 'company.updated',
      target: `company:${id}`,
      before: { name: old.name, version: 1 },
      after: { name: 'Mudada', version: 2 },
      user_id: desk.who.person.id,
      request_id: whole?.request_id,
      confirmed_by: 'password',
    },
  ])
  await waitAndVerify(app.db)
})
