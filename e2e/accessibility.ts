import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
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

/** What axe and IBM Equal Access find wrong on the page as it is. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Half-way colours fail the contrast check, also those of a message that leaves while it is checked.
  await atRest(page)
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('* { transition: none !important }')
    document.adoptedStyleSheets = [still]
  })
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const equalAccess = await equalAccessViolations(page)
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
    ...equalAccess,
  ]
}
