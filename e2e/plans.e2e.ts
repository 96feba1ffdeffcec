/** The screens of plans, of what they give and of who has them (console.md §2, §5, §8; rulings §8). */
import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import type { Portaria } from './portaria.ts'
import {
  alert,
  answer,
  choose,
  confirmIdentity,
  crumbs,
  noRows,
  row,
  rows,
  save,
  search,
  titledToast,
  toast,
} from './screen.ts'
import type { World } from './world.ts'

const required = 'Preencha os campos obrigatórios'
const proof = 'Insira sua senha para continuar a operação'

/** A plan of its own, with modules and companies where they are named. */
async function makePlan({ world, sql }: Portaria, createdAt = '2019-03-05T01:30:00Z') {
  const { rows: made } = await sql.query<{ id: number; name: string }>(
    'insert into plans (name, created_at) values ($1, $2) returning id, name',
    [world.unique('Plano'), createdAt],
  )
  const [plan] = made
  if (!plan) throw new Error('The plan was not made.')
  return plan
}

/** A plan that a company has, with so many seats of a module and so many people on them. */
async function makeUsedPlan({ world, sql }: Portaria, seats: number, people: number) {
  const [company, module] = [await world.build.company(), await world.module()]
  const id = await world.build.plan({ companyId: company.id, moduleId: module.id, seats })
  const name = world.unique('Plano')
  await sql.query('update plans set name = $1 where id = $2', [name, id])
  await takeSeats(world, company.id, module.id, people)
  return { id, name, company, module }
}

/** A company that stands behind all that are offered before anything is typed. */
async function lastCompany({ world, sql }: Portaria) {
  for (let n = 0; n < 20; n += 1) await world.build.company()
  const { id } = await world.build.company()
  const name = world.unique('Última operadora')
  await sql.query('update companies set name = $1 where id = $2', [name, id])
  return { id, name }
}

async function takeSeats(world: World, companyId: number, moduleId: number, people: number) {
  const { id: profileId } = await world.profile(moduleId)
  for (let taken = 0; taken < people; taken += 1) {
    const { id: userId } = await world.person()
    await world.build.assign({ userId, profileId, companyId })
  }
}

const question = (page: Page, name: string) => page.getByRole('dialog', { name })
const fails = (page: Page, path: string) =>
  page.route(`**/api${path}`, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 500, json: {} }),
  )

test.describe('/plan-list', () => {
  test('shows plans with their date in UTC, and leads to what belongs to each', async ({
    page,
    portaria,
    enter,
    checkAxe,
  }) => {
    const plan = await makePlan(portaria)
    await enter(`/plan-list?search=${plan.name}`)
    await expect(page.getByRole('heading', { name: 'Planos' })).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText([
      'Nome',
      'Data de criação',
      'Status',
      'Ações',
    ])
    const found = row(page, plan.name)
    await expect(found.getByRole('cell').first()).toHaveText('05/03/2019 01:30:00')
    await expect(found).toContainText('Ativo')
    await checkAxe()
    await search(page).fill('05/03/2019 01:30:00')
    await expect(row(page, plan.name)).toBeVisible()
    for (const [label, address] of [
      ['Editar', `/plan-form\\?id=${plan.id}$`],
      ['Associar a módulo', `/plan-module-manager\\?planId=${plan.id}$`],
      ['Associar a empresa', `/plan-company-manager\\?planId=${plan.id}$`],
    ] as const) {
      await row(page, plan.name)
        .getByRole('link', { name: `${label}: ${plan.name}` })
        .click()
      await expect(page).toHaveURL(new RegExp(address))
      await page.goBack()
    }
    await page.getByRole('link', { name: 'Novo Plano' }).click()
    await expect(page).toHaveURL(/\/plan-form$/)
  })

  test('says that nothing was found', async ({ page, enter }) => {
    await enter('/plan-list?search=nenhum-plano-se-chama-assim')
    await expect(noRows(page)).toBeVisible()
  })
})

