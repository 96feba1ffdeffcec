import { expect, type Page } from '@playwright/test'

/**
 * Comes to an address as a link leads there, without loading the page anew, once the screen before is gone. Nothing of
 * that one is taken for what is shown on the next: its messages are closed, and what was typed goes with it, also where
 * it is the same screen. Only the place of a list is kept, as a person would have it: who saves a form comes back to the list
 * with the search that it was left with, until the list was followed to without one.
 */
export async function follow(page: Page, path: string): Promise<void> {
  await closeToasts(page)
  // By way of another screen: the one that is shown may be the same, also while its address is the next one's already.
  if (new URL(page.url()).pathname !== '/status') await leaveFor(page, '/status')
  if (path !== '/status') await leaveFor(page, path)
}

/** Closes the messages in the corner, and waits until they are gone: none is taken for one that is told after it. */
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
    // An address that leads on elsewhere may lead to the screen that is there still.
    const isThere = () => left?.isConnected === true && location.pathname === pathname
    // /status may still be shown, by which one came, where the address of the next screen has just led on.
    if (to === '/status' && left?.textContent === 'Sua sessão') return
    while (isThere()) await new Promise(requestAnimationFrame)
  }, path)
