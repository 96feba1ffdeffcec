import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorOf } from '../../test/testing/console-client.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { personOf } from '../../test/testing/people.ts'
import {
  peopleFile,
  peopleScenario,
  personLine,
  standingOf,
} from '../../test/testing/people-scenario.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let desk: ImportDesk

beforeAll(async () => {
  app = await createTestApp()
  desk = new ImportDesk(await administratorOf(app), 'users')
})
afterAll(() => app.close())

/** Returns the last row of the preview of these lines. */
async function rowOf(...lines: string[]) {
  const draft = await desk.draft(peopleFile(...lines))
  return (await desk.rows(draft, { sort: 'line' })).at(-1)
}

test('creates users with links and profiles, invites each once; importing the same file again changes nothing', async () => {
  const { companyId, document, profileId, profile } = await peopleScenario(app)
  const other = await peopleScenario(app)
  const file = peopleFile(
    personLine({ name: 'Bia D’Ávila', email: 'BIA@nova.example', document, profile }),
    personLine({
      name: '',
      email: 'bia@nova.example',
      phone: '',
      document,
      spid: 'voz1',
      profile: String(profileId),
    }),
    personLine({
      name: '',
      email: 'bia@nova.example',
      phone: '',
      document: other.document,
      profile: other.profile,
    }),
    personLine({ name: 'Caio Lima', email: 'caio@nova.example', document }),
  )
  const draft = await desk.draft(file)
  expect(draft).toMatchObject({
    totals: { rows: 4, create: 4, refused: 0 },
    effects: ['2 pessoas novas serão convidadas por e-mail.', '3 perfis serão dados a 1 pessoa.'],
  })
  expect(await standingOf(app, 'bia@nova.example')).toBeUndefined()
  expect((await desk.commit(draft)).data.state).toBe('done')
  expect(await standingOf(app, 'bia@nova.example')).toMatchObject({
    user: {
      name: "Bia D'Ávila",
      phone_number: '5511987654321',
      company_id: null,
      federated: false,
    },
    companies: [companyId, other.companyId],
    held: [
      { profile_id: profileId, company_id: companyId, spid: null },
      { profile_id: profileId, company_id: companyId, spid: 'VOZ1' },
      { profile_id: other.profileId, company_id: other.companyId, spid: null },
    ],
  })
  // The account belongs to the only company that the file names for it.
  expect(await standingOf(app, 'caio@nova.example')).toMatchObject({
    user: { company_id: companyId },
    companies: [companyId],
    held: [],
  })
  const mails = await app.db
    .selectFrom('outbox')
    .select(['recipient', 'bulk', 'first_access_of'])
    .where('recipient', 'like', '%@nova.example')
    .orderBy('recipient')
    .execute()
  expect(mails).toMatchObject([
    { recipient: 'bia@nova.example', bulk: true, first_access_of: expect.any(Number) as number },
    { recipient: 'caio@nova.example', bulk: true, first_access_of: expect.any(Number) as number },
  ])
  expect(await desk.draft(file)).toMatchObject({
    totals: { create: 0, change: 0, unchanged: 4, refused: 0 },
    effects: [],
  })
})

test('assigns missing profiles to existing users, removes nothing and keeps name and phone', async () => {
  const { companyId, company, document, moduleId, profileId, profile } = await peopleScenario(app)
  const otherProfile = await app.build.profile({ moduleId })
  const person = await personOf(app, [companyId])
  await app.build.assign({ userId: person.id, profileId: otherProfile, companyId })
  const elsewhere = await peopleScenario(app)
  const draft = await desk.draft(
    peopleFile(
      personLine({ name: 'Outro Nome', email: person.email, document, profile }),
      personLine({ name: '', email: person.email, phone: '', document: elsewhere.document }),
    ),
  )
  expect(draft.effects).toEqual([
    '1 pessoa cadastrada será vinculada à empresa.',
    '1 perfil será dado.',
  ])
  expect(await desk.rows(draft)).toMatchObject([
    {
      outcome: 'change',
      record_id: person.id,
      changes: [
        { column: 'Perfil', before: '', after: expect.stringContaining(company) as string },
      ],
      warnings: [
        'O cadastro desta pessoa fica como está: nome, telefone e código não mudam pela importação.',
      ],
    },
    { outcome: 'change', changes: [{ column: 'Empresa' }], warnings: [] },
  ])
  await desk.commit(draft)
  expect(await standingOf(app, person.email)).toMatchObject({
    user: { phone_number: null, version: 1 },
    companies: [companyId, elsewhere.companyId],
    held: [{ profile_id: profileId, company_id: companyId }, { profile_id: otherProfile }],
  })
  const mails = await app.db
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', person.email)
    .execute()
  expect(mails).toEqual([])
})