test.describe('/plan-form', () => {
  test('creates a plan once identity is confirmed; a name that is taken is told', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    const taken = await makePlan(portaria)
    const name = world.unique('Plano Ouro')
    await enter('/plan-form')
    await expect(page.getByRole('heading', { name: 'Cadastro de Plano' })).toBeVisible()
    await expect(page.getByLabel('Status')).toHaveCount(0)
    await save(page)
    await expect(page.getByLabel('Nome')).toHaveAccessibleDescription(required)
    await checkAxe()
    await expect(page.getByLabel('Nome')).toHaveAttribute('maxlength', '30')
    await page.getByLabel('Nome').fill(taken.name)
    await save(page)
    await confirmIdentity(page)
    await expect(titledToast(page, 'Erro', 'Plano com este nome já existe')).toBeVisible()
    await page.getByLabel('Nome').fill(name)
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Plano cadastrado')).toBeVisible()
    await expect(page).toHaveURL(/\/plan-list$/)
    await search(page).fill(name)
    await expect(rows(page)).toHaveText([name])
  })

  test('updates a plan; a name that is taken is a warning, and any other failure is told', async ({
    page,
    portaria,
    enter,
    checkAxe,
  }) => {
    const [plan, taken] = [await makePlan(portaria), await makePlan(portaria)]
    await enter(`/plan-form?id=${plan.id}`)
    await expect(page.getByRole('heading', { name: 'Atualização de Plano' })).toBeVisible()
    await expect(page.getByLabel('Nome')).toHaveValue(plan.name)
    await expect(page.getByText('Nenhuma empresa tem este plano ainda.')).toBeVisible()
    await checkAxe()
    await page.getByLabel('Nome').fill(taken.name)
    await save(page)
    await confirmIdentity(page)
    await expect(titledToast(page, 'Atenção', 'Nome já existe')).toBeVisible()
    await page.getByLabel('Nome').fill(`${plan.name} B`)
    await fails(page, `/plan/${plan.id}`)
    await save(page)
    await confirmIdentity(page)
    await expect(titledToast(page, 'Erro', 'Erro ao atualizar Plano')).toBeVisible()
    await page.unroute(`**/api/plan/${plan.id}`)
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Plano atualizado')).toBeVisible()
    await expect(page).toHaveURL(/\/plan-list$/)
  })

  test('says who loses access before a plan is made inactive, and asks', async ({
    page,
    portaria,
    enter,
    checkAxe,
  }) => {
    const { id, name, company, module } = await makeUsedPlan(portaria, 3, 2)
    await enter(`/plan-form?id=${id}`)
    const seats = page.getByRole('region', { name: 'Licenças por empresa' })
    await expect(seats).toContainText(company.name)
    await expect(seats).toContainText('2 de 3 licenças em uso · 1 livre')
    await page.getByLabel('Status').selectOption('Inativo')
    await save(page)
    const asked = question(page, 'Deseja salvar mesmo assim?')
    await expect(asked).toContainText(`Plano: ${name}`)
    await expect(asked).toContainText('2 pessoas perdem o acesso imediatamente.')
    await expect(asked).toContainText(`${company.name} (${module.name}: 2 em uso, limite 3 → 0)`)
    await checkAxe()
    await answer(page, 'Deseja salvar mesmo assim?', false)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await save(page)
    await answer(page, 'Deseja salvar mesmo assim?', true)
    await expect(question(page, proof)).toContainText('2 pessoas perdem o acesso imediatamente.')
    await confirmIdentity(page)
    await expect(toast(page, 'Plano atualizado')).toBeVisible()
    await search(page).fill(name)
    await expect(row(page, name)).toContainText('Inativo')
  })

  test('goes back to the list where there is no such plan', async ({ page, enter }) => {
    await enter('/plan-form?id=2147483647')
    await expect(titledToast(page, 'Erro', 'Erro inesperado')).toBeVisible()
    await expect(page).toHaveURL(/\/plan-list$/)
  })
})

