import { expect, type Page } from '@playwright/test'

/**
 * Navigates like a link, without reloading the page, and waits until the previous screen is removed. Closes toasts and
 * discards unsaved input, even if the next screen is the same. Lists keep their state: saving a form returns to the
 * list with the search that was last shown there.
 */
export async function follow(page: Page, path: string): Promise<void> {
  await closeToasts(page)
  // Go through another screen, because the current screen can be the target, or already have its URL.
  if (new URL(page.url()).pathname !== '/status') await leaveFor(page, '/status')
  if (path !== '/status') await leaveFor(page, path)
}

/** Closes all toasts and waits until they are gone, so that none is mistaken for a later one. */
export async function closeToasts(page: Page): Promise<void> {
  const toasts = page.getByRole('button', { name: 'Fechar aviso' })
  await toasts.evaluateAll((buttons: HTMLElement[]) => {
    for (const each of buttons) each.click()
  })
  await expect(toasts).toHaveCount(0)
}

const leaveFor = (page: Page, path: string) =>
  page.evaluate(async (to) => {
    const left = document.querySelector('main h1')
    history.pushState({}, '', to)
    const { pathname } = location
    // A redirect can return to the screen that is still shown.
    const isThere = () => left?.isConnected === true && location.pathname === pathname
    // After a redirect, /status may still be the visible screen that the navigation started from.
    if (to === '/status' && left?.textContent === 'Sua sessão') return
    while (isThere()) await new Promise(requestAnimationFrame)
  }, path)
