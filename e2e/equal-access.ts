import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { Checker } from 'accessibility-checker-engine'
import type { CheckScope } from './accessibility.ts'

declare const ace: { Checker: new () => Checker } | undefined

/** WCAG 2.2 A and AA, plus IBM's own requirements. */
const policies = ['WCAG_2_2', 'IBM_Accessibility']

/** Slow rules that only report items for manual review, which never fail a test. */
const manualRules = [
  'element_tabbable_unobscured',
  'element_tabbable_visible',
  'list_markup_review',
  'style_color_misuse',
  'style_focus_visible',
  'text_block_heading',
  'text_quoted_correctly',
  'text_sensory_misuse',
  'widget_tabbable_single',
]

/**
 * Rules about style sheets, which are the same in every state of a screen, and about colours, which axe checks each
 * time.
 */
const styleRules = [
  'element_orientation_unlocked',
  'text_spacing_valid',
  'text_contrast_sufficient',
]

/** False positives of a rule. */
const exceptions = [
  {
    rule: 'input_autocomplete_valid',
    // HTML allows an e-mail address as a user name, and password managers look for it.
    where: /type="email".*autocomplete="username"/,
  },
  {
    rule: 'dir_attribute_valid',
    // The ALTCHA widget sets an empty `dir`.
    where: /^<div dir="" [^>]*class="altcha"/,
  },
]

const engine = readFileSync(
  fileURLToPath(import.meta.resolve('accessibility-checker-engine/ace.js')),
  'utf8',
)

/** Returns the violations that IBM Equal Access finds on the current page, without items for manual review. */
export async function equalAccessViolations(page: Page, scope: CheckScope): Promise<string[]> {
  // The script has half a megabyte, so inject it only once per page load.
  if (await page.evaluate(() => typeof ace === 'undefined')) await page.evaluate(engine)
  const chosen =
    scope === 'colours'
      ? { only: ['text_contrast_sufficient'] }
      : { but: scope === 'whole' ? manualRules : [...manualRules, ...styleRules] }
  const found = await page.evaluate(
    async ({ guidelines, only, but }) => {
      if (!ace) throw new Error('Equal Access is not loaded')
      const checker = new ace.Checker()
      for (const guideline of checker.getGuidelines())
        if (guidelines.includes(guideline.id))
          checker.addGuideline({
            ...guideline,
            checkpoints: guideline.checkpoints.map((checkpoint) => ({
              ...checkpoint,
              rules: (checkpoint.rules ?? []).filter(({ id }) =>
                only ? only.includes(id) : !but.includes(id),
              ),
            })),
          })
      const { results } = await checker.check(document, guidelines)
      return results.map(({ ruleId, value: [level, outcome], message, snippet }) => ({
        ruleId,
        value: `${level} ${outcome}`,
        message,
        snippet,
      }))
    },
    { guidelines: policies, ...chosen },
  )
  return found
    .filter(({ value }) => value === 'VIOLATION FAIL')
    .filter(
      ({ ruleId, snippet }) =>
        !exceptions.some(({ rule, where }) => rule === ruleId && where.test(snippet)),
    )
    .map(({ ruleId, message, snippet }) => `${ruleId}: ${message} ${snippet}`)
}