test.describe('/plan-module-manager', () => {
  test('without a plan it leads to the list of plans', async ({ page, enter }) => {
    await enter('/plan-module-manager')
    await expect(page).toHaveURL(/\/plan-list$/)
  })

  test('shows the modules of a plan with their seats, and takes one out once asked', async ({
    page,
    portaria,
    enter,
    checkAxe,
  }) => {
    const { id, name, company, module } = await makeUsedPlan(portaria, 2, 1)
    await enter(`/plan-module-manager?planId=${id}`)
    await expect(page.getByRole('heading', { name: 'PLANO X SISTEMA X MÓDULO' })).toBeVisible()
    await expect(page.getByText(`Plano: ${name}`)).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText([
      'Serviço',
      'Módulo',
      'Quantidade',
      'Status',
      'Ações',
    ])
    const found = row(page, module.service.name)
    await expect(found).toContainText(module.name)
    await expect(found).toContainText('Ativo')
    await expect(page.getByRole('region', { name: 'Licenças por empresa' })).toContainText(
      '1 de 2 licenças em uso · 1 livre',
    )
    await expect(crumbs(page)).toHaveText(['Planos', name, 'Módulos'])
    await checkAxe()
    const remove = page.getByRole('button', { name: `Remover: ${module.name}` })
    const text = 'Deseja realmente remover este módulo do plano?'
    await remove.click()
    await expect(question(page, text)).toContainText('1 pessoa perde o acesso imediatamente.')
    await expect(question(page, text)).toContainText(company.name)
    await answer(page, text, false)
    await fails(page, '/plan-module/inactivate/*')
    await remove.click()
    await answer(page, text, true)
    await confirmIdentity(page)
    await expect(titledToast(page, 'Erro', 'Erro ao atualizar Plano')).toBeVisible()
    await page.unroute('**/api/plan-module/inactivate/*')
    await remove.click()
    await answer(page, text, true)
    await confirmIdentity(page)
    await expect(toast(page, 'Plano removido com sucesso!')).toBeVisible()
    await expect(found).toContainText('Inativo')
    await expect(remove).toHaveCount(0)
  })
})

