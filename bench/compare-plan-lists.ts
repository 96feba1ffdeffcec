import { demoPeople } from '../database/demo/demo-people.ts'
import {
  fewPlans,
  type FilledPlans,
  fillPlans,
  manyPlans,
  type PlanSizes,
} from '../test/testing/fill-plans.ts'
import { PortalClient } from '../test/testing/portal-client.ts'
import type { PlannedRequest } from './load-plan.ts'
import { loadOn } from './measures.ts'
import { withUnlimitedConnection } from './unlimited-connection.ts'
import type { Stage } from './stage.ts'
import { type Portal, startPortal } from './start-portal.ts'
import type { Row } from './table.ts'

/** Lists whose cost grows with the number of companies. */
const measures: [measure: string, path: (filled: FilledPlans) => string][] = [
  ['list of 5,000 companies / of 50', () => '/company'],
  ['plans beside 5,000 companies / 50', () => '/plan'],
  ['list of 5,000 loose plans / of 50', () => '/plan-module/plan-loose'],
  ['modules of a plan of 5,000 / of 50', ({ planId }) => `/plan-module/${planId}/module`],
  ['seats of one of 5,000 / of 50', ({ companyId }) => `/seat/company/${companyId}`],
  ['seats of a plan of 5,000 / of 50', ({ planId }) => `/seat/plan/${planId}`],
]

/** Compares each list with 5,000 companies to the same list with 50 companies in another portal. */
export async function comparePlanLists(stage: Stage): Promise<Row[]> {
  const { portal: large, generator, compare } = stage
  const small = await startPortal(stage.undo)
  const [many, few] = [await requestsOf(large, manyPlans), await requestsOf(small, fewPlans)]
  const rows: Row[] = []
  for (const [measure, path] of measures) {
    const sides = {
      ours: loadOn(generator, large.url, [many(path)]),
      beside: loadOn(generator, small.url, [few(path)]),
    }
    const compared = await compare(sides, { count: 3, seconds: 2, warmUp: 1, settle: 0.3 })
    rows.push({ measure, ...compared, aim: 0.5 })
  }
  return rows
}

/** Fills a portal and returns a function that builds its administrator's requests. */
async function requestsOf({ url, ownerUrl }: Portal, sizes: PlanSizes) {
  const filled = await withUnlimitedConnection(ownerUrl, (db) => fillPlans(db, sizes))
  const administrator = new PortalClient(url)
  await administrator.enterConsole(await administrator.signIn(demoPeople.administrator.email))
  return (path: (filled: FilledPlans) => string): PlannedRequest => ({
    method: 'GET',
    path: `/api${path(filled)}`,
    headers: administrator.headers,
  })
}
