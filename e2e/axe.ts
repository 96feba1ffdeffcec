import type { Page } from '@playwright/test'
import axeCore, { type RunOptions } from 'axe-core'
import type { Asked } from './accessibility.ts'

declare const axe: typeof axeCore | undefined

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const colours = ['color-contrast', 'link-in-text-block']

/** What axe finds wrong on the page as it is, and in its frames. */
export async function axeViolations(page: Page, asked: Asked): Promise<string[]> {
  // Half a megabyte: not again for each check of a page that is still there.
  for (const frame of page.frames())
    if (await frame.evaluate(() => typeof axe === 'undefined')) await frame.evaluate(axeCore.source)
  const options: RunOptions = {
    resultTypes: ['violations'],
    runOnly:
      asked === 'colours' ? { type: 'rule', values: colours } : { type: 'tag', values: standards },
  }
  return await page.evaluate(async (given) => {
    if (!axe) throw new Error('The checker is not there.')
    const { violations } = await axe.run(document, given)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, options)
}
