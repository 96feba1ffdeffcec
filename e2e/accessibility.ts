import { expect, type Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { equalAccessViolations } from './equal-access.ts'

/** Waits until what moves has come to rest and no table is dim for its next rows; endless animations are not waited for. */
export async function atRest(page: Page): Promise<void> {
  await expect(page.locator('table[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(ending.map((animation) => animation.finished.catch(() => null)))
  })
}

/**
 * How much is asked: `whole` of a screen, `state` of what a test made of it (without what hangs on the style sheets
 * alone), `colours` where nothing else has changed since.
 */
export type Asked = 'whole' | 'state' | 'colours'

/** What axe and IBM Equal Access find wrong on the page as it is. */
export async function accessibilityFaults(page: Page, asked: Asked): Promise<string[]> {
  // Half-way colours fail the contrast check, also those of a message that leaves while it is checked.
  await atRest(page)
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('* { transition: none !important }')
    document.adoptedStyleSheets = [still]
  })
  const found = [
    ...(await axeViolations(page, asked)),
    ...(await equalAccessViolations(page, asked)),
  ]
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  return found
}