test('seats are taken in row order: one too many is refused, a second profile of the same module takes none', async () => {
  const { document, moduleId, profile, companyId } = await peopleScenario(app, { seats: 3 })
  const second = await app.build.profile({ moduleId })
  const holder = await personOf(app, [companyId])
  await app.build.assign({ userId: holder.id, profileId: second, companyId })
  const line = (email: string, given: string) => personLine({ email, document, profile: given })
  const draft = await desk.draft(
    peopleFile(
      line('um@vagas.example', profile),
      line('um@vagas.example', String(second)),
      line(holder.email, profile),
      line('dois@vagas.example', profile),
      line('tres@vagas.example', profile),
    ),
  )
  const rows = await desk.rows(draft, { sort: 'line' })
  expect(rows.map(({ line: at, refusals }) => [at, refusals])).toEqual([
    [2, []],
    [3, []],
    [4, []],
    [5, []],
    [6, [{ column: 'Perfil', cell: 'F6', sentence: 'Limite de usuários neste plano excedido' }]],
  ])
  expect((await desk.commit(draft)).outcome).toBe('409 import-has-refused')
})

test('an existing user who becomes master user is notified; a new one only gets the invitation', async () => {
  const { companyId, document } = await peopleScenario(app)
  await app.build.plan({ companyId, moduleId: 1, seats: 5 })
  const person = await personOf(app, [companyId])
  await desk.import(
    peopleFile(
      personLine({ email: person.email, document, profile: '8' }),
      personLine({ email: 'novo@master.example', document, profile: '8' }),
    ),
  )
  const mails = await app.db
    .selectFrom('outbox')
    .select(['recipient', 'subject', 'bulk'])
    .where('recipient', 'in', [person.email, 'novo@master.example'])
    .orderBy('subject')
    .execute()
  expect(mails).toEqual([
    {
      recipient: 'novo@master.example',
      subject: 'Seu convite para a Gestão de Acesso',
      bulk: true,
    },
    { recipient: person.email, subject: 'Suas permissões mudaram', bulk: true },
  ])
})

