/** Preview of the effect of a save on users, shown in the identity confirmation (issue 11; decision 30). */
import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { button, pressAct } from './people-rows.ts'
import { makePlan } from './plan-rows.ts'
import type { Portaria } from './portaria.ts'
import { choose, confirmIdentity, proofDialog, questionDialog, save, toast } from './screen.ts'

const anyway = 'Deseja salvar mesmo assim?'
const noEffect = 'Por enquanto, ninguém ganha nem perde acesso com isso.'
const lost = (place: string) => `1 pessoa perde o acesso imediatamente: ${place}.`
const gained = (place: string) => `1 pessoa passa a acessar: ${place}.`

/** Creates a user who enters a module for a company through a plan and a profile with one of two functions. */
async function stage({ world, sql }: Portaria, spid?: string) {
  const company = await world.build.company({ spids: ['7101', '7102'] })
  const module = await world.module()
  const plan = await world.build.plan({ companyId: company.id, moduleId: module.id })
  const held = await world.function(module.id, { name: 'Pedidos', url: '/pedidos' })
  await world.function(module.id, { name: 'Relatórios', url: '/relatorios' })
  const profile = await world.profile(module.id, {}, [held])
  const person = await world.person()
  await sql.query('insert into user_companies (user_id, company_id) values ($1, $2)', [
    person.id,
    company.id,
  ])
  await world.build.assign({
    userId: person.id,
    profileId: profile.id,
    companyId: company.id,
    ...(spid !== undefined && { spid }),
  })
  return { company, module, plan, profile, person, place: `${module.name} (${company.name})` }
}

/** Cancels the open identity confirmation of a save. */
async function giveUp(page: Page): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Cancelar|Não)$/ })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('the preview of a profile or plan shows its effect on users', async ({
  page,
  portaria,
  world,
  enter,
  checkAxe,
}) => {
  await test.step('a profile: renaming changes nothing, deletion removes access', async () => {
    const { profile, place } = await stage(portaria)
    await enter(`/profile-edit?id=${profile.id}`)
    await page.getByLabel('Nome').fill(world.unique('Outro perfil'))
    await save(page)
    await expect(proofDialog(page)).toContainText(noEffect)
    await giveUp(page)
    await pressAct(page, 'Excluir perfil')
    await expect(questionDialog(page, 'Deseja realmente excluir este Perfil?')).toContainText(
      lost(place),
    )
    await checkAxe()
    await confirmIdentity(page, 'Deseja realmente excluir este Perfil?')
    await expect(toast(page, 'Perfil excluído com sucesso!')).toBeVisible()
  })

  await test.step('functions of a profile: lost and gained access', async () => {
    const { profile, place } = await stage(portaria)
    await follow(page, `/profile-edit-function?id=${profile.id}`)
    await page.getByRole('checkbox', { name: 'Pedidos', exact: true }).uncheck()
    await page.getByRole('checkbox', { name: 'Relatórios', exact: true }).check()
    await save(page)
    await expect(proofDialog(page)).toContainText(
      `${lost(`função Pedidos de ${place}`)} ${gained(`função Relatórios de ${place}`)}`,
    )
    await giveUp(page)
  })

  await test.step('a plan that becomes inactive, one of its modules, and its companies', async () => {
    const { plan, module, company, place } = await stage(portaria)
    await follow(page, `/plan-form?id=${plan}`)
    await page.getByLabel('Status').selectOption('Inativo')
    await save(page)
    await expect(questionDialog(page, anyway)).toContainText(lost(place))
    await giveUp(page)

    await follow(page, `/plan-module-manager-form?planId=${plan}&moduleId=${module.id}`)
    await page.getByLabel('Status').selectOption('Inativo')
    await save(page)
    await expect(questionDialog(page, anyway)).toContainText(lost(place))
    await giveUp(page)

    await follow(page, `/plan-company-manager?planId=${plan}`)
    await choose(page, 'Empresas', company.name)
    await page.keyboard.press('Escape')
    await save(page)
    await expect(questionDialog(page, anyway)).toContainText(lost(place))
  })
})

