/** The screens of a plan's modules (console.md §2, §5, §8). */
import { expect, test } from './console.ts'
import { fails, makePlan, makeUsedPlan, question, required } from './plan-rows.ts'
import {
  answer,
  choose,
  confirmIdentity,
  crumbs,
  proofDialog,
  row,
  save,
  titledToast,
  toast,
} from './screen.ts'

test.describe('/plan-module-manager', () => {
  test('shows the modules of a plan, and redirects without a plan', async ({
    page,
    portaria,
    enter,
  }) => {
    await test.step('redirects to the list of plans without a plan', async () => {
      await enter('/plan-module-manager')
      await expect(page).toHaveURL(/\/plan-list$/)
    })

    await test.step('redirects to the plans if the plan does not exist', async () => {
      await page.goto('/plan-module-manager?planId=2000000000')
      await expect(titledToast(page, 'Erro', 'Erro inesperado')).toBeVisible()
      await expect(page).toHaveURL(/\/plan-list$/)
    })

    await test.step('shows the modules of a plan with their seats, and removes one after a question', async () => {
      const { id, name, company, module } = await makeUsedPlan(portaria, 2, 1)
      await page.goto(`/plan-module-manager?planId=${id}`)
      await expect(page.getByRole('heading', { name: 'PLANO X SISTEMA X MÓDULO' })).toBeVisible()
      await expect(page.getByText(`Plano: ${name}`)).toBeVisible()
      await expect(page.getByRole('columnheader')).toHaveText([
        'Serviço',
        'Módulo',
        'Quantidade',
        'Status',
        'Ações',
      ])
      // The module is the row header, with the link.
      const found = row(page, module.name)
      await expect(found).toContainText(module.service.name)
      await expect(found).toContainText('Ativo')
      await expect(page.getByRole('region', { name: 'Licenças por empresa' })).toContainText(
        '1 de 2 licenças em uso · 1 livre',
      )
      await expect(crumbs(page)).toHaveText(['Planos', name, 'Módulos'])
      const remove = page.getByRole('button', { name: `Remover: ${module.name}` })
      const text = 'Deseja realmente remover este módulo do plano?'
      await remove.click()
      await expect(question(page, text)).toContainText('1 pessoa perde o acesso imediatamente.')
      await expect(question(page, text)).toContainText(company.name)
      await expect(question(page, text)).toContainText(`Plano: ${name} · Módulo: ${module.name}`)
      await answer(page, text, false)
      await fails(page, '/plan-module/inactivate/*')
      await remove.click()
      await answer(page, text, true)
      await expect(proofDialog(page)).toContainText(
        `Remover o módulo ${module.name} do plano ${name}`,
      )
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
})

test.describe('/plan-module-manager-form', () => {
  test('adds modules to a plan', async ({ page, portaria, world, enter }) => {
    await test.step('redirects to the list of plans without a plan', async () => {
      await enter('/plan-module-manager-form')
      await expect(page).toHaveURL(/\/plan-list$/)
    })

    await test.step('refuses a module that the plan already has, and clears the modules when the service changes', async () => {
      const { id, module } = await makeUsedPlan(portaria, 1, 0)
      const elsewhere = await world.module()
      await page.goto(`/plan-module-manager-form?planId=${id}`)
      await choose(page, 'Serviço', elsewhere.service.name)
      await choose(page, 'Módulo', elsewhere.name)
      await page.keyboard.press('Escape')
      await choose(page, 'Serviço', module.service.name)
      await expect(page.getByText(elsewhere.name)).toHaveCount(0)
      await choose(page, 'Módulo', module.name)
      await page.keyboard.press('Escape')
      await page.getByLabel('Quantidade').fill('1')
      await save(page)
      await expect(titledToast(page, 'Erro', 'Erro ao atualizar Plano')).toBeVisible()
      await expect(page.getByRole('combobox', { name: 'Módulo' })).toHaveAccessibleDescription(
        /O plano já tem este módulo\./,
      )
    })

    await test.step('adds several modules of a service, with at least one seat each', async () => {
      const plan = await makePlan(portaria)
      const one = await world.module()
      const other = await world.module({ service_id: one.service.id })
      await page.goto(`/plan-module-manager?planId=${plan.id}`)
      await page.getByRole('link', { name: 'Adicionar' }).click()
      await expect(page.getByRole('heading', { name: 'Cadastro de Plano' })).toBeVisible()
      await expect(page.getByText(`Plano: ${plan.name}`)).toBeVisible()
      await expect(page.getByRole('combobox', { name: 'Módulo' })).toBeDisabled()
      await save(page)
      await expect(page.getByText(required)).toHaveCount(3)
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
        // Wait until the previous error disappears.
        await expect(page.getByText(sentence)).toHaveCount(0)
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
  })

  test('changes a module of a plan after showing the effect', async ({ page, portaria, enter }) => {
    await test.step('refuses zero seats on update too, and redirects if the plan does not have the module', async () => {
      const { id, module } = await makeUsedPlan(portaria, 3, 0)
      await enter(`/plan-module-manager-form?planId=${id}&moduleId=${module.id}`)
      await expect(page.getByLabel('Quantidade')).toHaveValue('3')
      for (const [typed, sentence] of [
        ['0', 'O limite deve ser maior que 0'],
        ['', required],
      ] as const) {
        await page.getByLabel('Quantidade').fill(typed)
        await save(page)
        await expect(page.getByText(sentence)).toBeVisible()
      }
      await page.goto(`/plan-module-manager-form?planId=${id}&moduleId=2147483647`)
      await expect(titledToast(page, 'Erro', 'Erro inesperado')).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`/plan-module-manager\\?planId=${id}$`))
    })

    await test.step('shows how many users lose access before the module is deactivated', async () => {
      const { id, company, module } = await makeUsedPlan(portaria, 3, 2)
      await page.goto(`/plan-module-manager-form?planId=${id}&moduleId=${module.id}`)
      await expect(page.getByLabel('Quantidade')).toHaveValue('3')
      await page.getByLabel('Status').selectOption('Inativo')
      await save(page)
      const text = 'Deseja salvar mesmo assim?'
      await expect(question(page, text)).toContainText('2 pessoas perdem o acesso imediatamente.')
      await expect(question(page, text)).toContainText(
        `${company.name} (${module.name}: 2 em uso, limite 3 → 0)`,
      )
      await answer(page, text, true)
      await confirmIdentity(page)
      await expect(toast(page, 'Plano atualizado')).toBeVisible()
    })

    await test.step('changes seats and status, and first names the users over the limit', async () => {
      const { id, name, company, module } = await makeUsedPlan(portaria, 3, 3)
      await page.goto(`/plan-module-manager-form?planId=${id}&moduleId=${module.id}`)
      await expect(page.getByRole('heading', { name: 'Atualização de Plano' })).toBeVisible()
      await expect(page.getByLabel('Quantidade')).toHaveValue('3')
      await expect(page.getByLabel('Serviço')).toHaveValue(module.service.name)
      await expect(page.getByLabel('Serviço')).toBeDisabled()
      await expect(page.getByLabel('Módulo')).toHaveValue(module.name)
      await expect(page.getByLabel('Módulo')).toBeDisabled()
      await expect(crumbs(page)).toHaveText(['Planos', name, 'Módulos', module.name])
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
    })
  })
})
