import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient } from '../testing/console-client.ts'
import { type FilledPlans, fewPlans, fillPlans, manyPlans } from '../testing/fill-plans.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { sentMeanwhile, type Statement } from '../testing/statements.ts'

/** As many as are expected must feel like few: `npm run bench` measures the time, this file counts the work. */
let app: TestApp
let admin: ConsoleClient
/** How many statements each call takes beside 50 companies. */
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
 * What reads of companies, plans and seats while something is done, with what it was asked for; without the guard, which
 * alone asks who holds what, and only where it doesn't remember a person.
 */
async function readsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent = await sentMeanwhile(work)
  return sent.filter(({ text }) => ofPlans.test(text) && !ofGuard.test(text))
}

/** The lists of companies and plans, and all that computes seats. */
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
  ['what to choose from', () => admin.call('planModuleCatalogue', {})],
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

/** How many statements each call takes. */
async function countsOf(filled: FilledPlans): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [name, call] of calls) {
    const reads = await readsOf(async () => expect((await call(filled)).status).toBe(200))
    counts[name] = reads.length
  }
  return counts
}

test('5,000 companies take as many statements as 50, each with 40 modules and 200 plans', async () => {
  expect(counted).toEqual({
    companies: 2,
    'companies, searched': 2,
    plans: 2,
    'plans, searched': 2,
    'loose plans': 2,
    'loose plans, searched': 2,
    'modules of a plan': 3,
    'companies of a plan': 2,
    'what to choose from': 1,
    'seats of a company': 1,
    'seats of a plan': 3,
    'what the end of a plan does': 3,
  })
  expect(await countsOf(many)).toEqual(counted)
})

/** The tables that grow with the companies. */
const growing = ['companies', 'plan_companies', 'loose_plans', 'user_profiles']

/** The nodes of the plan by which PostgreSQL runs the last statement of a call. */
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
  'a page of 5,000 is read from indexes and not from whole tables: %s',
  async (name) => {
    const scans = (await nodesOfLast(name)).filter((node) =>
      growing.includes(String(node['Relation Name'])),
    )
    expect(scans).not.toEqual([])
    expect(scans.map((scan) => scan['Node Type'])).not.toContain('Seq Scan')
    // So many rows at most are touched of a table by what shows ten.
    for (const scan of scans) expect(timesLooped(scan, 'Actual Rows')).toBeLessThan(200)
  },
)

test('whom the end of a plan of 5,000 hits is found without comparing all with all', async () => {
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
