/** What a person does who has a keyboard alone. */
import type { Locator, Page } from '@playwright/test'
import { demoPassword } from '../server/testing/portal-client.ts'
import { expect } from './fixtures.ts'
import { proofDialog, toast } from './screen.ts'

/** Presses Tab until it has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let pressed = 0; pressed < 80; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('It is not reached by Tab.')
}

export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Proves identity where the focus is already, and waits for what is told. */
export async function prove(page: Page, told: string): Promise<void> {
  const modal = proofDialog(page)
  await expect(modal.getByLabel('Senha', { exact: true })).toBeFocused()
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await expect(toast(page, told)).toBeVisible()
}

/** Chooses in the select that has the focus. */
export async function chooseTyped(page: Page, option: string): Promise<void> {
  await page.keyboard.type(option)
  // Before a server has searched, it may be there already among others that come before it.
  const first = page.getByRole('listbox').getByRole('option').first()
  await expect(first).toHaveAccessibleName(option)
  await takeNext(page)
}

/** Waits until what the page had put off until now has come: a timer that is set now comes after those. */
export const timersPassed = (page: Page) =>
  page.evaluate(() => new Promise((passed) => setTimeout(passed)))

/**
 * Goes to the next option of a list that shows, and takes it. Mantine notes in a timer where a list begins that has
 * just opened, and forgets a key before it.
 */
export async function takeNext(page: Page): Promise<void> {
  await timersPassed(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}
