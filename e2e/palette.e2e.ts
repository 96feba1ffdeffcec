/** The palette: search and navigation from any screen (issue 9, point 20). */
import type { Page } from '@playwright/test'
import { exampleModuleId } from '../database/demo/demo-modules.ts'
import { expect, test } from './console.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Busca rápida' })
const group = (page: Page, name: string) => palette(page).getByRole('group', { name })

async function open(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Buscar', exact: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
}

test('the palette opens a record, and enters a permitted module in its own window', async ({
  page,
  portaria,
  world,
  enter,
}) => {
  const { id, name, service } = await world.module()
  const person = await world.administrator()
  const { email, company } = person
  await world.grantModule(person, company.id, exampleModuleId)
  await enter('/home', email)
  await open(page)
  await page.keyboard.type(name.toUpperCase())
  await expect(group(page, 'Módulos').getByRole('option')).toHaveText([`${name}${service.name}`])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(
    new RegExp(`/module-edit\\?id=${id}&serviceId=${service.id}&tab=summary$`),
  )
  await expect(page.getByRole('main').getByText(name, { exact: true }).first()).toBeVisible()

  await open(page)
  await page.keyboard.type('entrar exemplo')
  await expect(group(page, 'Acessar módulo').getByRole('option')).toHaveCount(1)
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('Enter')
  const module = await opened
  await expect(module.getByText(company.name)).toBeVisible()
  expect(module.url().startsWith(portaria.moduleUrl)).toBe(true)
})

test('the palette is not loaded by the sign-in page', async ({ page }) => {
  const loaded: string[] = []
  page.on('response', (response) => loaded.push(response.url()))
  await page.goto('/auth', { waitUntil: 'networkidle' })
  expect(loaded.some((url) => url.includes('/assets/start'))).toBe(true)
  expect(loaded.filter((url) => /palette|spotlight|portal|console/i.test(url))).toEqual([])
  await expect(page.getByRole('button', { name: 'Buscar', exact: true })).toHaveCount(0)
})
