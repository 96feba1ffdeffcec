import { answer, expect, row, save, test, toast } from './console.ts'
import type { Portaria } from './portaria.ts'

async function idOf(portaria: Portaria, url: string): Promise<number> {
  const { rows } = await portaria.sql.query<{ id: number }>(
    `select id from functions where url = $1 and module_id = 5`,
    [url],
  )
  return rows[0]?.id ?? 0
}

test.describe('/action-list', () => {
  for (const address of ['', '?functionId=', '?functionId=0', '?functionId=-3', '?functionId=x']) {
    test(`leads '${address}' to the functions`, async ({ page, enter }) => {
      await enter(`/action-list${address}`)
      await expect(page).toHaveURL(/\/function-list$/)
    })
  }

  test('lists the actions of a function and adds one', async ({
    page,
    portaria,
    enter,
    checkAxe,
  }) => {
    const functionId = await idOf(portaria, '/pedidos')
    await enter(`/action-list?functionId=${functionId}`)
    await expect(page.getByText('Função: Pedidos')).toBeVisible()
    await expect(row(page, 'Aprovar')).toContainText('Ativo')
    await page.getByRole('searchbox', { name: 'Buscar action' }).fill('aprov')
    await expect(page.getByRole('rowheader')).toHaveText(['Aprovar'])
    await checkAxe()
    await page.getByRole('link', { name: 'Nova Action' }).click()
    await expect(page.getByRole('heading', { name: 'Cadastro de Ação' })).toBeVisible()
    await expect(page.getByText('Função: Pedidos')).toBeVisible()
    await expect(page.getByLabel('Status')).toHaveCount(0)
    await save(page)
    await expect(page.getByLabel('Nome')).toHaveAccessibleDescription(
      'Preencha os campos obrigatórios',
    )
    await checkAxe()
    await page.getByLabel('Nome').fill('Arquivar')
    await page.getByLabel('Path').fill('arquivar')
    await save(page)
    await expect(toast(page, 'Ação cadastrada')).toBeVisible()
    await expect(page).toHaveURL(/\/action-list\?functionId=\d+&search=aprov&sort=name&order=asc$/)
    await page.getByRole('searchbox').fill('')
    await expect(row(page, 'Arquivar')).toBeVisible()
  })
})

test.describe('/action-form', () => {
  test('refuses a name or path that the function has already', async ({
    page,
    portaria,
    enter,
  }) => {
    const functionId = await idOf(portaria, '/clientes')
    await enter(`/action-form?functionId=${functionId}`)
    await page.getByLabel('Nome').fill('Criar')
    await save(page)
    await expect(toast(page, 'Ação ou path atualmente em uso.')).toBeVisible()
    await expect(page.getByLabel('Nome')).toHaveValue('Criar')
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await answer(page, 'Deseja realmente cancelar a operação?', true)
    await expect(page).toHaveURL(new RegExp(`/action-list\\?functionId=${functionId}$`))
    await page.getByRole('link', { name: 'Editar: Editar' }).click()
    await expect(page.getByRole('heading', { name: 'Atualização de Ação' })).toBeVisible()
    await page.getByLabel('Nome').fill('Criar')
    await save(page)
    await expect(toast(page, 'Ação já existe')).toBeVisible()
  })

  test('updates an action and its status', async ({ page, portaria, enter, checkAxe }) => {
    const functionId = await idOf(portaria, '/clientes')
    await enter(`/action-list?functionId=${functionId}`)
    await page.getByRole('link', { name: 'Editar: Excluir' }).click()
    await expect(page.getByLabel('Path')).toHaveValue('excluir')
    await checkAxe()
    await page.getByLabel('Status').selectOption('Inativo')
    await save(page)
    await expect(toast(page, 'Ação atualizada')).toBeVisible()
    await expect(row(page, 'Excluir')).toContainText('Inativo')
  })

  test('tells any other failure', async ({ page, portaria, enter }) => {
    const functionId = await idOf(portaria, '/relatorios')
    await enter(`/action-list?functionId=${functionId}`)
    await page.getByRole('link', { name: 'Editar: Exportar' }).click()
    await page.getByLabel('Nome').fill('Baixar')
    await page.route('**/api/function-action/*', (route) => route.abort())
    await save(page)
    await expect(toast(page, 'Erro inesperado.')).toBeVisible()
  })

  test('goes to the list of actions for an action below 1 or unknown', async ({
    page,
    portaria,
    enter,
  }) => {
    const functionId = await idOf(portaria, '/pedidos')
    await enter(`/action-form?actionId=0&functionId=${functionId}`)
    await expect(page).toHaveURL(new RegExp(`/action-list\\?functionId=${functionId}$`))
    await page.goto(`/action-form?actionId=999999&functionId=${functionId}`)
    await expect(toast(page, 'Erro inesperado')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/action-list\\?functionId=${functionId}$`))
    await page.goto('/action-form?actionId=0')
    await expect(page).toHaveURL(/\/function-list$/)
    await page.goto('/action-form')
    await expect(page).toHaveURL(/\/function-list$/)
  })
})
