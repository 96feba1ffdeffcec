import type { Page } from '@playwright/test'
import { answer, confirmIdentity, expect, row, save, test, toast } from './console.ts'

const nothing = 'Nenhum resultado encontrado para os critérios de pesquisa.'
const unsaved = 'Há alterações não salvas. Deseja sair sem salvar?'
const cancelled = 'Deseja realmente cancelar a operação?'
const pager = (page: Page) => page.getByRole('navigation', { name: 'Paginação' })
const press = (page: Page, name: string) =>
  pager(page).getByRole('button', { name, exact: true }).click()
const names = (page: Page) => page.getByRole('rowheader').allInnerTexts()

const place = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

async function fill(page: Page, name: string, description = 'Criado por um teste.'): Promise<void> {
  await page.getByLabel('Nome').fill(name)
  await page.getByLabel('Descrição').fill(description)
}

test.describe('/service-list', () => {
  test.beforeAll(async ({ portaria }) => {
    await portaria.sql.query(`insert into services (name, description)
      select 'Lote ' || lpad(n::text, 3, '0'), 'Para encher a lista' from generate_series(1, 63) n on conflict do nothing`)
  })

  test('pages by 10 at first, with the ends disabled and the current page marked', async ({
    page,
    enter,
    checkAxe,
  }) => {
    await enter('/service-list?search=lote')
    await expect(page.getByRole('heading', { name: 'Serviços' })).toBeVisible()
    await expect(page.getByRole('rowheader')).toHaveCount(10)
    await expect(page.getByText('1 a 10 de 63')).toBeVisible()
    await expect(pager(page).getByRole('button', { name: 'Primeira página' })).toBeDisabled()
    await expect(pager(page).getByRole('button', { name: 'Página anterior' })).toBeDisabled()
    await checkAxe()
    await press(page, 'Próxima página')
    await expect(pager(page).getByRole('button', { name: 'Página 2' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await press(page, 'Última página')
    await expect(page.getByText('61 a 63 de 63')).toBeVisible()
    await expect(pager(page).getByRole('button', { name: 'Próxima página' })).toBeDisabled()
    await expect(pager(page).getByRole('button', { name: 'Última página' })).toBeDisabled()
    await press(page, 'Página 5')
    await expect(page.getByText('41 a 50 de 63')).toBeVisible()
    await press(page, 'Página anterior')
    await expect(page.getByText('31 a 40 de 63')).toBeVisible()
    await press(page, 'Primeira página')
    await expect(page.getByText('1 a 10 de 63')).toBeVisible()
    for (const size of ['5', '20', '50']) {
      await page.getByLabel('Itens por página').selectOption(size)
      await expect(page.getByRole('rowheader')).toHaveCount(Number(size))
    }
  })

  test('keeps page, size, search and order over reload, the way back and a shared link', async ({
    page,
    enter,
  }) => {
    await enter('/service-list')
    await page.getByRole('searchbox', { name: 'Buscar Serviço' }).fill('LOTE 0')
    await expect(page).toHaveURL(/search=LOTE\+0/)
    await page.getByRole('button', { name: 'Nome' }).click()
    await page.getByLabel('Itens por página').selectOption('5')
    await press(page, 'Página 2')
    const left = { page: '2', take: '5', search: 'LOTE 0', sort: 'name', order: 'desc' }
    await expect.poll(() => place(page)).toEqual(left)
    await expect(page.getByRole('rowheader', { name: 'Lote 058' })).toBeVisible()
    const shown = await names(page)
    await page.reload()
    await expect.poll(() => names(page)).toEqual(shown)
    await expect(page.getByRole('searchbox')).toHaveValue('LOTE 0')
    await expect(page.getByRole('columnheader', { name: 'Nome' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
    await row(page, 'Lote 058').getByRole('link', { name: 'Editar: Lote 058' }).click()
    await expect(page.getByLabel('Nome')).toHaveValue('Lote 058')
    await page.goBack()
    await expect.poll(() => names(page)).toEqual(shown)
    await row(page, 'Lote 058').getByRole('link', { name: 'Editar: Lote 058' }).click()
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await answer(page, cancelled, true)
    await expect.poll(() => place(page)).toEqual(left)
    await page.goBack()
    await page.goBack()
    await page.goBack()
    await expect(page.getByText('1 a 5 de')).toBeVisible()
  })

  test('says that nothing was found, and leads a page that is no more to the last', async ({
    page,
    enter,
    checkAxe,
  }) => {
    await enter('/service-list?search=lote&page=99&take=7&sort=nonsense')
    await expect(page.getByText('61 a 63 de 63')).toBeVisible()
    await expect.poll(() => place(page)).toEqual({ page: '7', search: 'lote' })
    await page.getByRole('searchbox').fill('não há nada assim')
    await expect(page.getByRole('status').filter({ hasText: nothing })).toBeVisible()
    await checkAxe()
  })

  test('orders by each column and finds by what each shows', async ({ page, portaria, enter }) => {
    await portaria.sql
      .query(`insert into services (name, description, active, created_at, updated_at)
      values ('Antigo', 'Um', false, '2019-03-04T12:00:00Z', '2019-03-04T12:00:00Z'), ('Mudado', 'Dois', true, '2019-03-05T12:00:00Z', '2020-01-02T03:04:05Z')`)
    await enter('/service-list')
    await page.getByRole('button', { name: 'Data de criação' }).click()
    await expect(row(page, 'Antigo').getByRole('cell').first()).toHaveText('04/03/2019 09:00:00')
    await expect(row(page, 'Antigo').getByRole('cell').nth(1)).toHaveText('')
    await expect(row(page, 'Antigo')).toContainText('Inativo')
    await expect(row(page, 'Mudado').getByRole('cell').nth(1)).toHaveText('02/01/2020 00:04:05')
    await page.getByRole('searchbox').fill('04/03/2019')
    await expect(page.getByRole('rowheader')).toHaveText(['Antigo'])
    await page.getByRole('searchbox').fill('inativo')
    await expect(page.getByRole('rowheader')).toHaveText(['Antigo'])
    await portaria.sql.query(`delete from services where name in ('Antigo', 'Mudado')`)
  })

  test('says that it could not be read, and tries again', async ({ page, enter, checkAxe }) => {
    await enter('/home')
    await page.route('**/api/service?**', (route) => route.abort())
    await page.route('**/api/service', (route) => route.abort())
    await page.goto('/service-list')
    await expect(page.getByText('Não foi possível carregar a lista.')).toBeVisible()
    await expect(page.getByRole('table')).toHaveCount(0)
    await checkAxe()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await expect(row(page, 'Credenciamento')).toBeVisible()
  })

  test('shows its rows as cards on a telephone, which can be ordered too', async ({
    page,
    enter,
    checkAxe,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await enter('/service-list?search=lote')
    await page.getByRole('button', { name: /^Ordem crescente/ }).click()
    await expect(page).toHaveURL(/order=desc/)
    await expect(page.getByText('Lote 063')).toBeVisible()
    await page.getByLabel('Ordenar por').selectOption('Data de criação')
    await expect(page).toHaveURL(/sort=created_at/)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(360)
    await checkAxe()
  })
})

test.describe('/service-form', () => {
  test('creates a service, tells it and goes back to the list after a second', async ({
    page,
    enter,
    checkAxe,
  }) => {
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
    await fill(page, 'Roaming')
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Serviço cadastrado')).toBeVisible()
    await expect(page).toHaveURL(/\/service-list$/)
    // Other tests fill the list: the new one need not be on its first page.
    await page.getByRole('searchbox', { name: 'Buscar Serviço' }).fill('roaming')
    await expect(row(page, 'Roaming')).toBeVisible()
  })

  test('warns of a name that exists, whatever its case, and keeps what was typed', async ({
    page,
    enter,
    checkAxe,
  }) => {
    await enter('/service-form')
    await fill(page, '  credenciamento ')
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Nome já existe')).toBeVisible()
    await expect(page.getByLabel('Nome')).toHaveAccessibleDescription('Nome já existe')
    await expect(page.getByLabel('Nome')).toBeFocused()
    await expect(page.getByLabel('Descrição')).toHaveValue('Criado por um teste.')
    await checkAxe()
  })

  test('updates a service and its status', async ({ page, portaria, enter, checkAxe }) => {
    await portaria.sql.query(`insert into services (name, description) values ('Cobrança', 'Um')`)
    await enter('/service-list?search=cobran')
    await page.getByRole('link', { name: 'Editar: Cobrança' }).click()
    await expect(page.getByRole('heading', { name: 'Atualização de Serviço' })).toBeVisible()
    await checkAxe()
    await page.getByLabel('Status').selectOption('Inativo')
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Serviço atualizado')).toBeVisible()
    await expect(row(page, 'Cobrança')).toContainText('Inativo')
  })

  test('tells that it was not saved, for whatever other reason', async ({ page, enter }) => {
    await enter('/service-form?id=1')
    await page.getByLabel('Status').selectOption('Inativo')
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Erro ao atualizar serviço')).toBeVisible()
    await expect(page.getByLabel('Status')).toHaveAccessibleDescription(
      'A própria Gestão de Acesso é deste serviço: ele não pode ser inativado.',
    )
    await page.reload()
    await page.getByLabel('Descrição').fill('Outra')
    await page.route('**/api/service/1', (route) => route.abort())
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Erro ao atualizar serviço')).toBeVisible()
    await expect(page.getByLabel('Descrição')).toHaveValue('Outra')
  })

  for (const id of ['2000000000', '0', 'x']) {
    test(`says that service ${id} can't be read and goes back to the list`, async ({
      page,
      enter,
    }) => {
      await enter(`/service-form?id=${id}`)
      await expect(toast(page, 'Erro inesperado')).toBeVisible()
      await expect(page).toHaveURL(/\/service-list$/)
    })
  }

  test('asks before it is left: by Cancelar, by a link, by the way back, by closing', async ({
    page,
    enter,
    checkAxe,
  }) => {
    await enter('/service-list')
    await page.getByRole('link', { name: 'Novo Serviço' }).click()
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await checkAxe()
    await answer(page, cancelled, false)
    await expect(page.getByRole('heading', { name: 'Cadastro de Serviço' })).toBeVisible()
    await fill(page, 'Pela metade')
    await page.getByRole('link', { name: 'Função' }).click()
    await answer(page, unsaved, false)
    await expect(page.getByLabel('Nome')).toHaveValue('Pela metade')
    await page.goBack()
    await answer(page, unsaved, false)
    await expect(page).toHaveURL(/\/service-form$/)
    await expect(page.getByLabel('Nome')).toHaveValue('Pela metade')
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
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

  test('tells the second of two administrators, and loses nothing of what they typed', async ({
    page,
    portaria,
    enter,
    checkAxe,
  }) => {
    await portaria.sql.query(`insert into services (name, description) values ('Disputado', 'Um')`)
    await enter('/service-list?search=disputado')
    await page.getByRole('link', { name: 'Editar: Disputado' }).click()
    await expect(page.getByLabel('Nome')).toHaveValue('Disputado')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByLabel('Descrição').fill('Da primeira')
    await other.getByLabel('Status').selectOption('Inativo')
    await save(other)
    await confirmIdentity(other)
    await expect(toast(other, 'Serviço atualizado')).toBeVisible()

    await page.getByLabel('Descrição').fill('Da segunda')
    await save(page)
    await confirmIdentity(page)
    const told = page
      .getByRole('alert')
      .filter({ hasText: 'Outra pessoa alterou este registro. Recarregue e tente novamente.' })
    await expect(told).toBeVisible()
    await checkAxe()
    await told.getByRole('button', { name: 'Recarregar' }).click()
    await expect(page.getByLabel('Status')).toHaveValue('0')
    await expect(page.getByLabel('Descrição')).toHaveValue('Da segunda')
    await expect(page.getByLabel('Descrição')).toHaveAccessibleDescription(
      'Outra pessoa também alterou este campo. Confira antes de salvar.',
    )
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Serviço atualizado')).toBeVisible()
    const { rows } = await portaria.sql.query(
      `select description, active from services where name = 'Disputado'`,
    )
    expect(rows).toEqual([{ description: 'Da segunda', active: false }])
  })

  test('works by keyboard alone, from the list to the saved record', async ({ page, enter }) => {
    await enter('/service-list')
    await page.getByRole('link', { name: 'Novo Serviço' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Cadastro de Serviço' })).toBeVisible()
    await page.getByLabel('Nome').focus()
    await page.keyboard.type('Só teclado')
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
})

test.describe('who may', () => {
  test('shows to whom may only read no buttons that write', async ({ page, enter }) => {
    await enter('/function-list', 'master@portaria.example')
    await expect(page.getByRole('heading', { name: 'Função' })).toBeVisible()
    await expect(page.getByRole('status')).toBeAttached()
    await expect(page.getByRole('link', { name: 'Nova Função' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^Editar/ })).toHaveCount(0)
    await page.goto('/service-list')
    await expect(page).toHaveURL(/\/unallowed$/)
  })
})
