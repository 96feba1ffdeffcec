import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { answer, confirmIdentity, row, save, search, toast } from './screen.ts'

const unsaved = 'Há alterações não salvas. Deseja sair sem salvar?'
const cancelled = 'Deseja realmente cancelar a operação?'

async function fill(page: Page, name: string, description = 'Criado por um teste.'): Promise<void> {
  await page.getByLabel('Nome').fill(name)
  await page.getByLabel('Descrição').fill(description)
}

test.describe('/service-form', () => {
  test('creates a service, and loses no input', async ({ page, world, enter, checkAxe }) => {
    await test.step('creates a service, reports it and returns to the list', async () => {
      await enter('/service-list')
      await page.getByRole('link', { name: 'Novo Serviço' }).click()
      await expect(page.getByRole('heading', { name: 'Cadastro de Serviço' })).toBeVisible()
      await expect(page.getByLabel('Status')).toHaveCount(0)
      await save(page)
      await expect(page.getByText('Preencha os campos obrigatórios')).toHaveCount(2)
      await expect(page.getByLabel('Nome')).toBeFocused()
      await expect(page.getByLabel('Nome')).toHaveAccessibleDescription(
        'Preencha os campos obrigatórios',
      )
      await checkAxe()
      const name = world.unique('Roaming')
      await fill(page, name)
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Serviço cadastrado')).toBeVisible()
      await expect(page).toHaveURL(/\/service-list$/)
      await search(page).fill(name)
      await expect(row(page, name)).toBeVisible()
    })

    await test.step('refuses an existing name in any case, and keeps the input', async () => {
      const { name } = await world.service()
      await page.goto('/service-form')
      await fill(page, `  ${name.toUpperCase()} `)
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Nome já existe')).toBeVisible()
      await expect(page.getByLabel('Nome')).toHaveAccessibleDescription('Nome já existe')
      await expect(page.getByLabel('Nome')).toBeFocused()
      await expect(page.getByLabel('Descrição')).toHaveValue('Criado por um teste.')
      await checkAxe()
    })

    await test.step('works by keyboard alone, from the list to the saved record', async () => {
      await page.goto('/service-list')
      await page.getByRole('link', { name: 'Novo Serviço' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Cadastro de Serviço' })).toBeVisible()
      await expect(page.getByLabel('Nome')).toBeFocused()
      await page.keyboard.type(world.unique('Só teclado'))
      await page.keyboard.press('Tab')
      await page.keyboard.type('Sem mouse')
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: 'Cancelar' })).toBeFocused()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog').getByLabel('Senha', { exact: true })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Salvar' })).toBeFocused()
      await page.keyboard.press('Enter')
      await confirmIdentity(page)
      await expect(toast(page, 'Serviço cadastrado')).toBeVisible()
    })

    await test.step('asks before it is left by Cancelar, a link, the back button, or closing the page', async () => {
      await page.goto('/service-list')
      await page.getByRole('link', { name: 'Novo Serviço' }).click()
      await page.getByRole('button', { name: 'Voltar' }).click()
      await expect(page).toHaveURL(/\/service-list$/)
      await page.getByRole('link', { name: 'Novo Serviço' }).click()
      await fill(page, 'Pela metade')
      await page.getByRole('button', { name: 'Cancelar' }).click()
      const buttons = page.getByRole('dialog', { name: cancelled }).getByRole('button')
      await expect(buttons).toHaveText(['', 'Sim', 'Não'])
      await checkAxe()
      await answer(page, cancelled, false)
      await expect(page.getByRole('heading', { name: 'Cadastro de Serviço' })).toBeVisible()
      await page.getByRole('link', { name: 'Função' }).click()
      await answer(page, unsaved, false)
      await expect(page.getByLabel('Nome')).toHaveValue('Pela metade')
      await page.goBack()
      await answer(page, unsaved, false)
      await expect(page).toHaveURL(/\/service-form$/)
      await expect(page.getByLabel('Nome')).toHaveValue('Pela metade')
      const question = page.waitForEvent('dialog')
      await page.close({ runBeforeUnload: true })
      const dialog = await question
      expect(dialog.type()).toBe('beforeunload')
      await dialog.dismiss()
      await expect(page.getByLabel('Nome')).toHaveValue('Pela metade')
      await page.getByRole('button', { name: 'Cancelar' }).click()
      await answer(page, cancelled, true)
      await expect(page).toHaveURL(/\/service-list$/)
      await page.getByRole('link', { name: 'Novo Serviço' }).click()
      await expect(page.getByLabel('Nome')).toHaveValue('')
      await page.getByRole('link', { name: 'Função' }).click()
      await expect(page).toHaveURL(/\/function-list$/)
    })
  })

  test('updates a service, and shows why it could not', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    await test.step('updates a service and its status', async () => {
      const { name } = await world.service()
      await enter(`/service-list?search=${name}`)
      await page.getByRole('link', { name: `Editar: ${name}` }).click()
      await expect(page.getByRole('heading', { name: 'Atualização de Serviço' })).toBeVisible()
      await checkAxe()
      await page.getByLabel('Status').selectOption('Inativo')
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Serviço atualizado')).toBeVisible()
      await expect(row(page, name)).toContainText('Inativo')
    })

    await test.step("explains why the console's service stays active", async () => {
      await page.goto('/service-form?id=1')
      await page.getByLabel('Status').selectOption('Inativo')
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Erro ao atualizar serviço')).toBeVisible()
      await expect(page.getByLabel('Status')).toHaveAccessibleDescription(
        'A própria Gestão de Acesso é deste serviço: ele não pode ser inativado.',
      )
    })

    await test.step('reports that a missing service cannot be read, and redirects to the list', async () => {
      for (const id of ['2000000000', '0', 'x'])
        await test.step(id, async () => {
          await page.goto(`/service-form?id=${id}`)
          await expect(toast(page, 'Erro inesperado')).toBeVisible()
          await expect(page).toHaveURL(/\/service-list$/)
        })
    })

    await test.step('reports a concurrent change to the second of two administrators, and keeps their input', async () => {
      const { id, name } = await world.service()
      await page.goto(`/service-list?search=${name}`)
      await page.getByRole('link', { name: `Editar: ${name}` }).click()
      await expect(page.getByLabel('Nome')).toHaveValue(name)
      const other = await page.context().newPage()
      await other.goto(page.url())
      await other.getByLabel('Descrição').fill('Da primeira')
      await other.getByLabel('Status').selectOption('Inativo')
      await save(other)
      await confirmIdentity(other)
      await expect(toast(other, 'Serviço atualizado')).toBeVisible()
      await other.close()

      await page.getByLabel('Descrição').fill('Da segunda')
      await save(page)
      await confirmIdentity(page)
      const conflict = page
        .getByRole('alert')
        .filter({ hasText: 'Outra pessoa alterou este registro. Recarregue e tente novamente.' })
      await expect(conflict).toBeVisible()
      await checkAxe()
      await conflict.getByRole('button', { name: 'Recarregar' }).click()
      await expect(page.getByLabel('Status')).toHaveValue('0')
      await expect(page.getByLabel('Descrição')).toHaveValue('Da segunda')
      await expect(page.getByLabel('Descrição')).toHaveAccessibleDescription(
        'Outra pessoa também alterou este campo. Confira antes de salvar.',
      )
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Serviço atualizado')).toBeVisible()
      const stored = await portaria.sql.query(
        'select description, active from services where id = $1',
        [id],
      )
      expect(stored.rows).toEqual([{ description: 'Da segunda', active: false }])
    })

    await test.step('reports that saving failed, and keeps the input', async () => {
      const { id } = await world.service()
      await page.goto(`/service-form?id=${id}`)
      await page.getByLabel('Descrição').fill('Outra')
      await page.route(`**/api/service/${id}`, (route) =>
        route.request().method() === 'GET' ? route.continue() : route.abort(),
      )
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Erro ao atualizar serviço')).toBeVisible()
      await expect(page.getByLabel('Descrição')).toHaveValue('Outra')
    })
  })
})

test.describe('permissions', () => {
  test('a read-only user sees no buttons that write', async ({ page, world, enter }) => {
    const { email, company } = await world.master()
    const module = await world.module()
    await world.build.plan({ companyId: company.id, moduleId: module.id })
    const { name } = await world.function(module.id, {
      name: world.unique('Pedidos'),
      url: '/pedidos',
      accredited_enable: true,
    })
    await enter(`/function-list?search=${name}`, email)
    await expect(row(page, name)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Nova Função' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^Editar/ })).toHaveCount(0)
    await page.goto('/service-list')
    await expect(page).toHaveURL(/\/unallowed$/)
  })
})
