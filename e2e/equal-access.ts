import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { Checker } from 'accessibility-checker-engine'
import type { Asked } from './accessibility.ts'

declare const ace: { Checker: new () => Checker } | undefined

/** WCAG 2.2 A and AA, and what IBM asks on top of it. */
const policies = ['WCAG_2_2', 'IBM_Accessibility']

/** Rules that take long and can only ask a person to look: nothing that they say is a fault here. */
const asking = [
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

/** Of style sheets, which are the same in every state of a screen, and of colours, which axe looks at each time. */
const ofStyles = ['element_orientation_unlocked', 'text_spacing_valid', 'text_contrast_sufficient']

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
export async function equalAccessViolations(page: Page, asked: Asked): Promise<string[]> {
  // Half a megabyte: not again for each check of a page that is still there.
  if (await page.evaluate(() => typeof ace === 'undefined')) await page.evaluate(engine)
  const chosen =
    asked === 'colours'
      ? { only: ['text_contrast_sufficient'] }
      : { but: asked === 'whole' ? asking : [...asking, ...ofStyles] }
  const found = await page.evaluate(
    async ({ guidelines, only, but }) => {
      if (!ace) throw new Error('The checker is not there.')
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
