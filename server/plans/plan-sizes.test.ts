import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { administratorOf, type ConsoleClient } from '../testing/console-client.ts'
import { type FilledPlans, fewPlans, fillPlans, manyPlans } from '../testing/fill-plans.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient
let few: FilledPlans
let many: FilledPlans

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

interface Statement {
  text: string
  values: unknown[]
}

/** What reads companies, plans and seats while something is done, with what it was asked for. */
async function readsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return spy.mock.calls
      .map(([text, values]) => ({ text: String(text), values: Array.isArray(values) ? values : [] }))
      .filter(({ text }) => /\b(?:companies|plans|seats|plan_modules|loose_plans)\b/.test(text))
  } finally {
    spy.mockRestore()
  }
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
    ({ companyId }) =>
      admin.call('seatsOfCompany', { params: { companyId: String(companyId) } }),
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

async function countsOf(filled: FilledPlans): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [name, call] of calls) {
    const reads = await readsOf(async () => expect((await call(filled)).status).toBe(200))
    counts[name] = reads.length
  }
  return counts
}

type Plan = Record<string, unknown>

function nodesOf(plan: unknown): Plan[] {
  const { Plans: below, ...node } = Object(plan) as Plan & { Plans?: unknown[] }
  return [node, ...(below ?? []).flatMap(nodesOf)]
}

test('5,000 companies take as many statements as 50, with 40 modules and 200 plans each', async () => {
  few = await fillPlans(app.db, fewPlans)
  const counted = await countsOf(few)
  many = await fillPlans(app.db, manyPlans)
  expect(await countsOf(many)).toEqual(counted)
  console.log(counted)
})

test.each(calls.map(([name]) => name))('%s', async (name) => {
  const call = calls.find(([each]) => each === name)?.[1]
  const reads = await readsOf(async () => call?.(many))
  for (const { text, values } of reads) {
    const { rows } = await app.db.executeQuery<{ 'QUERY PLAN': [{ Plan: unknown; 'Execution Time': number }] }>({
      ...sql`select 1`.compile(app.db),
      sql: `explain (analyze, format json) ${text}`,
      parameters: values,
    })
    const nodes = nodesOf(rows[0]?.['QUERY PLAN'][0].Plan)
    console.log(name, rows[0]?.['QUERY PLAN'][0]['Execution Time'], nodes.filter((n) => n['Relation Name']).map((n) => `${n['Node Type']} ${n['Relation Name']} ${n['Actual Rows']}x${n['Actual Loops']}`).join('; '))
  }
})
