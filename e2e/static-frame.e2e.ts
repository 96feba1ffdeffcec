/** The frame in the HTML page, which is painted before scripts and style sheets have arrived (decision 73). */
import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'

/** Holds back the files of a kind until the returned function is called. */
async function hold(page: Page, kind: 'css' | 'js'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/assets/*.${kind}`, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

for (const { path, heading } of [
  { path: '/auth', heading: 'Acesse sua conta' },
  { path: '/user-list', heading: 'Usuários' },
])
  test(`${path} paints its frame first, and renders the screen once all style sheets have arrived`, async ({
    page,
    enter,
  }) => {
    if (path !== '/auth') await enter('/api/health/live')
    const releaseScripts = await hold(page, 'js')
    const releaseStyles = await hold(page, 'css')
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('.static-header')).toHaveCSS('height', '64px')
    await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length > 0,
    )
    await expect(page.locator('link[rel="stylesheet"]')).toHaveCount(0)

    releaseScripts()
    const sheets = path === '/auth' ? 2 : 4
    await expect(page.locator('link[rel="stylesheet"]')).toHaveCount(sheets)
    await expect(page.locator('#root > *')).toHaveCount(0)
    await expect(page.locator('.static-frame')).toBeVisible()

    releaseStyles()
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    await expect(page.locator('.static-frame')).toHaveCount(0)
  })
