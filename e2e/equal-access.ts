import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { Checker } from 'accessibility-checker-engine'

declare const ace: { Checker: new () => Checker } | undefined

/** WCAG 2.2 A and AA, and what IBM asks on top of it. */
const policies = ['WCAG_2_2', 'IBM_Accessibility']

/** What a rule is wrong about. */
const exceptions = [
  {
    rule: 'input_autocomplete_valid',
    // HTML lets an e-mail address be a user name, which is what password managers look for.
    where: /type="email".*autocomplete="username"/,
  },
  {
    rule: 'dir_attribute_valid',
    // The widget of ALTCHA writes it so: no direction of its own.
    where: /^<div dir="" [^>]*class="altcha"/,
  },
]

const engine = readFileSync(
  fileURLToPath(import.meta.resolve('accessibility-checker-engine/ace.js')),
  'utf8',
)

/** What IBM Equal Access finds wrong on the page as it is: what surely breaks a rule, not what a person must look at. */
export async function equalAccessViolations(page: Page): Promise<string[]> {
  // Half a megabyte: not again for each check of a page that is still there.
  if (await page.evaluate(() => typeof ace === 'undefined')) await page.evaluate(engine)
  const found = await page.evaluate(async (guidelines) => {
    if (!ace) throw new Error('The checker is not there.')
    const { results } = await new ace.Checker().check(document, guidelines)
    return results.map(({ ruleId, value: [level, outcome], message, snippet }) => ({
      ruleId,
      value: `${level} ${outcome}`,
      message,
      snippet,
    }))
  }, policies)
  return found
    .filter(({ value }) => value === 'VIOLATION FAIL')
    .filter(
      ({ ruleId, snippet }) =>
        !exceptions.some(({ rule, where }) => rule === ruleId && where.test(snippet)),
    )
    .map(({ ruleId, message, snippet }) => `${ruleId}: ${message} ${snippet}`)
}