test('the preview of a module, company or user shows its effect on users', async ({
  page,
  portaria,
  enter,
  world,
}) => {
  await test.step('a module newly added to a plan, and a loose plan: which users gain access', async () => {
    const { plan, module, company, place } = await stage(portaria)
    await portaria.sql.query('delete from plan_modules where plan_id = $1', [plan])
    await enter(`/plan-module-manager-form?planId=${plan}`)
    await choose(page, 'Serviço', module.service.name)
    await choose(page, 'Módulo', module.name)
    await page.keyboard.press('Escape')
    await page.getByLabel('Quantidade').fill('5')
    await save(page)
    await expect(proofDialog(page)).toContainText(gained(place))
    await giveUp(page)

    await follow(page, '/plan-loose-form')
    await choose(page, 'Empresa', company.name)
    await choose(page, 'Serviço', module.service.name)
    await choose(page, 'Módulo', module.name)
    await page.getByLabel('Quantidade').fill('5')
    await save(page)
    await expect(proofDialog(page)).toContainText(gained(place))
    await giveUp(page)
  })

  await test.step('a user who is blocked, and one who leaves a company', async () => {
    const { person, company, place } = await stage(portaria)
    await follow(page, `/user-edit?id=${person.id}`)
    await pressAct(page, 'Bloquear usuário')
    await expect(
      questionDialog(page, 'Deseja mesmo bloquear o usuário selecionado?'),
    ).toContainText(lost(place))
    await giveUp(page)

    const other = await world.build.company()
    await follow(page, `/user-edit?id=${person.id}`)
    await choose(page, 'Empresas', other.name)
    await choose(page, 'Empresas', company.name)
    await page.keyboard.press('Escape')
    await save(page)
    await expect(proofDialog(page)).toContainText(lost(place))
    await giveUp(page)
  })

  await test.step('a company that becomes inactive, and a removed SPID', async () => {
    const { company, module } = await stage(portaria)
    await follow(page, `/company-form?id=${company.id}`)
    await page.getByLabel('Status').selectOption('Inativo')
    await save(page)
    await expect(questionDialog(page, 'Deseja inativar esta empresa?')).toContainText(
      `Módulos: ${module.name} (1). Nada é excluído: tudo volta quando a empresa for ativada.`,
    )
    await giveUp(page)

    const other = await stage(portaria, '7101')
    await follow(page, `/company-form?id=${other.company.id}`)
    await button(page, 'Gerenciar SPID').click()
    await button(page, 'Excluir o SPID 7101').click()
    const spids = page.getByRole('dialog', { name: 'Gerenciamento de SPID' })
    await spids.getByRole('button', { name: 'Salvar' }).click()
    await expect(questionDialog(page, 'Deseja remover este SPID?')).toContainText(lost(other.place))
  })
})

test("refusals, failed previews, and 'Por quê?'", async ({
  page,
  portaria,
  enter,
  checkAxe,
  world,
}) => {
  await test.step("'Por quê?' is on the user's record", async () => {
    const { person, module, profile } = await stage(portaria)
    await enter(`/user-edit?id=${person.id}&tab=access`)
    const why = page.getByRole('region', { name: 'Por quê?' })
    await expect(why.getByRole('combobox', { name: 'Empresa' })).not.toHaveValue('')
    await why.getByRole('combobox', { name: 'Módulo' }).fill(module.name)
    // Select by keyboard. A click would scroll to the option, which is hidden when its field leaves the viewport.
    const option = page.getByRole('option', { name: `${module.name} - ${module.service.name}` })
    await expect(option).toBeVisible()
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(why).toContainText('Permitido')
    await expect(why).toContainText(profile.name)
    await checkAxe()
  })

  await test.step('an invalid save is refused before the identity confirmation', async () => {
    const [plan, taken] = [await makePlan(portaria), await makePlan(portaria)]
    await follow(page, `/plan-form?id=${plan.id}`)
    await page.getByLabel('Nome').fill(taken.name)
    await save(page)
    await expect(toast(page, 'AtençãoNome já existe')).toBeVisible()
    await expect(proofDialog(page)).toHaveCount(0)
  })

  await test.step('a failed preview is reported and does not prevent the save', async () => {
    const plan = await makePlan(portaria)
    await page.route('**/api/access-effect', (route) => route.fulfill({ status: 503, json: {} }))
    await follow(page, `/plan-form?id=${plan.id}`)
    await page.getByLabel('Nome').fill(world.unique('Plano'))
    await save(page)
    await expect(proofDialog(page)).toContainText(
      'Não foi possível calcular para quantas pessoas o acesso muda.',
    )
    await confirmIdentity(page)
    await expect(toast(page, 'Plano atualizado')).toBeVisible()
  })
})
