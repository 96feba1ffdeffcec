/** Interactions with the keyboard alone. */
import type { Locator, Page } from '@playwright/test'
import { demoPassword } from '../test/testing/portal-client.ts'
import { expect } from './fixtures.ts'
import { message, proofDialog, questionDialog } from './screen.ts'

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let pressed = 0; pressed < 80; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The element is not reachable by Tab')
}

export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Confirms the identity with the already focused field, and waits for the message. */
export async function confirmByKeyboard(
  page: Page,
  text: string,
  question?: string,
): Promise<void> {
  const modal = question === undefined ? proofDialog(page) : questionDialog(page, question)
  await expect(modal.getByLabel('Senha', { exact: true })).toBeFocused()
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await expect(message(page, text)).toBeVisible()
}

/** Selects an option in the focused select. */
export async function chooseTyped(page: Page, option: string): Promise<void> {
  await page.keyboard.type(option)
  // Wait for the server's response. Before it, other options can be listed first.
  const first = page.getByRole('listbox').getByRole('option').first()
  await expect(first).toHaveAccessibleName(option)
  await takeNext(page)
}

/** Waits until the page's pending timers have run. The timer that is set here runs after them. */
export const timersPassed = (page: Page) =>
  page.evaluate(() => new Promise((passed) => setTimeout(passed)))

/**
 * Moves to the next option of an open list and selects it. Mantine sets the initial option of a newly opened list in a
 * timer, and ignores keys before it.
 */
export async function takeNext(page: Page): Promise<void> {
  await timersPassed(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}
