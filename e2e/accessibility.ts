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
export function accessibilityFaults(page: Page): Promise<string[]> {
  return faultsByRules(page, (axe) =>
    axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']),
  )
}

/** The same where nothing but the colours has changed since: of axe the rules of contrast alone. */
export function colourFaults(page: Page): Promise<string[]> {
  return faultsByRules(page, (axe) => axe.withRules(['color-contrast', 'link-in-text-block']))
}

async function faultsByRules(
  page: Page,
  choose: (axe: AxeBuilder) => AxeBuilder,
): Promise<string[]> {
  // Half-way colours fail the contrast check, also those of a message that leaves while it is checked.
  await atRest(page)
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('* { transition: none !important }')
    document.adoptedStyleSheets = [still]
  })
  // In the page itself: otherwise each check opens another page to sum up, for frames of other origins, which ours hasn't.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await choose(axe).analyze()
  const equalAccess = await equalAccessViolations(page)
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
    ...equalAccess,
  ]
}