test.describe('/plan-module-manager-form', () => {
  test('adds several modules of a service, at least one seat each', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    const plan = await makePlan(portaria)
    const one = await world.module()
    const other = await world.module({ service_id: one.service.id })
    await enter(`/plan-module-manager?planId=${plan.id}`)
    await page.getByRole('link', { name: 'Adicionar' }).click()
    await expect(page.getByRole('heading', { name: 'Cadastro de Plano' })).toBeVisible()
    await expect(page.getByText(`Plano: ${plan.name}`)).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Módulo' })).toBeDisabled()
    await save(page)
    await expect(page.getByText(required)).toHaveCount(3)
    await checkAxe()
    await choose(page, 'Serviço', one.service.name)
    await choose(page, 'Módulo', one.name)
    await choose(page, 'Módulo', other.name)
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('Quantidade')).toHaveAttribute('min', '0')
    await expect(page.getByLabel('Quantidade')).toHaveAttribute('max', '99')
    for (const [typed, sentence] of [
      ['0', 'O limite deve ser maior que 0'],
      ['100', 'O limite máximo é 99.'],
      ['1e2', 'O limite máximo é 99.'],
      ['1.5', 'Use um número inteiro.'],
    ] as const) {
      await page.getByLabel('Quantidade').fill('')
      await page.getByLabel('Quantidade').pressSequentially(typed)
      await save(page)
      await expect(page.getByText(sentence)).toBeVisible()
    }
    await page.getByLabel('Quantidade').fill('7')
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Plano cadastrado')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/plan-module-manager\\?planId=${plan.id}$`))
    for (const { name } of [one, other])
      await expect(page.getByRole('row').filter({ hasText: name })).toContainText('7')
  })

  test('says that the plan has a module already, and starts the modules anew with another service', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    const { id, module } = await makeUsedPlan(portaria, 1, 0)
    const elsewhere = await world.module()
    await enter(`/plan-module-manager-form?planId=${id}`)
    await choose(page, 'Serviço', elsewhere.service.name)
    await choose(page, 'Módulo', elsewhere.name)
    await page.keyboard.press('Escape')
    await choose(page, 'Serviço', module.service.name)
    await expect(page.getByText(elsewhere.name)).toHaveCount(0)
    await choose(page, 'Módulo', module.name)
    await page.keyboard.press('Escape')
    await page.getByLabel('Quantidade').fill('1')
    await save(page)
    await confirmIdentity(page)
    await expect(titledToast(page, 'Erro', 'Erro ao atualizar Plano')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Módulo' })).toHaveAccessibleDescription(
      /O plano já tem este módulo\./,
    )
  })

  test('changes seats and status alone, and says first who ends up past the limit', async ({
    page,
    portaria,
    enter,
    checkAxe,
  }) => {
    const { id, name, company, module } = await makeUsedPlan(portaria, 3, 3)
    await enter(`/plan-module-manager-form?planId=${id}&moduleId=${module.id}`)
    await expect(page.getByRole('heading', { name: 'Atualização de Plano' })).toBeVisible()
    await expect(page.getByLabel('Quantidade')).toHaveValue('3')
    await expect(page.getByLabel('Serviço')).toHaveValue(module.service.name)
    await expect(page.getByLabel('Serviço')).toBeDisabled()
    await expect(page.getByLabel('Módulo')).toHaveValue(module.name)
    await expect(page.getByLabel('Módulo')).toBeDisabled()
    await expect(crumbs(page)).toHaveText(['Planos', name, 'Módulos', module.name])
    await checkAxe()
    await page.getByLabel('Quantidade').fill('1')
    await save(page)
    const text = 'Deseja salvar mesmo assim?'
    await expect(question(page, text)).toContainText('2 pessoas ficam acima do limite')
    await expect(question(page, text)).toContainText(
      `${company.name} (${module.name}: 3 em uso, limite 3 → 1)`,
    )
    await answer(page, text, true)
    await confirmIdentity(page)
    await expect(toast(page, 'Plano atualizado')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Licenças por empresa' })).toContainText(
      '2 acima do limite',
    )
    await checkAxe()
  })
})

