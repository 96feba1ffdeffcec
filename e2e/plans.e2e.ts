/** The screens of plans: list and form (console.md §2, §5, §8). */
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { fails, makePlan, makeUsedPlan, question, required } from './plan-rows.ts'
import {
  answer,
  confirmIdentity,
  noRows,
  proofDialog,
  row,
  rows,
  save,
  search,
  titledToast,
  toast,
} from './screen.ts'

test.describe('/plan-list', () => {
  test('shows plans, and is returned to from a missing one', async ({ page, portaria, enter }) => {
    await test.step('shows plans with their date in UTC, and links to their modules and companies', async () => {
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

    await test.step('shows when the search finds nothing', async () => {
      await follow(page, '/plan-list?search=nenhum-plano-se-chama-assim')
      await expect(noRows(page)).toBeVisible()
    })

    await test.step('is returned to if the plan does not exist', async () => {
      // Reset the list's search, which redirects restore.
      await follow(page, '/plan-list')
      await follow(page, '/plan-form?id=2147483647')
      await expect(titledToast(page, 'Erro', 'Erro inesperado')).toBeVisible()
      await expect(page).toHaveURL(/\/plan-list$/)
    })
  })
})

test.describe('/plan-form', () => {
  test('creates and updates plans, and shows refusals', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    await test.step('creates a plan after the identity confirmation; an existing name is refused', async () => {
      const taken = await makePlan(portaria)
      const name = world.unique('Plano Ouro')
      await enter('/plan-form')
      await expect(page.getByRole('heading', { name: 'Cadastro de Plano' })).toBeVisible()
      await expect(page.getByLabel('Status')).toHaveCount(0)
      await save(page)
      await expect(page.getByLabel('Nome')).toHaveAccessibleDescription(required)
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

    await test.step('updates a plan; an existing name is a warning, and any other failure is reported', async () => {
      const [plan, taken] = [await makePlan(portaria), await makePlan(portaria)]
      // Reset the list's search, which redirects restore.
      await follow(page, '/plan-list')
      await follow(page, `/plan-form?id=${plan.id}`)
      await expect(page.getByRole('heading', { name: 'Atualização de Plano' })).toBeVisible()
      await expect(page.getByLabel('Nome')).toHaveValue(plan.name)
      await expect(page.getByText('Nenhuma empresa tem este plano ainda.')).toBeVisible()
      await page.getByLabel('Nome').fill(taken.name)
      await save(page)
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

    await test.step('names the users who lose access before a plan is deactivated, and asks', async () => {
      const { id, name, company, module } = await makeUsedPlan(portaria, 3, 2)
      await follow(page, `/plan-form?id=${id}`)
      const seats = page.getByRole('region', { name: 'Licenças por empresa' })
      await expect(seats).toContainText(company.name)
      await expect(seats).toContainText('2 de 3 licenças em uso · 1 livre')
      await page.getByLabel('Status').selectOption('Inativo')
      await save(page)
      const dialog = question(page, 'Deseja salvar mesmo assim?')
      await expect(dialog).toContainText(`Plano: ${name}`)
      await expect(dialog).toContainText('2 pessoas perdem o acesso imediatamente.')
      await expect(dialog).toContainText(`${company.name} (${module.name}: 2 em uso, limite 3 → 0)`)
      await answer(page, 'Deseja salvar mesmo assim?', false)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await save(page)
      await answer(page, 'Deseja salvar mesmo assim?', true)
      await expect(proofDialog(page)).toContainText(
        `2 pessoas perdem o acesso imediatamente: ${module.name} (${company.name}).`,
      )
      await confirmIdentity(page)
      await expect(toast(page, 'Plano atualizado')).toBeVisible()
      await search(page).fill(name)
      await expect(row(page, name)).toContainText('Inativo')
    })
  })
})
