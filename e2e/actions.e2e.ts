import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { answer, proofDialog, row, rows, save, saveChanges, search, toast } from './screen.ts'
import type { World } from './world.ts'

const orders = ['Criar', 'Cancelar', 'Aprovar']

/** Creates a function in a module of its own. */
async function addFunction(world: World, actions = orders) {
  const { id } = await world.module()
  return world.function(id, { name: world.unique('Pedidos'), url: '/pedidos' }, actions)
}

test.describe('/action-list', () => {
  test('lists the actions of a function, and redirects without one', async ({
    page,
    enter,
    world,
  }) => {
    await test.step('redirects to the functions if the URL names none', async () => {
      await enter('/home')
      for (const address of [
        '',
        '?functionId=',
        '?functionId=0',
        '?functionId=-3',
        '?functionId=x',
      ]) {
        await follow(page, `/action-list${address}`)
        await expect(page, address).toHaveURL(/\/function-list$/)
      }
    })

    await test.step('lists the actions of a function and adds one', async () => {
      const { id, name } = await addFunction(world)
      await follow(page, `/action-list?functionId=${id}`)
      await expect(page.getByText(`Função: ${name}`)).toBeVisible()
      await expect(rows(page)).toHaveText(['Aprovar', 'Cancelar', 'Criar'])
      await expect(row(page, 'Aprovar')).toContainText('Ativo')
      await page.getByRole('searchbox', { name: 'Buscar action' }).fill('aprov')
      await expect(rows(page)).toHaveText(['Aprovar'])
      await page.getByRole('link', { name: 'Nova Action' }).click()
      await expect(page.getByRole('heading', { name: 'Cadastro de Ação' })).toBeVisible()
      await expect(page.getByText(`Função: ${name}`)).toBeVisible()
      await expect(page.getByLabel('Status')).toHaveCount(0)
      await save(page)
      await expect(page.getByLabel('Nome')).toHaveAccessibleDescription(
        'Preencha os campos obrigatórios',
      )
      await page.getByLabel('Nome').fill('Arquivar')
      await page.getByLabel('Path').fill('arquivar')
      await save(page)
      await expect(toast(page, 'Ação cadastrada')).toBeVisible()
      await expect(page).toHaveURL(/\/action-list\?functionId=\d+&search=aprov$/)
      await search(page).fill('')
      await expect(row(page, 'Arquivar')).toBeVisible()
    })

    await test.step('redirects to the list of actions for an action below 1 or unknown', async () => {
      const { id } = await addFunction(world)
      await follow(page, `/action-form?actionId=0&functionId=${id}`)
      await expect(page).toHaveURL(new RegExp(`/action-list\\?functionId=${id}$`))
      await follow(page, `/action-form?actionId=999999&functionId=${id}`)
      await expect(toast(page, 'Erro inesperado')).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`/action-list\\?functionId=${id}$`))
    })

    await test.step('redirects to the functions if the URL names none', async () => {
      await follow(page, '/action-form?actionId=0')
      await expect(page).toHaveURL(/\/function-list$/)
      await follow(page, '/action-form')
      await expect(page).toHaveURL(/\/function-list$/)
    })
  })
})

test.describe('/action-form', () => {
  test('saves actions, and shows refusals', async ({ page, portaria, world, enter }) => {
    const { id: functionId } = await addFunction(world)
    await enter(`/action-list?functionId=${functionId}`)
    for (const { field, value } of [
      { field: 'Nome', value: 'Criar' },
      { field: 'Path', value: 'criar' },
    ])
      await test.step(`refuses a new action with a ${field} that the function already has, and keeps the input`, async () => {
        await follow(page, `/action-form?functionId=${functionId}`)
        await page.getByLabel('Nome').fill('Arquivar')
        await page.getByLabel('Path').fill('arquivar')
        await page.getByLabel(field).fill(value)
        await save(page)
        await expect(toast(page, 'Ação ou path atualmente em uso.')).toBeVisible()
        await expect(page.getByLabel(field)).toHaveValue(value)
        await page.getByRole('button', { name: 'Cancelar' }).click()
        await answer(page, 'Deseja realmente cancelar a operação?', true)
        await expect(page).toHaveURL(new RegExp(`/action-list\\?functionId=${functionId}$`))
        await expect(rows(page)).toHaveCount(orders.length)
      })

    await test.step("refuses to rename an action to another's name", async () => {
      await follow(page, `/action-list?functionId=${functionId}`)
      await page.getByRole('link', { name: 'Editar: Cancelar' }).click()
      await expect(page.getByRole('heading', { name: 'Atualização de Ação' })).toBeVisible()
      await page.getByLabel('Nome').fill('Criar')
      await saveChanges(page)
      await expect(toast(page, 'Ação já existe')).toBeVisible()
    })

    await test.step('updates an action and its status', async () => {
      const { id } = await addFunction(world)
      await follow(page, `/action-list?functionId=${id}`)
      await page.getByRole('link', { name: 'Editar: Cancelar' }).click()
      await expect(page.getByLabel('Path')).toHaveValue('cancelar')
      await page.getByLabel('Nome').fill('Desistir')
      await page.getByLabel('Status').selectOption('Inativo')
      await saveChanges(page)
      await expect(toast(page, 'Ação atualizada')).toBeVisible()
      await expect(row(page, 'Desistir')).toContainText('Inativo')
      await expect(row(page, 'Criar')).toContainText('Ativo')
    })

    await test.step('requires the password for an action of the console itself', async () => {
      // A console screen has actions from the start; this one is never created.
      const { rows: screens } = await portaria.sql.query<{ id: number }>(
        `select id from functions where url = '/user-list' and module_id = 1`,
      )
      await follow(page, `/action-form?functionId=${screens[0]?.id}`)
      await expect(page.getByText(/^Função: /)).toBeVisible()
      await page.getByLabel('Nome').fill('Arquivar')
      await save(page)
      await expect(proofDialog(page)).toContainText('Cadastrar a ação Arquivar da função')
      await proofDialog(page).getByRole('button', { name: 'Cancelar' }).click()
    })

    await test.step('requires the password if the function became one of the console while the form was open', async () => {
      const { id } = await addFunction(world)
      await follow(page, `/action-form?functionId=${id}`)
      await expect(page.getByText(/^Função: /)).toBeVisible()
      await page.getByLabel('Nome').fill('Arquivar')
      const place = (values: string) =>
        portaria.sql.query(`update functions set ${values} where id = $1`, [id])
      const { rows: before } = await portaria.sql.query<{ module_id: number }>(
        'select module_id from functions where id = $1',
        [id],
      )
      await place(`module_id = 1, environment = 'back', method = 'GET'`)
      await save(page)
      await expect(proofDialog(page)).toContainText('Cadastrar a ação Arquivar da função')
      await proofDialog(page).getByRole('button', { name: 'Cancelar' }).click()
      await place(`module_id = ${before[0]?.module_id}, environment = null, method = null`)
    })

    await test.step('reports any other failure', async () => {
      const { id } = await addFunction(world)
      await follow(page, `/action-list?functionId=${id}`)
      await page.getByRole('link', { name: 'Editar: Cancelar' }).click()
      await page.getByLabel('Nome').fill('Desistir')
      await page.route('**/api/function-action/*', (route) => route.abort())
      await saveChanges(page)
      await expect(toast(page, 'Erro inesperado.')).toBeVisible()
    })
  })
})
