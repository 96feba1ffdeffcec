/** Rules for axe and IBM Equal Access (WCAG 2.2 AA), for component tests and browser tests. */
import type axeCore from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Checker } from 'accessibility-checker-engine'

/**
 * Scope of a check: `whole` screen, `state` after an interaction (without rules that depend only on style sheets), or
 * `colours` if nothing else has changed since the last check.
 */
export type CheckScope = 'whole' | 'state' | 'colours'

/** Globals of the two checkers in a page. */
export interface Checkers {
  axe?: typeof axeCore
  ace?: { Checker: new () => Checker }
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const colours = ['color-contrast', 'link-in-text-block']

export const axeOptions = (scope: CheckScope): RunOptions => ({
  resultTypes: ['violations'],
  runOnly:
    scope === 'colours' ? { type: 'rule', values: colours } : { type: 'tag', values: standards },
})

/**
 * Returns the violations that axe finds. Browser tests run this function in the page, so it must not use other code.
 */
export async function runAxe(options: RunOptions): Promise<string[]> {
  const { axe } = globalThis as Checkers
  if (!axe) throw new Error('axe is not loaded')
  const { violations } = await axe.run(document, options)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

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
 * Rules about style sheets and about colours. Style sheets are the same in every state of a screen, and axe checks
 * colours each time.
 */
const styleRules = [
  'element_orientation_unlocked',
  'text_spacing_valid',
  'text_contrast_sufficient',
]

interface EqualAccessOptions {
  guidelines: string[]
  /** Run only these rules. */
  only?: string[]
  /** Run all rules except these. */
  but: string[]
}

export const equalAccessOptions = (scope: CheckScope): EqualAccessOptions => ({
  // WCAG 2.2 A and AA, plus IBM's own requirements.
  guidelines: ['WCAG_2_2', 'IBM_Accessibility'],
  ...(scope === 'colours' && { only: ['text_contrast_sufficient'] }),
  but: scope === 'whole' ? manualRules : [...manualRules, ...styleRules],
})

interface Finding {
  ruleId: string
  value: string
  message: string
  snippet: string
}

/**
 * Returns the findings of IBM Equal Access. Browser tests run this function in the page, so it must not use other code.
 */
export async function runEqualAccess({
  guidelines,
  only,
  but,
}: EqualAccessOptions): Promise<Finding[]> {
  const { ace } = globalThis as Checkers
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
}

/** False positives of a rule. */
const exceptions = [
  {
    rule: 'input_autocomplete_valid',
    // HTML allows an e-mail address as a user name, and password managers look for it.
    where: /type="email".*autocomplete="username(?: webauthn)?"/,
  },
  {
    rule: 'dir_attribute_valid',
    // The ALTCHA widget sets an empty `dir`.
    where: /^<div dir="" [^>]*class="altcha"/,
  },
]

/** Returns the violations among findings, without items for manual review and false positives. */
export function violationsOf(findings: readonly Finding[]): string[] {
  return findings
    .filter(({ value }) => value === 'VIOLATION FAIL')
    .filter(
      ({ ruleId, snippet }) =>
        !exceptions.some(({ rule, where }) => rule === ruleId && where.test(snippet)),
    )
    .map(({ ruleId, message, snippet }) => `${ruleId}: ${message} ${snippet}`)
}
