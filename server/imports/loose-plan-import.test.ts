import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { administratorProfileId, consoleModuleId } from '../../contract/constants.ts'
import { administratorOf } from '../../test/testing/console-client.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let desk: ImportDesk
let company: { id: number; name: string; document: string }
let module: { id: number; name: string; service: string }

beforeAll(async () => {
  app = await createTestApp()
  desk = new ImportDesk(await administratorOf(app), 'loose-plans')
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await newCompany()
  module = await moduleOf((await app.build.module({ secret: false })).id)
})

async function newCompany() {
  const { id } = await app.build.company()
  return app.db
    .selectFrom('companies')
    .select(['id', 'name', 'document'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

function moduleOf(id: number) {
  return app.db
    .selectFrom('modules')
    .innerJoin('services', 'services.id', 'modules.service_id')
    .select(['modules.id', 'modules.name', 'services.name as service'])
    .where('modules.id', '=', id)
    .executeTakeFirstOrThrow()
}

const fileOf = (...lines: string[]): string =>
  ['CNPJ;Serviço;Módulo;Quantidade', ...lines, ''].join('\n')

const plansOf = (companyId: number) =>
  app.db
    .selectFrom('loose_plans')
    .select(['module_id', 'seat_limit', 'active', 'version'])
    .where('company_id', '=', companyId)
    .orderBy('module_id')
    .execute()

test('creates plans for modules named by service and name, by name alone, or by number', async () => {
  const others = [
    await moduleOf((await app.build.module()).id),
    await moduleOf((await app.build.module()).id),
  ]
  const done = await desk.import(
    fileOf(
      `${company.document};${module.service.toUpperCase()};${module.name.toLowerCase()};10`,
      `${company.document};;${others[0]?.name};1`,
      `${company.document};;${others[1]?.id};99`,
    ),
  )
  expect(done.totals).toMatchObject({ create: 3 })
  expect(await plansOf(company.id)).toMatchObject([
    { module_id: module.id, seat_limit: 10, active: true },
    { seat_limit: 1 },
    { seat_limit: 99 },
  ])
})

test('updates seats and activates an inactive plan, both previewed; importing the same file again changes nothing', async () => {
  await app.db
    .insertInto('loose_plans')
    .values({ company_id: company.id, module_id: module.id, seat_limit: 5, active: false })
    .execute()
  const file = fileOf(`${company.document};${module.service};${module.name};7`)
  const draft = await desk.draft(file)
  const [row] = await desk.rows(draft)
  expect(row).toMatchObject({
    outcome: 'change',
    label: `${company.name} · ${module.service} / ${module.name}`,
    changes: [
      { column: 'Quantidade', before: '5', after: '7' },
      { column: 'Status', before: 'Inativo', after: 'Ativo' },
    ],
  })
  await desk.commit(draft)
  expect(await plansOf(company.id)).toMatchObject([{ seat_limit: 7, active: true, version: 2 }])
  expect((await desk.import(file)).totals).toMatchObject({ unchanged: 1 })
  expect(await plansOf(company.id)).toMatchObject([{ version: 2 }])
})

test('warns how many users exceed a lowered limit; these users keep their access', async () => {
  await desk.import(fileOf(`${company.document};;${module.id};5`))
  const profileId = await app.build.profile({ moduleId: module.id })
  const add = async () => {
    const { id: userId } = await app.build.user()
    await app.build.assign({ userId, profileId, companyId: company.id })
  }
  for (let n = 0; n < 3; n++) await add()
  const warned = async (limit: number) => {
    const draft = await desk.draft(fileOf(`${company.document};;${module.id};${limit}`))
    return (await desk.rows(draft))[0]?.warnings
  }
  expect(await warned(3)).toEqual([])
  expect(await warned(2)).toEqual([
    'Uma pessoa ficará sem licença: ninguém perde o acesso, mas ninguém entra até haver licença livre.',
  ])
  expect(await warned(1)).toEqual([
    '2 pessoas ficarão sem licença: ninguém perde o acesso, mas ninguém entra até haver licença livre.',
  ])
  const done = await desk.import(fileOf(`${company.document};;${module.id};1`))
  expect(done.state).toBe('done')
  await expect(add()).rejects.toThrow('Limite de usuários neste plano excedido')
})

describe('a row is refused by column and sentence', () => {
  const seats = (typed: string): [string, () => string, string] => [
    `${typed || 'no'} seats`,
    () => `${company.document};;${module.id};${typed}`,
    'Quantidade',
  ]
  const whole = 'Use um número inteiro.'
  const cases: [...[string, () => string, string | null], string][] = [
    [...seats(''), 'Preencha os campos obrigatórios'],
    [...seats('0'), 'O limite deve ser maior que 0'],
    [...seats('-1'), 'O limite deve ser maior que 0'],
    [...seats('100'), 'São no máximo 99 licenças.'],
    [...seats('1,5'), whole],
    [...seats('1e2'), whole],
    [...seats('NaN'), whole],
    [
      'an unknown CNPJ',
      () => `11.222.333/0001-81;;${module.id};1`,
      'CNPJ',
      'Empresa não encontrada.',
    ],
    [
      'an unknown module',
      () => `${company.document};;Nenhum;1`,
      'Módulo',
      'Módulo não encontrado.',
    ],
    [
      'a module of another service',
      () => `${company.document};Outro;${module.name};1`,
      'Módulo',
      'Módulo não encontrado.',
    ],
    [
      'a duplicate row, by name and by number',
      () => `${company.document};;${module.name};1\n${company.document};;${module.id};2`,
      null,
      'Repete a linha 2 deste arquivo.',
    ],
  ]

  test.each(cases)('%s', async (_, lineOf, column, sentence) => {
    const [row] = await desk.rows(await desk.draft(fileOf(lineOf())))
    expect(row).toMatchObject({ outcome: 'refused', refusals: [{ column, sentence }], changes: [] })
  })

  test('a module name that exists in two services', async () => {
    const another = await moduleOf((await app.build.module()).id)
    await app.db
      .updateTable('modules')
      .set({ name: module.name })
      .where('id', '=', another.id)
      .execute()
    const [row] = await desk.rows(await desk.draft(fileOf(`${company.document};;${module.name};1`)))
    expect(row?.refusals).toEqual([
      {
        column: 'Serviço',
        cell: 'B2',
        sentence: 'Mais de um serviço tem este módulo: informe qual.',
      },
    ])
  })
})

describe('an undo', () => {
  test('deletes created plans and restores changed ones', async () => {
    const other = await newCompany()
    await app.db
      .insertInto('loose_plans')
      .values({ company_id: other.id, module_id: module.id, seat_limit: 5, active: false })
      .execute()
    const done = await desk.import(
      fileOf(`${company.document};;${module.id};7`, `${other.document};;${module.id};9`),
    )
    expect((await desk.undo(done)).data).toMatchObject({ state: 'undone' })
    expect(await plansOf(company.id)).toEqual([])
    expect(await plansOf(other.id)).toMatchObject([{ seat_limit: 5, active: false, version: 3 }])
  })

  test('is refused if it would end the access of users who hold the seats', async () => {
    const done = await desk.import(fileOf(`${company.document};;${module.id};7`))
    const profileId = await app.build.profile({ moduleId: module.id })
    const { id: userId } = await app.build.user()
    await app.build.assign({ userId, profileId, companyId: company.id })
    const answer = await desk.undo(done)
    expect(answer.outcome).toBe('409 import-changed-since')
    expect(answer.failure.fields).toEqual({
      import: 'O registro da linha 2 mudou ou passou a ser usado depois da importação.',
    })
    await app.build.plan({ companyId: company.id, moduleId: module.id })
    expect((await desk.undo(done)).outcome).toBe('200')
  })

  test('never locks administrators out', async () => {
    const boss = await app.build.consoleUser({ profileId: administratorProfileId })
    const { document } = await app.db
      .selectFrom('companies')
      .select('document')
      .where('id', '=', boss.company.id)
      .executeTakeFirstOrThrow()
    const done = await desk.import(fileOf(`${document};;${consoleModuleId};7`))
    await app.db.deleteFrom('plan_companies').where('plan_id', '=', boss.planId).execute()
    expect((await desk.undo(done)).outcome).toBe('409 plan-of-console')
    expect(await plansOf(boss.company.id)).toHaveLength(1)
  })
})
