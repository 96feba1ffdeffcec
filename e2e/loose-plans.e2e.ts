/** The screens of loose plans (console.md §2, §4, §5, §8). */
import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { fails, makeLoosePlan } from './plan-rows.ts'
import { answer, choose, confirmIdentity, save, titledToast, toast } from './screen.ts'

const required = 'Preencha os campos obrigatórios'

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test.describe('/plan-loose', () => {
  test('lists and creates loose plans, and redirects from a missing one', async ({
    page,
    portaria,
    enter,
    world,
  }) => {
    await test.step('shows loose plans with their date in UTC, and removes one after a question', async () => {
      const { company, module } = await makeLoosePlan(portaria, 3, 2)
      await enter(`/plan-loose?search=${company.name}`)
      await expect(page.getByRole('heading', { name: 'Plano Avulso' })).toBeVisible()
      await expect(page.getByRole('columnheader')).toHaveText([
        'Empresa',
        'Serviço',
        'Módulo',
        'Data de Atualização',
        'Quantidade',
        'Status',
        'Ações',
      ])
      const found = rowOf(page, company.name)
      for (const shown of [module.service.name, module.name, '05/03/2019 01:30:00', '3', 'Ativo'])
        await expect(found).toContainText(shown)
      const remove = page.getByRole('button', { name: `Remover: ${company.name}, ${module.name}` })
      const text = 'Deseja realmente remover este plano avulso?'
      await remove.click()
      await expect(page.getByRole('dialog', { name: text })).toContainText(
        '2 pessoas perdem o acesso imediatamente.',
      )
      await answer(page, text, false)
      await fails(page, '/plan-module/plan-loose/inactivate/*')
      await remove.click()
      await answer(page, text, true)
      await confirmIdentity(page)
      await expect(titledToast(page, 'Erro', 'Erro ao atualizar Plano')).toBeVisible()
      await page.unroute('**/api/plan-module/plan-loose/inactivate/*')
      await remove.click()
      await answer(page, text, true)
      await confirmIdentity(page)
      await expect(toast(page, 'Plano removido com sucesso!')).toBeVisible()
      await expect(found).toContainText('Inativo')
      await expect(remove).toHaveCount(0)
    })

    await test.step('creates a loose plan, limiting the input to 1 to 99 seats', async () => {
      const [company, module] = [await world.build.company(), await world.module()]
      await follow(page, '/plan-loose')
      await page.getByRole('link', { name: 'Novo Plano Avulso' }).click()
      await expect(page.getByRole('heading', { name: 'Cadastro de Plano Avulso' })).toBeVisible()
      await expect(page.getByRole('combobox', { name: 'Módulo' })).toBeDisabled()
      await save(page)
      await expect(page.getByText(required)).toHaveCount(4)
      await choose(page, 'Empresa', company.name)
      await choose(page, 'Serviço', module.service.name)
      await choose(page, 'Módulo', module.name)
      const seats = page.getByLabel('Quantidade')
      for (const [typed, expected] of [
        ['0', '1'],
        ['250', '99'],
        ['1e1', '11'],
        ['a', ''],
      ] as const) {
        await seats.fill('')
        await seats.pressSequentially(typed)
        await expect(seats).toHaveValue(expected)
      }
      await seats.fill('12')
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Plano cadastrado')).toBeVisible()
      await expect(page).toHaveURL(/\/plan-loose$/)
      await page.getByRole('searchbox').fill(module.name)
      await expect(rowOf(page, company.name)).toContainText('12')
    })

    await test.step('redirects to the list if the loose plan does not exist', async () => {
      // Reset the list's search, which redirects restore.
      await follow(page, '/plan-loose')
      await follow(page, '/plan-loose-form?id=2147483647&moduleId=1')
      await expect(titledToast(page, 'Erro', 'Erro inesperado')).toBeVisible()
      await expect(page).toHaveURL(/\/plan-loose$/)
    })
  })
})

test.describe('/plan-loose-form', () => {
  test('shows refusals, and the effect of a lower limit', async ({
    page,
    portaria,
    enter,
    checkAxe,
  }) => {
    await test.step('refuses a second loose plan for the same company and module', async () => {
      const { company, module } = await makeLoosePlan(portaria, 1)
      await enter('/plan-loose-form')
      await choose(page, 'Empresa', company.name)
      await choose(page, 'Serviço', module.service.name)
      await choose(page, 'Módulo', module.name)
      await page.getByLabel('Quantidade').fill('2')
      await save(page)
      await expect(titledToast(page, 'Erro', 'Erro ao atualizar Plano')).toBeVisible()
      await expect(page.getByRole('combobox', { name: 'Módulo' })).toHaveAccessibleDescription(
        /A empresa já tem um plano avulso deste módulo\./,
      )
    })

    await test.step('lowers a limit after naming the users over it, and reactivates the plan', async () => {
      const { id, company, module } = await makeLoosePlan(portaria, 3, 3)
      await follow(page, `/plan-loose-form?id=${id}&moduleId=${module.id}`)
      await expect(page.getByRole('heading', { name: 'Atualização de Plano Avulso' })).toBeVisible()
      await expect(page.getByLabel('Empresa')).toHaveValue(company.name)
      await expect(page.getByLabel('Serviço')).toHaveValue(module.service.name)
      await expect(page.getByRole('textbox', { name: 'Módulo' })).toHaveValue(module.name)
      await expect(page.getByLabel('Quantidade')).toHaveValue('3')
      await expect(page.getByText('3 de 3 licenças em uso · nenhuma livre')).toBeVisible()
      await checkAxe()
      const text = 'Deseja salvar mesmo assim?'
      await page.getByLabel('Quantidade').fill('2')
      await save(page)
      await expect(page.getByRole('dialog', { name: text })).toContainText(
        '1 pessoa fica acima do limite',
      )
      await answer(page, text, false)
      await page.getByLabel('Status').selectOption('Inativo')
      await save(page)
      await expect(page.getByRole('dialog', { name: text })).toContainText(
        '3 pessoas perdem o acesso imediatamente.',
      )
      await answer(page, text, true)
      await confirmIdentity(page)
      await expect(toast(page, 'Plano atualizado')).toBeVisible()
      await expect(page).toHaveURL(/\/plan-loose$/)

      await follow(page, `/plan-loose-form?id=${id}&moduleId=${module.id}`)
      await expect(page.getByLabel('Status')).toHaveValue('0')
      await page.getByLabel('Status').selectOption('Ativo')
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Plano atualizado')).toBeVisible()
      await expect(page).toHaveURL(/\/plan-loose$/)
    })

    await test.step('reports that the seats could not be read, and retries', async () => {
      const { id, company, module } = await makeLoosePlan(portaria, 3, 2)
      const seatsOfCompany = `**/api/seat/company/${company.id}`
      await page.route(seatsOfCompany, (route) => route.abort())
      await follow(page, `/plan-loose-form?id=${id}&moduleId=${module.id}`)
      const seats = page.getByRole('region', { name: `Licenças de ${module.name}` })
      await expect(seats.getByRole('alert')).toContainText('Não foi possível carregar a lista.')
      await page.unroute(seatsOfCompany)
      await seats.getByRole('button', { name: 'Tentar novamente' }).click()
      await expect(seats).toContainText('2 de 3 licenças em uso · 1 livre')
    })
  })
})
