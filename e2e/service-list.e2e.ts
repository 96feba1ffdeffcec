import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { expectToFit, noRows, pager, place, row, rows, search } from './screen.ts'
import { longAgo, type World } from './world.ts'

const press = (page: Page, name: string) =>
  pager(page).getByRole('button', { name, exact: true }).click()

/** Creates services with a common prefix, numbered from 01, and returns the prefix. */
async function addServices(world: World, count: number): Promise<string> {
  const name = world.unique('Lote')
  for (let n = 1; n <= count; n++)
    await world.service({ name: `${name} ${String(n).padStart(2, '0')}` })
  return name
}

test.describe('/service-list', () => {
  test('pages, orders, searches and shows when it is empty', async ({
    page,
    world,
    enter,
    checkAxe,
  }) => {
    await test.step('pages by 10 by default, with disabled ends and the current page marked', async () => {
      const name = await addServices(world, 63)
      await enter(`/service-list?search=${name}`)
      await expect(page.getByRole('heading', { name: 'Serviços' })).toBeVisible()
      await expect(rows(page)).toHaveCount(10)
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
        await expect(rows(page)).toHaveCount(Number(size))
      }
    })

    await test.step('shows when nothing was found, and redirects a page beyond the last', async () => {
      const name = await addServices(world, 12)
      await follow(page, `/service-list?search=${name}&page=99&take=7&sort=nonsense`)
      await expect(page.getByText('11 a 12 de 12')).toBeVisible()
      await expect.poll(() => place(page)).toEqual({ page: '2', search: name })
      await search(page).fill('não há nada assim')
      await expect(noRows(page)).toBeVisible()
      await checkAxe()
    })

    await test.step('orders by each column and searches their values', async () => {
      const name = world.unique('Coluna')
      const [a, b, c] = [`${name} Alfa`, `${name} Beta`, `${name} Gama`]
      await world.service({ name: a, created_at: longAgo, updated_at: '2020-01-02T03:04:05Z' })
      await world.service({ name: b, created_at: '2018-05-06T12:00:00Z', active: false })
      await world.service({ name: c, created_at: '2018-06-07T12:00:00Z', updated_at: longAgo })
      await follow(page, `/service-list?search=${name}`)
      await expect(rows(page)).toHaveText([a, b, c])
      const cells = (of: string) => row(page, of).getByRole('cell')
      await expect(cells(a).nth(0)).toHaveText('04/03/2019 09:00:00')
      await expect(cells(a).nth(1)).toHaveText('02/01/2020 00:04:05')
      await expect(cells(b).nth(2)).toHaveText('Inativo')
      for (const { header, ascending } of [
        { header: 'Data de criação', ascending: [b, c, a] },
        { header: 'Data de atualização', ascending: [c, a, b] },
        { header: 'Status', ascending: [b, a, c] },
        { header: 'Nome', ascending: [a, b, c] },
      ]) {
        await page.getByRole('columnheader').getByRole('button', { name: header }).click()
        await expect(rows(page)).toHaveText(ascending)
        await page.getByRole('columnheader').getByRole('button', { name: header }).click()
        await expect(page.getByRole('columnheader', { name: header })).toHaveAttribute(
          'aria-sort',
          'descending',
        )
        await expect(rows(page).last()).toHaveText(ascending[0] ?? '')
      }
      for (const { searched, found, other } of [
        { searched: a.toLowerCase(), found: a, other: b },
        { searched: '06/05/2018', found: b, other: a },
        { searched: '02/01/2020', found: a, other: b },
        { searched: 'inativo', found: b, other: a },
      ]) {
        await follow(page, `/service-list?search=${searched}&sort=created_at`)
        await expect(row(page, found)).toBeVisible()
        await expect(row(page, other)).toHaveCount(0)
      }
    })
  })

  test('keeps its state in the URL', async ({ page, world, enter }) => {
    await test.step('keeps page, size, search and order over reload, back button and a shared link', async () => {
      const name = await addServices(world, 12)
      const searched = name.toUpperCase()
      await enter('/service-list')
      await page.getByRole('searchbox', { name: 'Buscar Serviço' }).fill(searched)
      await expect.poll(() => place(page)).toMatchObject({ search: searched })
      // A search orders by relevance until a column is selected.
      await page.getByRole('button', { name: 'Nome' }).click()
      await expect.poll(() => place(page)).toMatchObject({ sort: 'name', order: 'asc' })
      await page.getByRole('button', { name: 'Nome' }).click()
      await expect.poll(() => place(page)).toMatchObject({ sort: 'name', order: 'desc' })
      await page.getByLabel('Itens por página').selectOption('5')
      await expect.poll(() => place(page)).toMatchObject({ take: '5' })
      await press(page, 'Página 2')
      const left = { page: '2', take: '5', search: searched, sort: 'name', order: 'desc' }
      await expect.poll(() => place(page)).toEqual(left)
      const shown = ['07', '06', '05', '04', '03'].map((n) => `${name} ${n}`)
      await expect(rows(page)).toHaveText(shown)
      await page.reload()
      await expect(rows(page)).toHaveText(shown)
      await expect(search(page)).toHaveValue(searched)
      await expect(page.getByRole('columnheader', { name: 'Nome' })).toHaveAttribute(
        'aria-sort',
        'descending',
      )
      const other = await page.context().newPage()
      await other.goto(page.url())
      await expect(rows(other)).toHaveText(shown)
      const edit = row(page, `${name} 07`).getByRole('link', { name: `Editar: ${name} 07` })
      await edit.click()
      await expect(page.getByLabel('Nome')).toHaveValue(`${name} 07`)
      await page.goBack()
      await expect(rows(page)).toHaveText(shown)
      await edit.click()
      await page.getByRole('button', { name: 'Voltar' }).click()
      await expect.poll(() => place(page)).toEqual(left)
      await expect(rows(page)).toHaveText(shown)
      await page.goBack()
      await expect(page).toHaveURL(/\/service-form/)
      await page.goBack()
      await expect.poll(() => place(page)).toEqual(left)
      await page.goBack()
      await expect(page.getByText('1 a 5 de 12')).toBeVisible()
    })

    await test.step('a pending search is dropped when the list is left for another', async () => {
      const name = world.unique('Passagem')
      const { id } = await world.service({ name })
      await follow(page, `/service-list?search=${name}`)
      await expect(rows(page)).toHaveText([name])
      // Delays the next screen, so that the list is still shown when its search would start.
      const coming = Promise.withResolvers<undefined>()
      await page.route(/module-list-.*\.js$/, async (route) => {
        await coming.promise
        await route.continue()
      })
      await page.clock.install()
      const requested = page.waitForRequest(/module-list-.*\.js$/)
      await search(page).fill(name.toUpperCase())
      await page.getByRole('link', { name: `Módulos: ${name}` }).click()
      await requested
      await page.clock.runFor(1000)
      coming.resolve(undefined)
      await page.clock.resume()
      await expect(page.getByRole('heading', { name: 'Módulo' })).toBeVisible()
      expect(place(page)).toEqual({ serviceId: String(id) })
    })
  })

  test('retries a failed read, and fits a phone', async ({ page, world, enter, checkAxe }) => {
    await test.step('reports that it could not be read, and retries', async () => {
      const { name } = await world.service()
      await enter('/home')
      await page.route('**/api/service?**', (route) => route.abort())
      await page.route('**/api/service', (route) => route.abort())
      await follow(page, `/service-list?search=${name}`)
      await expect(page.getByText('Não foi possível carregar a lista.')).toBeVisible()
      await expect(page.getByRole('table')).toHaveCount(0)
      await checkAxe()
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Tentar novamente' }).click()
      await expect(row(page, name)).toBeVisible()
    })

    await test.step('shows its rows as sortable cards on a phone', async () => {
      const name = await addServices(world, 12)
      await page.setViewportSize({ width: 360, height: 740 })
      await follow(page, `/service-list?search=${name}`)
      await expect(page.getByLabel('Ordenar por')).toHaveValue('')
      await page.getByLabel('Ordenar por').selectOption('Nome')
      await page.getByRole('button', { name: /^Ordem crescente/ }).click()
      await expect(page).toHaveURL(/order=desc/)
      await expect(page.getByText(`${name} 12`)).toBeVisible()
      await page.getByLabel('Ordenar por').selectOption('Data de criação')
      await expect(page).toHaveURL(/sort=created_at/)
      await expectToFit(page, 360)
      await checkAxe()
    })
  })
})
