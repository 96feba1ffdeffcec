import type { Page } from '@playwright/test'
import axeCore, { type RunOptions } from 'axe-core'
import type { CheckScope } from './accessibility.ts'

declare const axe: typeof axeCore | undefined

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const colours = ['color-contrast', 'link-in-text-block']

/** Returns the violations that axe finds on the current page and in its frames. */
export async function axeViolations(page: Page, scope: CheckScope): Promise<string[]> {
  // The script has half a megabyte, so inject it only once per page load.
  for (const frame of page.frames())
    if (await frame.evaluate(() => typeof axe === 'undefined')) await frame.evaluate(axeCore.source)
  const options: RunOptions = {
    resultTypes: ['violations'],
    runOnly:
      scope === 'colours' ? { type: 'rule', values: colours } : { type: 'tag', values: standards },
  }
  return await page.evaluate(async (given) => {
    if (!axe) throw new Error('axe is not loaded')
    const { violations } = await axe.run(document, given)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, options)
}
