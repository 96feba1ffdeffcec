/** The frame in the HTML page, which is painted before scripts and style sheets have arrived (decision 73). */
import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'

/** The time after which the sign-in is shown without its options never passes. */
function neverGiveUp(): void {
  const start = window.setTimeout
  window.setTimeout = ((work: TimerHandler, delay?: number, ...rest: unknown[]) =>
    delay === 300 ? 0 : start(work, delay, ...rest)) as typeof window.setTimeout
}

test("the sign-in is shown together with 'Acesso Federado', so that its card does not grow", async ({
  page,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.addInitScript(neverGiveUp)
  await page.route('**/api/sign-in-options', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/sign-in-options')
  await page.goto('/auth')
  await asked
  await expect(page.locator('.static-frame')).toBeVisible()
  const heading = page.getByRole('heading', { name: 'Acesse sua conta' })
  await expect(heading).toHaveCount(0)
  release()
  await expect(heading).toBeVisible()
  expect(await page.getByRole('button', { name: 'Acesso Federado' }).count()).toBe(1)
})

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
