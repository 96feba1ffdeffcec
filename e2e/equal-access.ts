import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import {
  equalAccessOptions,
  runEqualAccess,
  violationsOf,
  type CheckScope,
} from '../web/testing/accessibility-rules.ts'

const engine = readFileSync(
  fileURLToPath(import.meta.resolve('accessibility-checker-engine/ace.js')),
  'utf8',
)

/** Returns the violations that IBM Equal Access finds on the current page, without items for manual review. */
export async function equalAccessViolations(page: Page, scope: CheckScope): Promise<string[]> {
  // The script has half a megabyte, so inject it only once per page load.
  if (await page.evaluate(() => !('ace' in globalThis))) await page.evaluate(engine)
  return violationsOf(await page.evaluate(runEqualAccess, equalAccessOptions(scope)))
}
