/** Appearance of the product and of another brand (decision 74). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { chooseFromUserMenu, proofDialog, userBox } from './screen.ts'
import { startPortaria } from './portaria.ts'

const backgroundOf = (element: Locator) =>
  element.evaluate((node) => getComputedStyle(node).backgroundColor)
const submit = (page: Page) => page.getByRole('button', { name: 'Acessar', exact: true })
const welcome = (page: Page) => page.getByRole('complementary', { name: 'Sobre o portal' })

test('the sign-in page has a doorway beside the form from 900 px, and nothing moves', async ({
  page,
}) => {
  await page.addInitScript(() => {
    let shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && typeof entry.value === 'number') shift += entry.value
      document.documentElement.dataset['shift'] = String(shift)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.setViewportSize({ width: 1280, height: 640 })
  await page.goto('/auth')
  await expect(welcome(page)).toBeVisible()
  await expect(welcome(page)).toContainText('Uma só entrada para os sistemas da associação.')
  await expect(welcome(page)).not.toContainText('Precisa de ajuda?')
  const [doorway, form] = [await welcome(page).boundingBox(), await submit(page).boundingBox()]
  expect((doorway?.x ?? 0) + (doorway?.width ?? 0)).toBeLessThan(form?.x ?? 0)

  // The typeface has replaced the font of the system.
  await page.evaluate(() => document.fonts.ready)
  expect(
    await page.evaluate(() =>
      [...document.fonts].some(
        ({ family, status }) => family.includes('Hanken') && status === 'loaded',
      ),
    ),
  ).toBe(true)
  expect(
    Number(await page.evaluate(() => document.documentElement.dataset['shift'] ?? 0)),
  ).toBeLessThan(0.05)

  await page.setViewportSize({ width: 899, height: 640 })
  await expect(welcome(page)).toBeHidden()
  await expect(submit(page)).toBeVisible()
})

test('another brand has its name, logo, colour and help contact in light and dark', async ({
  page,
  checkAxe,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'portaria-brand-'))
  const logo = join(folder, 'logo.svg')
  writeFileSync(
    logo,
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 32"><path d="M0 0h80v32H0z" fill="#6d28d9"/></svg>',
  )
  const branded = await startPortaria({
    BRAND_NAME: 'Conexão Sul',
    BRAND_ACCENT: '#6d28d9',
    BRAND_LOGO: logo,
    HELP_CONTACT: 'ajuda@conexao.example',
  })
  try {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`${branded.url}/auth`)
    await expect(page).toHaveTitle('Acesse sua conta · Gestão de Acesso · Conexão Sul')
    await expect(page.getByRole('banner')).toContainText('Conexão Sul')
    await expect(welcome(page)).toContainText('Conexão Sul')
    await expect(
      welcome(page).getByRole('link', { name: 'ajuda@conexao.example' }),
    ).toHaveAttribute('href', 'mailto:ajuda@conexao.example')
    const shown = page.getByRole('banner').locator('img')
    expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect(await backgroundOf(submit(page))).toBe('rgb(109, 40, 217)')
    await checkAxe()

    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = await backgroundOf(submit(page))
    expect(dark).not.toBe('rgb(23, 123, 131)')
    expect(dark).toMatch(/^rgb\(\d+, \d+, \d+\)$/)
    await checkAxe()

    // On a telephone, help is below the form.
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(welcome(page)).toBeHidden()
    await expect(page.getByRole('link', { name: 'ajuda@conexao.example' })).toBeVisible()
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0)

    // The logo opened as a document is in a sandbox.
    const opened = await page.request.get(`${branded.url}/brand-logo`)
    expect(opened.headers()['content-security-policy']).toContain('sandbox')
  } finally {
    await branded.stop()
    rmSync(folder, { recursive: true })
  }
})

test('with forced colours, the current menu item, page and row height are selected', async ({
  page,
  enter,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await enter('/user-list')
  const selected = await page.evaluate(() => {
    const sample = document.body.appendChild(document.createElement('p'))
    sample.style.cssText = 'background: Highlight; forced-color-adjust: none'
    return getComputedStyle(sample).backgroundColor
  })
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Usuário', exact: true })).toHaveCSS(
    'background-color',
    selected,
  )
  await expect(menu.getByRole('link', { name: 'Perfil' })).not.toHaveCSS(
    'background-color',
    selected,
  )
  const [on, off] = [page.locator('[aria-pressed="true"]'), page.locator('[aria-pressed="false"]')]
  await expect(on.first()).toHaveCSS('background-color', selected)
  await expect(off.first()).not.toHaveCSS('background-color', selected)
  await expect(page.locator('main button[aria-current="page"]')).toHaveCSS(
    'background-color',
    selected,
  )
})

test('with forced colours, a tick, initials and a dialog are visible', async ({ page, enter }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await enter('/user-list')
  const [ink, ground] = await page.evaluate(() => {
    const sample = document.body.appendChild(document.createElement('p'))
    sample.style.cssText = 'color: CanvasText; background: Canvas; forced-color-adjust: none'
    const { color, backgroundColor } = getComputedStyle(sample)
    return [color, backgroundColor] as const
  })
  expect(ink).not.toBe(ground)
  await page.getByRole('checkbox').first().check()
  await expect(page.locator('.mantine-Checkbox-icon').first()).toHaveCSS('color', ink)

  await chooseFromUserMenu(page, 'Minha conta')
  await expect(userBox(page)).toHaveAttribute('aria-current')
  await expect(userBox(page).locator('[aria-hidden]').first()).toHaveCSS(
    'background-color',
    'rgba(0, 0, 0, 0)',
  )
  await page.getByRole('button', { name: 'Gerar códigos' }).click()
  await expect(proofDialog(page)).toHaveCSS('border-top-width', '1px')
})
