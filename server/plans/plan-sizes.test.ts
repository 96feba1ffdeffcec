import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { type FilledPlans, fewPlans, fillPlans, manyPlans } from '../../test/testing/fill-plans.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { statementsDuring, type Statement } from '../../test/testing/statements.ts'

/** These tests count statements and table scans at the expected sizes. `npm run bench` measures durations. */
let app: TestApp
let admin: ConsoleClient
/** Number of statements of each call with 50 companies. */
let counted: Record<string, number>
let many: FilledPlans

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  counted = await countsOf(await fillPlans(app.db, fewPlans))
  many = await fillPlans(app.db, manyPlans)
}, 60_000)
afterAll(() => app.close())

const ofPlans = /\b(?:companies|plans|plan_modules|plan_companies|loose_plans)\b/
const ofGuard = /\b(?:user_profiles|access_links)\b/

/**
 * Returns the statements on companies, plans and seats that this work sends. Excludes those of the guard, which depend
 * on its cache.
 */
async function readsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent = await statementsDuring(work)
  return sent.filter(({ text }) => ofPlans.test(text) && !ofGuard.test(text))
}

/** The lists of companies and plans, and all calls that compute seats. */
const calls: [string, ({ companyId, planId }: FilledPlans) => Promise<{ status: number }>][] = [
  ['companies', () => admin.call('companyList', { query: {} })],
  ['companies, searched', () => admin.call('companyList', { query: { search: 'operadora 7' } })],
  ['plans', () => admin.call('planList', { query: {} })],
  ['plans, searched', () => admin.call('planList', { query: { search: 'plano 7' } })],
  ['loose plans', () => admin.call('loosePlanList', { query: {} })],
  ['loose plans, searched', () => admin.call('loosePlanList', { query: { search: 'modulo 7' } })],
  [
    'modules of a plan',
    ({ planId }) => admin.call('planModuleList', { params: { id: String(planId) }, query: {} }),
  ],
  [
    'companies of a plan',
    ({ planId }) => admin.call('planCompanyConsult', { params: { planId: String(planId) } }),
  ],
  ['choices for plans', () => admin.call('planModuleCatalogue', {})],
  [
    'seats of a company',
    ({ companyId }) => admin.call('seatsOfCompany', { params: { companyId: String(companyId) } }),
  ],
  [
    'seats of a plan',
    ({ planId }) => admin.call('seatsOfPlanList', { params: { id: String(planId) }, query: {} }),
  ],
  [
    'what the end of a plan does',
    ({ planId }) =>
      admin.call('seatEffectOfPlan', { params: { planId: String(planId) }, body: {} }),
  ],
]

/** Returns the number of statements of each call. */
async function countsOf(filled: FilledPlans): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [name, call] of calls) {
    const reads = await readsOf(async () => expect((await call(filled)).status).toBe(200))
    counts[name] = reads.length
  }
  return counts
}

test('calls take as many statements with 5,000 companies as with 50, with 40 modules and 200 plans', async () => {
  expect(counted).toEqual({
    companies: 2,
    'companies, searched': 2,
    plans: 2,
    'plans, searched': 2,
    'loose plans': 2,
    'loose plans, searched': 2,
    'modules of a plan': 3,
    'companies of a plan': 2,
    'choices for plans': 1,
    'seats of a company': 1,
    'seats of a plan': 3,
    'what the end of a plan does': 3,
  })
  expect(await countsOf(many)).toEqual(counted)
})

/** Tables that grow with the number of companies. */
const growing = ['companies', 'plan_companies', 'loose_plans', 'user_profiles']

/** Returns the nodes of the query plan for the last statement of a call. */
async function nodesOfLast(name: string): Promise<Plan[]> {
  const [, call] = calls.find(([each]) => each === name) ?? []
  const reads = await readsOf(async () => call?.(many))
  const { text, values } = reads.at(-1) ?? { text: '', values: [] }
  const { rows } = await app.db.executeQuery<{ 'QUERY PLAN': [{ Plan: unknown }] }>({
    ...sql`select 1`.compile(app.db),
    sql: `explain (analyze, timing off, format json) ${text}`,
    parameters: values,
  })
  return nodesOf(rows[0]?.['QUERY PLAN'][0].Plan)
}

const timesLooped = (node: Plan, what: string) =>
  Number(node[what] ?? 0) * Number(node['Actual Loops'] ?? 1)

test.each(['companies', 'loose plans', 'seats of a company', 'seats of a plan'])(
  'a page of 5,000 is read from indexes, not whole tables: %s',
  async (name) => {
    const scans = (await nodesOfLast(name)).filter((node) =>
      growing.includes(String(node['Relation Name'])),
    )
    expect(scans).not.toEqual([])
    expect(scans.map((scan) => scan['Node Type'])).not.toContain('Seq Scan')
    // Fewer than 200 rows are read from each table for a page of ten.
    for (const scan of scans) expect(timesLooped(scan, 'Actual Rows')).toBeLessThan(200)
  },
)

test('the users affected by the end of a plan of 5,000 are found without a quadratic join', async () => {
  const compared = (await nodesOfLast('what the end of a plan does')).map((node) =>
    timesLooped(node, 'Rows Removed by Join Filter'),
  )
  expect(Math.max(...compared)).toBeLessThan(1_000_000)
})

type Plan = Record<string, unknown>

function nodesOf(plan: unknown): Plan[] {
  const { Plans: below, ...node } = Object(plan) as Plan & { Plans?: unknown[] }
  return [node, ...(below ?? []).flatMap(nodesOf)]
}