test.describe('/plan-company-manager', () => {
  test('without a plan it leads to the list of plans', async ({ page, enter }) => {
    for (const address of ['/plan-company-manager', '/plan-company-manager?planId=0']) {
      await enter(address)
      await expect(page).toHaveURL(/\/plan-list$/)
    }
  })

  test('adds and removes companies, by the difference alone', async ({
    page,
    portaria,
    enter,
    checkAxe,
  }) => {
    const { id, name, company } = await makeUsedPlan(portaria, 2, 1)
    const added = await lastCompany(portaria)
    await enter(`/plan-company-manager?planId=${id}`)
    await expect(page.getByRole('heading', { name: 'Plano / PLANO X EMPRESA' })).toBeVisible()
    await expect(page.getByText(`Plano: ${name}`)).toBeVisible()
    await choose(page, 'Empresas', added.name)
    await page.keyboard.press('Escape')
    await checkAxe()
    await page.getByRole('combobox', { name: 'Empresas' }).press('Backspace')
    await choose(page, 'Empresas', added.name)
    await page.keyboard.press('Escape')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/plan-company'))
        sent.push(`${request.method()} ${request.postData()}`)
    })
    await save(page)
    await expect(question(page, proof)).toContainText(`+1 empresa: ${added.name}`)
    await confirmIdentity(page)
    await expect(toast(page, 'Planos atualizados com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(/\/plan-list$/)
    expect(sent).toEqual([`POST {"plan_id":${id},"company_id":[${added.id}]}`])

    await page.goto(`/plan-company-manager?planId=${id}`)
    await expect(page.getByRole('region', { name: 'Licenças por empresa' })).toContainText(
      added.name,
    )
    await choose(page, 'Empresas', company.name)
    await page.keyboard.press('Escape')
    await save(page)
    await expect(question(page, 'Deseja salvar mesmo assim?')).toContainText(
      '1 pessoa perde o acesso imediatamente.',
    )
    await answer(page, 'Deseja salvar mesmo assim?', true)
    await expect(question(page, proof)).toContainText(`−1 empresa: ${company.name}`)
    await confirmIdentity(page)
    await expect(toast(page, 'Planos atualizados com sucesso!')).toBeVisible()
    expect(sent.slice(1)).toEqual([`DELETE {"plan_id":${id},"company_id":[${company.id}]}`])
  })

  test('a failure is told and keeps the form', async ({ page, portaria, world, enter }) => {
    const plan = await makePlan(portaria)
    const company = await world.build.company()
    await enter(`/plan-company-manager?planId=${plan.id}`)
    await choose(page, 'Empresas', company.name)
    await page.keyboard.press('Escape')
    await fails(page, '/plan-company')
    await save(page)
    await confirmIdentity(page)
    await expect(titledToast(page, 'Erro', 'Erro ao atualizar Plano')).toBeVisible()
    await expect(alert(page, 'Planos atualizados com sucesso!')).toHaveCount(0)
    await expect(page.getByRole('form').getByText(company.name, { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/plan-company-manager/)
  })
})

test('others than administrators read the plans of their company, and nothing offers them to write', async ({
  page,
  portaria,
  enter,
  viewer,
  checkAxe,
}) => {
  const module = await portaria.world.module()
  const screens = ['/plan-list', '/plan-form', '/plan-module-manager', '/plan-module-manager-form']
  const person = await viewer(
    [...screens, '/plan-company-manager', '/plan-loose', '/plan-loose-form'],
    module.id,
  )
  const held = await portaria.sql.query<{ id: number; name: string }>(
    `select p.id, p.name from plans p join plan_modules pm on pm.plan_id = p.id
     join plan_companies pc on pc.plan_id = p.id where pc.company_id = $1 and pm.module_id = $2`,
    [person.company.id, module.id],
  )
  const loose = await portaria.sql.query<{ id: number }>(
    'insert into loose_plans (company_id, module_id, seat_limit) values ($1, $2, 4) returning id',
    [person.company.id, module.id],
  )
  const [plan, looseId] = [held.rows[0], loose.rows[0]?.id]
  if (!plan) throw new Error('The company has no plan.')
  const main = page.getByRole('main')
  const offersNothing = async () => {
    await expect(main.getByRole('button', { name: /^(Salvar|Remover)/ })).toHaveCount(0)
    await expect(main.getByRole('link', { name: /^(Novo|Editar|Adicionar)/ })).toHaveCount(0)
    await expect(main.getByRole('textbox')).toHaveCount(0)
    await expect(main.getByRole('combobox', { name: 'Empresas' })).toHaveCount(0)
    await checkAxe()
  }
  await enter('/plan-list', person.email)
  await page.getByRole('link', { name: plan.name, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Plano', exact: true })).toBeVisible()
  await expect(main.getByRole('definition')).toHaveText([plan.name, 'Ativo'])
  await offersNothing()
  for (const [address, shown] of [
    ['/plan-form', 'Somente administradores cadastram planos.'],
    [`/plan-module-manager-form?planId=${plan.id}`, 'Somente administradores cadastram planos.'],
    ['/plan-loose-form', 'Somente administradores cadastram planos.'],
    [`/plan-module-manager?planId=${plan.id}`, module.name],
    [`/plan-module-manager-form?planId=${plan.id}&moduleId=${module.id}`, module.service.name],
    [`/plan-company-manager?planId=${plan.id}`, person.company.name],
    ['/plan-loose', person.company.name],
    [`/plan-loose-form?id=${looseId}&moduleId=${module.id}`, person.company.name],
  ] as const) {
    await page.goto(address)
    await expect(main.getByText(shown).first()).toBeVisible()
    await (address === '/plan-loose' || address.startsWith('/plan-module-manager?')
      ? expect(main.getByRole('link', { name: /^(Novo|Editar|Adicionar)/ })).toHaveCount(0)
      : offersNothing())
  }
})
