/** Runs both accessibility checkers on every screen of the router, with real records, in light and dark. */
import type { Page } from '@playwright/test'
import { accessibilityFaults } from './accessibility.ts'
import { expect, test } from './console.ts'
import { paths, removeVisits, visits, waitUntilLoaded } from './every-screen.ts'

test.afterEach(({ portaria }) => removeVisits(portaria))

test('every screen of the router passes both checkers, in light and dark', async ({
  page,
  portaria,
  enter,
}) => {
  test.setTimeout(600_000)
  const all = await visits(portaria)
  expect(Object.keys(all).toSorted()).toEqual(paths.toSorted())
  // Never respond to the sign-out request, so that its screen stays visible.
  await page.route('**/api/user/invalidate-token', () => undefined)
  await enter('/home')
  const faults: Record<string, string[]> = {}
  // Signing out comes last.
  const inOrder = paths.toSorted((one, other) => +(one === '/logout') - +(other === '/logout'))
  for (const path of [...inOrder.slice(0, -1), '/nenhuma-tela', ...inOrder.slice(-1)]) {
    const [search, text] = all[path] ?? ['', 'Página não encontrada']
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`${path}?${search}`)
    await waitUntilLoaded(page, text)
    const light = await accessibilityFaults(page, 'whole')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    const dark = await accessibilityFaults(page, 'colours')
    if (light.length + dark.length > 0) faults[path] = [...light, ...dark]
  }
  expect(faults).toEqual({})
})

/** Navigates like a link, without reloading the page. */
const follow = (page: Page, href: string) =>
  page.evaluate((to) => history.pushState({}, '', to), href)

/** Returns where the focus is: in the screen, in a dialog, or else the name of the focused element. */
const focusOf = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.closest('main, [role=dialog]') ? 'screen' : activeElement?.tagName
  })

test('every screen takes the focus when it opens, so that Tab continues from there', async ({
  page,
  portaria,
  enter,
}) => {
  test.setTimeout(300_000)
  const all = await visits(portaria)
  await enter('/home')
  await waitUntilLoaded(page, 'Olá')
  const left: Record<string, string | undefined> = {}
  // The screens of the sign-in redirect signed-in users, `/logout` signs out, and `/home` is where the test starts.
  const others = new Set(['/home', '/auth', '/reset_password', '/logout'])
  for (const path of paths.filter((each) => !others.has(each))) {
    const [search, text] = all[path] ?? ['', '']
    await page.evaluate(
      () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
    )
    await follow(page, `${path}?${search}`)
    await expect.poll(() => focusOf(page), path).toBe('screen')
    // The focus must also survive the replacement of the loading state.
    await waitUntilLoaded(page, text)
    const focused = await focusOf(page)
    if (focused !== 'screen') left[path] = focused
  }
  expect(left).toEqual({})
})