describe('a row is refused by column and sentence', () => {
  type Place = Awaited<ReturnType<typeof peopleScenario>>
  type Given = Parameters<typeof personLine>[0]
  const cases: [string, (at: Place) => Given, string, string][] = [
    [
      'a new person without a name',
      ({ document }) => ({ name: '', document }),
      'Nome',
      'Preencha o campo nome!',
    ],
    [
      'a name of one word',
      ({ document }) => ({ name: 'Ana', document }),
      'Nome',
      'Preencha o campo nome completo!',
    ],
    [
      'a new person without a phone',
      ({ document }) => ({ phone: '', document }),
      'Telefone',
      'Preencha o campo telefone!',
    ],
    [
      'an invalid phone',
      ({ document }) => ({ phone: '12345', document }),
      'Telefone',
      'Preencha o campo telefone com um telefone válido!',
    ],
    [
      'a phone that a spreadsheet converted to a number',
      ({ document }) => ({ phone: '5,51199E+12', document }),
      'Telefone',
      'A planilha transformou este telefone em um número, como 5,5E+12. Formate a coluna como texto e informe-o de novo.',
    ],
    [
      'no e-mail',
      ({ document }) => ({ email: '', document }),
      'E-mail',
      'Preencha o campo e-mail!',
    ],
    [
      'a lookalike of a letter in the e-mail',
      ({ document }) => ({ email: '\u212Aaio@x.example', document }),
      'E-mail',
      'Preencha o campo e-mail com um e-mail válido!',
    ],
    ['a new person without a company', () => ({}), 'CNPJ', 'Selecione pelo menos uma empresa!'],
    [
      'an unknown company',
      () => ({ document: '11.222.333/0001-81' }),
      'CNPJ',
      'Empresa não encontrada.',
    ],
    [
      'an unknown profile',
      ({ document }) => ({ document, profile: 'Nenhum' }),
      'Perfil',
      'Perfil não encontrado.',
    ],
    [
      'a SPID without a profile',
      ({ document }) => ({ document, spid: 'VOZ1' }),
      'Perfil',
      'Informe o perfil.',
    ],
    [
      'an unknown SPID',
      ({ document, profile }) => ({ document, profile, spid: 'FIXA' }),
      'SPID',
      'SPID não encontrado.',
    ],
  ]

  test.each(cases)('%s', async (_, given, column, sentence) => {
    const scenario = await peopleScenario(app)
    const row = await rowOf(personLine(given(scenario)))
    expect(row).toMatchObject({ outcome: 'refused', refusals: [{ column, sentence }] })
  })

  test('a duplicate profile, in any case of the SPID', async () => {
    const { document, profile } = await peopleScenario(app)
    const email = 'duas@vezes.example'
    const line = (spid: string) => personLine({ email, document, profile, spid })
    expect((await rowOf(line('VOZ1'), line('voz1')))?.refusals).toEqual([
      { column: null, cell: null, sentence: 'Repete a linha 2 deste arquivo.' },
    ])
  })

  test('two names for one new user', async () => {
    const { document, profile } = await peopleScenario(app)
    const line = (name: string, given: string) =>
      personLine({ name, email: 'dois@nomes.example', document, profile: given })
    expect((await rowOf(line('Ana Um', ''), line('Ana Dois', profile)))?.refusals).toEqual([
      { column: 'Nome', cell: 'A3', sentence: 'Outra linha deste e-mail tem outro nome.' },
    ])
  })

  test('a profile name that exists in two modules, if the row names no module', async () => {
    const one = await peopleScenario(app)
    const other = await peopleScenario(app, { companyId: one.companyId })
    await app.db
      .updateTable('profiles')
      .set({ name: one.profile })
      .where('id', '=', other.profileId)
      .execute()
    const line = personLine({ document: one.document, profile: one.profile })
    expect((await rowOf(line))?.refusals).toEqual([
      {
        column: 'Perfil',
        cell: 'F2',
        sentence: 'Mais de um perfil tem este nome: informe o módulo, ou o número do perfil.',
      },
    ])
    const draft = await desk.draft(`Módulo;${peopleFile(`${other.moduleId};${line}`)}`)
    expect(draft.totals).toMatchObject({ rows: 1, create: 1, refused: 0 })
  })

  test('further profiles for a deleted user; profiles that the user already holds are no change', async () => {
    const { companyId, document, profileId, profile, moduleId } = await peopleScenario(app)
    const more = await app.build.profile({ moduleId })
    const person = await personOf(app, [companyId], { deleted: true })
    await app.build.assign({ userId: person.id, profileId, companyId })
    const line = (given: string) => personLine({ email: person.email, document, profile: given })
    expect((await rowOf(line(profile)))?.outcome).toBe('unchanged')
    expect((await rowOf(line(String(more))))?.refusals).toMatchObject([{ column: 'E-mail' }])
  })
})

test('assignments made after the preview are taken into account by the commit', async () => {
  const { companyId, document, profileId, profile } = await peopleScenario(app)
  const person = await personOf(app, [companyId])
  const draft = await desk.draft(peopleFile(personLine({ email: person.email, document, profile })))
  await app.build.assign({ userId: person.id, profileId, companyId })
  expect((await desk.commit(draft)).outcome).toBe('409 import-preview-changed')
  expect((await desk.get(draft)).totals).toMatchObject({ change: 0, unchanged: 1 })
})
