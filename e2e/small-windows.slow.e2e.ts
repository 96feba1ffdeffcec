/** Lists in small windows: zoomed in, on tablets and with touch. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { noRows, pager, row, rows, search, userBox } from './screen.ts'
import type { World } from './world.ts'

async function addProfiles(world: World, count: number) {
  const module = await world.module()
  const name = world.unique('Conciliação')
  for (let n = 0; n < count; n++) await world.profile(module.id, { name: `${name} ${n}` })
  return { module, name }
}

const fold = (page: Page) => page.getByRole('button', { name: /^Filtros/ })
const filters = (page: Page) => page.getByRole('group', { name: 'Filtros' }).getByRole('combobox')

async function expectTouchTarget(pressed: Locator) {
  await expect(pressed).toBeVisible()
  const { width = 0, height = 0 } = (await pressed.boundingBox()) ?? {}
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
}

/** Returns the visible text. Elements with their own layout are on separate lines. */
const shownText = (of: Locator) => of.innerText()

test('a list is usable zoomed in, by keyboard and on paper', async ({
  page,
  world,
  enter,
  checkAxe,
}) => {
  await test.step('at 200 % zoom two records of a list are visible, and its headers', async () => {
    const { name } = await addProfiles(world, 3)
    await page.setViewportSize({ width: 720, height: 450 })
    await enter(`/profile-list?search=${name}`)
    await expect(rows(page)).toHaveCount(3)
    for (const shown of ['0', '1'])
      await expect(row(page, `${name} ${shown}`)).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('columnheader', { name: 'Nome' })).toBeVisible()
    await checkAxe()
  })

  await test.step('filters collapse if rows are cards or the filters do not fit beside the search', async () => {
    const { name } = await addProfiles(world, 1)
    await follow(page, `/profile-list?search=${name}`)
    await page.setViewportSize({ width: 640, height: 768 })
    await expect(fold(page)).toBeVisible()
    await expect(filters(page)).toHaveCount(0)
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect(page.getByRole('button', { name: 'Mais filtros' })).toBeVisible()
    await expect(filters(page)).toHaveCount(1)
    await page.setViewportSize({ width: 1440, height: 768 })
    await expect(fold(page)).toBeHidden()
    const [box, last] = [await search(page).boundingBox(), await filters(page).last().boundingBox()]
    expect(last?.y).toBe(box?.y)
  })

  await test.step('the focus stays on the button for the last page, and moves from the clear button to the search', async () => {
    const { name } = await addProfiles(world, 7)
    await follow(page, `/profile-list?search=${name}&take=5`)
    const last = pager(page).getByRole('button', { name: 'Última página' })
    await expect(rows(page)).toHaveCount(5)
    await last.press('Enter')
    await expect(rows(page)).toHaveCount(2)
    await expect(last).toBeDisabled()
    await expect(last).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/page=2/)
    await follow(page, `/profile-list?search=${name} nenhum`)
    await expect(noRows(page)).toBeVisible()
    await expect(pager(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Limpar busca e filtros' }).press('Enter')
    await expect(rows(page).first()).toBeVisible()
    await expect(search(page)).toBeFocused()
  })

  await test.step('the printed list has its rows and no controls', async () => {
    const { name } = await addProfiles(world, 1)
    await follow(page, `/profile-list?search=${name}&status=1`)
    await expect(rows(page)).toHaveCount(1)
    await page.emulateMedia({ media: 'print' })
    await expect(rows(page)).toBeVisible()
    await expect(page.getByRole('main').locator('input:visible, select:visible')).toHaveCount(0)
    await expect(page.getByRole('group', { name: 'Altura das linhas' })).toBeHidden()
  })
})

test.describe('with touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  test('texts and touch targets', async ({ page, world, enter }) => {
    await test.step('marked hits stay part of their text', async () => {
      const module = await world.module()
      const name = world.unique('Zona de conciliação')
      const { service } = module
      await world.profile(module.id, { name })
      await enter(`/profile-list?search=zona serviço ${module.name}`)
      const link = page.getByRole('rowheader', { name }).getByRole('link')
      await expect(link.locator('mark').first()).toBeVisible()
      expect(await shownText(link)).toBe(name)
      const cell = page.getByRole('cell', { name: service.name })
      expect(await shownText(cell)).toBe(service.name)
    })

    await test.step('touch targets of the frame and above a list are 44 px high', async () => {
      const { name } = await addProfiles(world, 1)
      await follow(page, `/profile-list?search=${name}&sort=name`)
      await expect(rows(page)).toHaveCount(1)
      const main = page.getByRole('main')
      const banner = page.getByRole('banner')
      await userBox(page).click()
      for (const pressed of [
        banner.getByRole('button', { name: 'Abrir menu' }),
        banner.getByRole('link', { name: 'Gestão de Acesso' }),
        page.getByRole('menuitem', { name: 'Sessões ativas' }),
        main.getByRole('link', { name: 'Novo Perfil' }),
        fold(page),
      ])
        await expectTouchTarget(pressed)
      await page.keyboard.press('Escape')
      await fold(page).click()
      await expectTouchTarget(
        page
          .getByRole('dialog', { name: 'Filtros' })
          .getByRole('button', { name: 'Ordem crescente' }),
      )
    })
  })
})
