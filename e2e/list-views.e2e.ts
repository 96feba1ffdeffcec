import type { Page } from '@playwright/test'
import { consoleModuleId } from '../contract/constants.ts'
import { accessibilityFaults } from './accessibility.ts'
import { enterConsole, expect, test } from './console.ts'
import { answer, expectToFit, inLightAndDark, place, toast } from './screen.ts'

const views = (page: Page, name: string | RegExp = 'Visões') =>
  page.getByRole('main').getByRole('button', { name, exact: true })
const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name })

test('a view that a master user saves for the company is opened by a colleague on a telephone', async ({
  page,
  browser,
  portaria,
  world,
  enter,
}) => {
  const name = world.unique('Bloqueados e aguardando a pessoa responsável')
  const master = await world.master()
  await enter('/user-list?status=3', master.email)
  await test.step('the master user saves the filters as a view of the company', async () => {
    await views(page).click()
    await item(page, 'Salvar esta visão…').click()
    await page.getByLabel('Nome da visão').fill(name)
    await page.getByLabel('Para todos da empresa').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect(toast(page, 'Visão salva.')).toBeVisible()
    await expect(views(page, `Visão: ${name}`)).toBeFocused()
    expect(place(page)).toEqual({ status: '3', view: expect.any(String) })
  })
  await test.step('a colleague opens it, and cannot delete it', async () => {
    const { rows } = await portaria.sql.query<{ id: number; name: string }>(
      "select id, name from functions where module_id = $1 and url = '/user-list'",
      [consoleModuleId],
    )
    const { id: profileId } = await world.profile(consoleModuleId, {}, rows)
    const { email } = await world.visitor({
      moduleId: consoleModuleId,
      profileId,
      companies: [master.company],
    })
    const context = await browser.newContext({ locale: 'pt-BR' })
    const colleague = await context.newPage()
    await enterConsole(colleague, portaria.url, { email, path: '/user-list' })
    await views(colleague).click()
    await item(colleague, name).click()
    await expect(views(colleague, `Visão: ${name}`)).toBeVisible()
    expect(place(colleague)).toEqual(place(page))
    await views(colleague, `Visão: ${name}`).click()
    await expect(item(colleague, 'Salvar esta visão…')).toBeVisible()
    await expect(item(colleague, /^Excluir/)).toHaveCount(0)
    await context.close()
  })
  await test.step('the menu fits a telephone, in light and dark', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await inLightAndDark(page, 'the menu', async () => {
      await views(page, `Visão: ${name}`).click()
      await expect(item(page, name).first()).toBeVisible()
      await expectToFit(page, 360)
      expect(await accessibilityFaults(page, 'state')).toEqual([])
      await page.keyboard.press('Escape')
    })
  })
  await test.step('it is deleted after a question', async () => {
    await views(page, `Visão: ${name}`).click()
    await item(page, /^Excluir/).click()
    await answer(page, 'Deseja realmente excluir esta visão?', true)
    await expect(views(page)).toBeFocused()
    expect(place(page)).toEqual({ status: '3' })
  })
  await test.step('the deletion is undone with the keyboard, and the toast covers nothing at the end of the page', async () => {
    const undo = page.getByRole('button', { name: 'Desfazer', exact: true })
    await inLightAndDark(page, 'the toast', async () => {
      await expectToFit(page, 360)
      expect(await accessibilityFaults(page, 'state')).toEqual([])
    })
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const toastTop = (await page.getByRole('region', { name: 'Desfazer' }).boundingBox())?.y ?? 0
    const end = await page.getByRole('contentinfo').boundingBox()
    expect((end?.y ?? Infinity) + (end?.height ?? 0)).toBeLessThanOrEqual(toastTop)
    await page.keyboard.press('Control+z')
    await expect(views(page, `Visão: ${name}`)).toBeVisible()
    await expect(undo).toHaveCount(0)
  })
})
