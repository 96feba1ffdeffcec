import { expect, type Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { equalAccessViolations } from './equal-access.ts'
import type { CheckScope } from '../web/testing/accessibility-rules.ts'

/** Waits until animations and transitions have ended and no table is loading rows. Endless animations are ignored. */
export async function atRest(page: Page): Promise<void> {
  await expect(page.locator('table[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(ending.map((animation) => animation.finished.catch(() => null)))
  })
}

/** Returns the violations that axe and IBM Equal Access find on the current page. */
export async function accessibilityFaults(page: Page, scope: CheckScope): Promise<string[]> {
  // Colours in a transition would fail the contrast check, even those of a message that fades out during the check.
  await atRest(page)
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('* { transition: none !important }')
    document.adoptedStyleSheets = [still]
  })
  const found = [
    ...(await axeViolations(page, scope)),
    ...(await equalAccessViolations(page, scope)),
  ]
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  return found
}
