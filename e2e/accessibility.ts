import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { equalAccessViolations } from './equal-access.ts'

/** What axe and IBM Equal Access find wrong on the page as it is. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Waits for transitions, since half-way colours fail the contrast check; endless animations are not waited for.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(ending.map((animation) => animation.finished.catch(() => null)))
  })
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
    ...(await equalAccessViolations(page)),
  ]
}
