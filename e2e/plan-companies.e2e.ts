/**
 * The companies of a plan, and the plans as users who are not administrators see them (console.md §2, §8; rulings §8;
 * decision 26).
 */
import { expect, test } from './console.ts'
import { fails, lastCompany, makePlan, makeUsedPlan, question, takeSeats } from './plan-rows.ts'
import {
  alert,
  answer,
  choose,
  confirmIdentity,
  proofDialog,
  save,
  titledToast,
  toast,
} from './screen.ts'

test.describe('/plan-company-manager', () => {
  test('gives a plan to companies, removes it, and redirects without a plan', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    await test.step('adds and removes companies, sending only the difference', async () => {
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
      await expect(proofDialog(page)).toContainText(`+1 empresa: ${added.name}`)
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
      await expect(proofDialog(page)).toContainText(`−1 empresa: ${company.name}`)
      await confirmIdentity(page)
      await expect(toast(page, 'Planos atualizados com sucesso!')).toBeVisible()
      expect(sent.slice(1)).toEqual([`DELETE {"plan_id":${id},"company_id":[${company.id}]}`])
    })

    await test.step('asks about the removed companies, but not about the others', async () => {
      const { id, company, module } = await makeUsedPlan(portaria, 2, 1)
      const stays = await lastCompany(portaria)
      await portaria.sql.query('insert into plan_companies (plan_id, company_id) values ($1, $2)', [
        id,
        stays.id,
      ])
      await takeSeats(world, stays.id, module.id, 1)
      await page.goto(`/plan-company-manager?planId=${id}`)
      await expect(page.getByRole('region', { name: 'Licenças por empresa' })).toContainText(
        stays.name,
      )
      await choose(page, 'Empresas', company.name)
      await page.keyboard.press('Escape')
      await save(page)
      const dialog = question(page, 'Deseja salvar mesmo assim?')
      await expect(dialog).toContainText('1 pessoa perde o acesso imediatamente.')
      await expect(dialog).toContainText(company.name)
      await expect(dialog).not.toContainText(stays.name)
    })

    await test.step('redirects to the list of plans without a plan', async () => {
      for (const address of ['/plan-company-manager', '/plan-company-manager?planId=0']) {
        await page.goto(address)
        await expect(page).toHaveURL(/\/plan-list$/)
      }
    })

    await test.step('redirects to the list if the plan does not exist', async () => {
      await page.goto('/plan-company-manager?planId=2147483647')
      await expect(titledToast(page, 'Erro', 'Erro inesperado')).toBeVisible()
      await expect(page).toHaveURL(/\/plan-list$/)
    })

    await test.step('a failure is reported and keeps the form', async () => {
      const plan = await makePlan(portaria)
      const company = await world.build.company()
      await page.goto(`/plan-company-manager?planId=${plan.id}`)
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
})

test('users who are not administrators only read the plans of their company', async ({
  page,
  portaria,
  enter,
  viewer,
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
  if (!plan) throw new Error('The company has no plan')
  const main = page.getByRole('main')
  const offersNothing = async () => {
    await expect(main.getByRole('button', { name: /^(Salvar|Remover)/ })).toHaveCount(0)
    await expect(main.getByRole('link', { name: /^(Novo|Editar|Adicionar)/ })).toHaveCount(0)
    await expect(main.getByRole('textbox')).toHaveCount(0)
    await expect(main.getByRole('combobox', { name: 'Empresas' })).toHaveCount(0)
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
