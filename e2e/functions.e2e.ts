import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { takeNext } from './keyboard.ts'
import {
  choose,
  confirmIdentity,
  noRows,
  proofDialog,
  row,
  save,
  saveChanges,
  search,
  toast,
} from './screen.ts'
import { longAgo } from './world.ts'

const required = 'Preencha todos os campos!'

test.describe('/function-list', () => {
  test('lists functions with module and url, and links to their actions', async ({
    page,
    world,
    enter,
  }) => {
    const module = await world.module()
    const orders = { name: world.unique('Pedidos'), url: '/pedidos' }
    await world.function(module.id, orders)
    await enter('/function-list')
    await expect(page.getByRole('heading', { name: 'Função' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Buscar Função' }).fill('balcao de pedidos x')
    await expect(noRows(page)).toBeVisible()
    await search(page).fill(orders.name.toLowerCase())
    await expect(row(page, orders.name).getByRole('cell').first()).toHaveText(module.name)
    await expect(row(page, orders.name).getByRole('cell').nth(1)).toHaveText('pedidos')
    await page.getByRole('button', { name: 'Módulo' }).click()
    await expect(page).toHaveURL(/sort=module/)
    await row(page, orders.name)
      .getByRole('link', { name: `Ações: ${orders.name}` })
      .click()
    await expect(page).toHaveURL(/\/action-list\?functionId=\d+$/)
    await expect(page.getByText(`Função: ${orders.name}`)).toBeVisible()
  })
})

test.describe('/function-create', () => {
  test('creates a function, and shows missing and invalid values', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    await test.step('requires name, module and url, and creates a function of a module', async () => {
      const module = await world.module()
      const name = world.unique('Faturas')
      await enter('/function-list')
      await page.getByRole('link', { name: 'Nova Função' }).click()
      await expect(page.getByRole('heading', { name: 'Cadastro de Função' })).toBeVisible()
      await expect(page.getByLabel('Status')).toHaveCount(0)
      await expect(page.getByLabel('Ambiente')).toHaveCount(0)
      await save(page)
      await expect(page.getByText(required)).toHaveCount(3)
      await page.getByLabel('Nome').fill(name)
      await choose(page, 'Módulo', module.name)
      await page.getByLabel('Url').fill('faturas')
      await page.getByLabel('Código').fill('FAT-1')
      await save(page)
      await expect(page.getByLabel('Código')).toHaveAccessibleDescription(
        'Use apenas letras e números.',
      )
      await page.getByLabel('Código').fill('FAT1')
      await page.getByLabel('Exibir para empresas').check()
      await save(page)
      await expect(toast(page, 'Função cadastrada com sucesso!')).toBeVisible()
      await expect(page).toHaveURL(/\/function-list$/)
      await search(page).fill(name)
      await expect(row(page, name).getByRole('cell').first()).toHaveText(module.name)
      await expect(row(page, name).getByRole('cell').nth(1)).toHaveText('faturas')
    })

    await test.step('refuses a url and a code that the module already has', async () => {
      const module = await world.module()
      await world.function(module.id, { name: 'Pedidos', url: '/pedidos', code: 'EXE01' })
      await follow(page, '/function-create')
      await page.getByLabel('Nome').fill('Outra')
      await choose(page, 'Módulo', module.name)
      await page.getByLabel('Url').fill('/pedidos')
      await save(page)
      await expect(toast(page, 'Erro ao cadastrar função!')).toBeVisible()
      await expect(page.getByLabel('Url')).toHaveAccessibleDescription(
        'Já existe uma função com esta url neste módulo.',
      )
      await page.getByLabel('Url').fill('outra')
      await page.getByLabel('Código').fill('EXE01')
      await save(page)
      await expect(page.getByLabel('Código')).toHaveAccessibleDescription(
        'Já existe uma função com este código neste módulo.',
      )
    })

    await test.step('works by keyboard alone, including the select of modules', async () => {
      const module = await world.module({ name: world.unique('Teclado') })
      await follow(page, '/function-list')
      await page.getByRole('link', { name: 'Nova Função' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Cadastro de Função' })).toBeVisible()
      await page.getByLabel('Nome').focus()
      await page.keyboard.type('Só teclado')
      await page.keyboard.press('Tab')
      const modules = page.getByRole('combobox', { name: 'Módulo' })
      const typed = module.name.toLowerCase()
      // Typing after moving to an option selects the first match.
      await page.keyboard.press('ArrowDown')
      await expect(modules).toHaveAttribute('aria-activedescendant', /./)
      await page.keyboard.type(typed)
      await expect(page.getByRole('option')).toHaveText([module.name])
      await page.keyboard.press('Enter')
      await expect(modules).toHaveValue(module.name)
      // Selecting the same option again keeps it.
      await modules.selectText()
      await page.keyboard.type(typed)
      await expect(page.getByRole('option')).toHaveText([module.name])
      await takeNext(page)
      await expect(modules).toHaveAttribute('aria-expanded', 'false')
      await page.keyboard.press('Tab')
      await expect(modules).toHaveValue(module.name)
      await page.keyboard.type('so-teclado')
      await page.keyboard.press('Enter')
      await expect(toast(page, 'Função cadastrada com sucesso!')).toBeVisible()
      await expect(page).toHaveURL(/\/function-list$/)
    })

    await test.step('asks for environment and method only for this console; a screen always has GET', async () => {
      await follow(page, '/function-create')
      await choose(page, 'Módulo', 'Gestão de Acesso')
      await save(page)
      await expect(page.getByLabel('Ambiente')).toHaveAccessibleDescription(required)
      await expect(page.getByLabel('Método')).toHaveAccessibleDescription(required)
      await page.getByLabel('Ambiente').selectOption('front')
      await expect(page.getByLabel('Método')).toBeDisabled()
      await expect(page.getByLabel('Método')).toHaveValue('GET')
      await expect(page.getByRole('combobox', { name: 'Endpoint do servidor' })).toHaveCount(0)
      await page.getByLabel('Ambiente').selectOption('back')
      await expect(page.getByLabel('Método')).toBeEnabled()
      await checkAxe()
      await choose(page, 'Módulo', 'Módulo de Exemplo')
      await expect(page.getByLabel('Ambiente')).toHaveCount(0)
    })

    await test.step("fills in a back-end function from the server's own endpoints", async () => {
      // All tests share the console's module; no other test adds this function.
      await portaria.sql.query(`delete from functions where module_id = 1 and url = '/module/{id}'`)
      await follow(page, '/function-create')
      await page.getByLabel('Nome').fill('Integração de módulos')
      await choose(page, 'Módulo', 'Gestão de Acesso')
      await page.getByLabel('Ambiente').selectOption('back')
      await choose(page, 'Endpoint do servidor', 'PUT /module/{id}')
      await expect(page.getByLabel('Método')).toHaveValue('PUT')
      await expect(page.getByLabel('Url')).toHaveValue('module/{id}')
      await save(page)
      await expect(proofDialog(page)).toContainText(
        'Cadastrar a função Integração de módulos da Gestão de Acesso',
      )
      await checkAxe()
      await confirmIdentity(page)
      await expect(toast(page, 'Função cadastrada com sucesso!')).toBeVisible()
      const { rows } = await portaria.sql.query(
        `select environment, method, url from functions where name = 'Integração de módulos'`,
      )
      expect(rows).toEqual([{ environment: 'back', method: 'PUT', url: '/module/{id}' }])
    })
  })
})

test.describe('/function-edit', () => {
  test('changes a function, and shows refusals', async ({ page, portaria, world, enter }) => {
    await test.step('updates a function and its status', async () => {
      const module = await world.module()
      const { id } = await world.function(module.id, {
        name: 'Configurações',
        url: '/configuracoes',
        created_at: longAgo,
        updated_at: longAgo,
      })
      const name = world.unique('Preferências')
      await enter(`/function-edit?id=${id}`)
      await expect(page.getByRole('heading', { name: 'Editar Função' })).toBeVisible()
      await expect(page.getByLabel('Url')).toHaveValue('configuracoes')
      await expect(page.getByRole('combobox', { name: 'Módulo' })).toHaveValue(module.name)
      await page.getByLabel('Nome').fill(name)
      await page.getByLabel('Status').selectOption('Inativo')
      await saveChanges(page)
      await expect(toast(page, 'Função atualizada com sucesso!')).toBeVisible()
      await search(page).fill(name)
      await expect(row(page, name)).toContainText('Inativo')
      await expect(row(page, name).getByRole('cell').nth(2)).toHaveText('04/03/2019 09:00:00')
      await expect(row(page, name).getByRole('cell').nth(3)).toHaveText(
        /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/,
      )
    })

    await test.step('redirects if the function does not exist', async () => {
      await page.goto('/function-edit?id=999999')
      await expect(toast(page, 'Erro inesperado')).toBeVisible()
      await expect(page).toHaveURL(/\/function-list$/)
      await page.goto('/function-edit')
      await expect(page).toHaveURL(/\/function-list$/)
    })

    await test.step('explains why a console screen cannot change, and reports any other failure', async () => {
      const { rows } = await portaria.sql.query<{ id: number }>(
        `select id from functions where url = '/user-list' and module_id = 1`,
      )
      await page.goto(`/function-edit?id=${rows[0]?.id}`)
      await page.getByLabel('Status').selectOption('Inativo')
      await save(page)
      await expect(proofDialog(page)).toContainText('Status: Ativo → Inativo')
      await confirmIdentity(page)
      await expect(toast(page, 'Erro ao atualizar a função!')).toBeVisible()
      const reason = toast(
        page,
        'Esta função é uma tela da Gestão de Acesso: só nome, código e exibição para empresas podem mudar.',
      )
      await expect(reason).toBeVisible()
      await page.route('**/api/function/*', (route) => route.abort())
      await save(page)
      await confirmIdentity(page)
      await expect(reason).toHaveCount(0)
      await expect(toast(page, 'Erro ao atualizar a função!')).toHaveCount(1)
    })
  })
})
