import type { Page } from '@playwright/test'
import axeCore from 'axe-core'
import { axeOptions, runAxe, type CheckScope } from '../web/testing/accessibility-rules.ts'

/** Returns the violations that axe finds on the current page and in its frames. */
export async function axeViolations(page: Page, scope: CheckScope): Promise<string[]> {
  // The script has half a megabyte, so inject it only once per page load.
  for (const frame of page.frames())
    if (await frame.evaluate(() => !('axe' in globalThis))) await frame.evaluate(axeCore.source)
  return page.evaluate(runAxe, axeOptions(scope))
}
