import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { takeNext } from './keyboard.ts'
import { expectToFit, noRows, place, row, rows, search, menu } from './screen.ts'

const select = (page: Page, label: string) =>
  page.getByRole('group', { name: 'Filtros' }).getByRole('combobox', { name: label, exact: true })
const chip = (page: Page, text: string) =>
  page.getByRole('button', { name: `Remover filtro: ${text}`, exact: true })
const chips = (page: Page) => page.getByRole('list', { name: 'Filtros ativos' })

/** Options of a record filter. */
const options = (page: Page) => page.getByRole('listbox').getByRole('option')

/** Selects a record by typing its unique name. */
async function filterBy(page: Page, label: string, name: string): Promise<void> {
  await select(page, label).click()
  await expect(options(page).nth(1)).toBeVisible()
  await select(page, label).fill(name)
  await expect(options(page)).toHaveText([name])
  await options(page).click()
}

/** Simulates entering the console through a module of this service. */
const enterThrough = (page: Page, { id }: { id: number }) =>
  page.evaluate((service) => localStorage.setItem('currentService', service), String(id))

test.describe('filters of a list', () => {
  test('of an administrator are selected, kept in the URL and removed', async ({
    page,
    world,
    enter,
  }) => {
    await test.step('combine with the search, and survive reload, link and back button', async () => {
      const [one, other] = [await world.module(), await world.module()]
      const name = world.unique('Filtrada')
      const active = await world.function(one.id, { name: `${name} A`, url: '/a' })
      const off = await world.function(one.id, { name: `${name} B`, url: '/b', active: false })
      await world.function(other.id, { name: `${name} C`, url: '/c' })
      await enter(`/function-list?search=${name}&page=1`)
      await expect(rows(page)).toHaveCount(3)
      await filterBy(page, 'Módulo', one.name)
      await expect.poll(() => place(page)).toEqual({ search: name, module_id: String(one.id) })
      await expect(rows(page)).toHaveText([active.name, off.name])
      await select(page, 'Status').selectOption('Ativo')
      await expect(rows(page)).toHaveText([active.name])
      expect(place(page)).toEqual({ search: name, module_id: String(one.id), status: '1' })
      await expect(chips(page).getByRole('listitem')).toHaveText([
        `Remover filtro: Módulo: ${one.name}`,
        'Remover filtro: Status: Ativo',
      ])
      await page.reload()
      await expect(rows(page)).toHaveText([active.name])
      await expect(select(page, 'Módulo')).toHaveValue(one.name)
      const shared = await page.context().newPage()
      await shared.goto(page.url())
      await expect(rows(shared)).toHaveText([active.name])
      await expect(chip(shared, `Módulo: ${one.name}`)).toBeVisible()
      await shared.close()
      await page.goBack()
      await expect(rows(page)).toHaveText([active.name, off.name])
      await expect(chip(page, 'Status: Ativo')).toHaveCount(0)
    })

    await test.step('are removed one by one by keyboard, and the focus moves to the next one', async () => {
      const module = await world.module()
      const { name } = await world.function(module.id, { name: world.unique('Teclada'), url: '/a' })
      await follow(
        page,
        `/function-list?search=${name}&service_id=${module.service.id}&module_id=${module.id}&status=1`,
      )
      await expect(rows(page)).toHaveText([name])
      await chip(page, `Módulo: ${module.name}`).focus()
      await page.keyboard.press('Enter')
      await expect(chip(page, `Módulo: ${module.name}`)).toHaveCount(0)
      await expect(chip(page, 'Status: Ativo')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(chip(page, `Serviço: ${module.service.name}`)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(chips(page).getByRole('listitem')).toHaveCount(0)
      await expect(search(page)).toBeFocused()
      expect(place(page)).toEqual({ search: name })
    })

    await test.step('select a module of the selected service, also by keyboard; another service clears the module', async () => {
      const [one, other] = [await world.module(), await world.module()]
      await follow(page, `/function-list?service_id=${one.service.id}&page=3`)
      await expect(chip(page, `Serviço: ${one.service.name}`)).toBeVisible()
      await select(page, 'Módulo').focus()
      await expect(options(page)).toHaveText(['Todos os módulos', one.name])
      await page.keyboard.type(one.name)
      await expect(options(page)).toHaveText([one.name])
      await takeNext(page)
      await expect
        .poll(() => place(page))
        .toEqual({ service_id: String(one.service.id), module_id: String(one.id) })
      await filterBy(page, 'Serviço', other.service.name)
      await expect.poll(() => place(page)).toEqual({ service_id: String(other.service.id) })
    })

    await test.step('drop URL values that the contract refuses', async () => {
      const { name } = await world.service()
      await page.goto(`/service-list?search=${name}&status=9&order=up`)
      await expect(rows(page)).toHaveText([name])
      await expect.poll(() => place(page)).toEqual({ search: name })
      await expect(chips(page).getByRole('listitem')).toHaveCount(0)
    })

    await test.step('are in a dialog on a phone, behind a button with their number', async () => {
      const module = await world.module()
      const profile = await world.profile(module.id)
      await page.setViewportSize({ width: 360, height: 740 })
      await follow(page, `/profile-list?module_id=${module.id}&accredit_id=0`)
      await expect(page.getByText(profile.name)).toBeVisible()
      const dialog = page.getByRole('dialog', { name: 'Filtros' })
      const status = dialog.getByRole('combobox', { name: 'Status', exact: true })
      await expect(status).toBeHidden()
      await page.getByRole('button', { name: 'Filtros (2)' }).press('Enter')
      await expect(status).toBeVisible()
      await expectToFit(page, 360)
      await status.selectOption('Excluído')
      await dialog.getByRole('button', { name: 'Ver resultados' }).press('Enter')
      await expect(page.getByRole('button', { name: 'Filtros (3)' })).toBeFocused()
      await expect(chip(page, 'Criado por: Administrador')).toBeVisible()
      await expect(noRows(page)).toBeVisible()
      await page.getByRole('button', { name: 'Limpar busca e filtros' }).click()
      await expect(page.getByRole('button', { name: 'Filtros', exact: true })).toBeVisible()
    })
  })
})

test.describe('the service filter of users who are not administrators', () => {
  test('starts with the service of entry, unless the URL names another', async ({
    page,
    world,
    enter,
  }) => {
    await test.step('starts with the service of entry, and profiles of another service can be found', async () => {
      const { email, company } = await world.master()
      const [entered, other, unrelated] = [
        await world.module(),
        await world.module(),
        await world.module(),
      ]
      for (const { id } of [entered, other])
        await world.build.plan({ companyId: company.id, moduleId: id })
      const name = world.unique('Perdido')
      const ofEntered = await world.profile(entered.id, {
        name: `${name} A`,
        company_id: company.id,
      })
      const ofOther = await world.profile(other.id, { name: `${name} B`, company_id: company.id })
      await enter('/home', email)
      await enterThrough(page, entered.service)
      const initial = { service_id: String(entered.service.id) }
      await menu(page).getByRole('link', { name: 'Perfil', exact: true }).click()
      await expect.poll(() => place(page)).toEqual(initial)
      await page.goBack()
      await expect(page).toHaveURL(/\/home$/)
      await page.goto(`/profile-list?search=${name}`)
      await expect(rows(page)).toHaveText([ofEntered.name])
      await expect.poll(() => place(page)).toEqual({ search: name, ...initial })
      await filterBy(page, 'Serviço', other.service.name)
      await expect
        .poll(() => place(page))
        .toEqual({ search: name, service_id: String(other.service.id) })
      await expect(rows(page)).toHaveText([ofOther.name])
      await select(page, 'Serviço').click()
      await expect(options(page).filter({ hasText: unrelated.service.name })).toHaveCount(0)
      await options(page).filter({ hasText: 'Todos os serviços' }).click()
      await expect(rows(page)).toHaveText([ofEntered.name, ofOther.name])
      await page.reload()
      await expect(rows(page)).toHaveText([ofEntered.name, ofOther.name])
      await expect(select(page, 'Serviço')).toHaveValue('Todos os serviços')
      await page.goto(`/profile-list?search=xyzzy&service_id=${entered.service.id}`)
      await expect(noRows(page)).toBeVisible()
      await page.getByRole('button', { name: 'Limpar busca e filtros' }).click()
      await expect.poll(() => place(page)).toEqual({ service_id: 'all' })
      for (const { name: shown } of [ofEntered, ofOther])
        await expect(row(page, shown)).toBeVisible()
    })

    await test.step('does not hide the profiles of a module in another service that the URL names', async () => {
      const { email, company } = await world.master()
      const [entered, other] = [await world.module(), await world.module()]
      for (const { id } of [entered, other])
        await world.build.plan({ companyId: company.id, moduleId: id })
      const { name } = await world.profile(other.id, { company_id: company.id })
      await enter('/home', email)
      await enterThrough(page, entered.service)
      await page.goto(`/profile-list?module_id=${other.id}`)
      await expect(rows(page)).toHaveText([name])
      expect(place(page)).toEqual({ module_id: String(other.id) })
    })
  })
})

test.describe('search of a list', () => {
  test('finds, marks hits and is cleared', async ({ page, world, enter, checkAxe }) => {
    await test.step('finds all words in any order, marks them, and lists hits in names first', async () => {
      const module = await world.module()
      const word = world.unique('Ordenação').replace(' ', '')
      await world.function(module.id, { name: 'Aberta de pedidos', url: `/${word}` })
      await world.function(module.id, { name: `Zelo de ${word} e pedidos`, url: '/zelo' })
      await enter('/function-list')
      const typed = `PEDIDOS ${word.replace('ç', 'c').toLowerCase()}`
      await search(page).fill(typed)
      await expect(rows(page)).toHaveText([`Zelo de ${word} e pedidos`, 'Aberta de pedidos'])
      const marks = row(page, `Zelo de ${word} e pedidos`).locator('mark')
      await expect(marks).toHaveText([word, 'pedidos'])
      await expect(row(page, 'Aberta de pedidos').locator('mark')).toHaveText(['pedidos', word])
      await expect(page.getByRole('columnheader', { name: 'Nome' })).toHaveAttribute(
        'aria-sort',
        'none',
      )
      await checkAxe()
      await page.getByRole('columnheader').getByRole('button', { name: 'Nome' }).click()
      await expect(rows(page)).toHaveText(['Aberta de pedidos', `Zelo de ${word} e pedidos`])
    })

    await test.step('marks hits in the status, and nothing in columns that it does not search', async () => {
      const { name } = await world.service({ name: world.unique('Parado'), active: false })
      await follow(page, `/service-list?search=${name} INATIVO`)
      await expect(row(page, name).locator('mark').last()).toHaveText('Inativo')
      const { company } = await world.master()
      const module = await world.module()
      const profile = await world.profile(module.id, {
        name: world.unique('Admin'),
        company_id: company.id,
      })
      await follow(page, `/profile-list?search=${profile.name}`)
      await expect(
        row(page, profile.name).getByRole('rowheader').locator('mark').first(),
      ).toHaveText('Admin')
      const shownTo = row(page, profile.name).getByRole('cell', { name: 'Admin', exact: true })
      await expect(shownTo).toBeVisible()
      await expect(shownTo.locator('mark')).toHaveCount(0)
    })

    await test.step('is cleared by its button, and together with the filters from an empty list', async () => {
      const { name } = await world.service({ active: false })
      await follow(page, `/service-list?search=${name}`)
      await expect(rows(page)).toHaveText([name])
      await page.getByRole('button', { name: 'Limpar busca' }).press('Enter')
      await expect(search(page)).toHaveValue('')
      await expect(search(page)).toBeFocused()
      await expect.poll(() => place(page)).toEqual({})
      await expect(page.getByRole('button', { name: 'Limpar busca' })).toHaveCount(0)
      await follow(page, `/service-list?search=${name}&status=1&sort=created_at`)
      await expect(noRows(page)).toBeVisible()
      await page.getByRole('button', { name: 'Limpar busca e filtros' }).click()
      await expect(rows(page).first()).toBeVisible()
      await expect(search(page)).toHaveValue('')
      expect(place(page)).toEqual({ sort: 'created_at' })
      await page.goBack()
      await expect(noRows(page)).toBeVisible()
    })

    await test.step('an administrator starts with every service', async () => {
      const [entered, other] = [await world.module(), await world.module()]
      const name = world.unique('Espalhada')
      await world.function(entered.id, { name: `${name} A`, url: '/a' })
      await world.function(other.id, { name: `${name} B`, url: '/b' })
      await follow(page, '/home')
      await enterThrough(page, entered.service)
      await page.goto(`/function-list?search=${name}`)
      await expect(rows(page)).toHaveText([`${name} A`, `${name} B`])
      expect(place(page)).toEqual({ search: name })
      await expect(chips(page).getByRole('listitem')).toHaveCount(0)
    })
  })
})
