import type { seats } from '../../../contract/seats.ts'
import { makeCompanyApart, makeLoosePlan, makePlan } from '../plan-scenario.ts'
import type { EndpointFixtures } from './endpoint-fixture.ts'
import { missingId } from './scenario.ts'

const grantsApart = 'Only administrators may change plans and preview these changes.'

/** Seats, and previews of changes to them. */
export const seatFixtures: EndpointFixtures<keyof typeof seats> = {
  seatsOfCompany: {
    scope: 'catalogue',
    make(scenario) {
      const id = scenario.rowOwner === 'missing' ? missingId : scenario.companyId
      return { input: { params: { companyId: String(id) } }, row: { table: 'companies', id } }
    },
    problems: { 'company-not-found': 'missing' },
    audit: undefined,
  },
  seatsNearlyFull: {
    scope: 'none',
    make: () => ({ input: {} }),
    problems: {},
    audit: undefined,
  },
  seatHolderList: {
    scope: 'catalogue',
    make(scenario) {
      const id = scenario.rowOwner === 'missing' ? missingId : scenario.companyId
      return {
        input: { params: { companyId: String(id) }, query: {} },
        row: { table: 'companies', id },
      }
    },
    problems: { 'company-not-found': 'missing' },
    audit: undefined,
  },
  seatsOfPlanList: {
    scope: 'catalogue',
    async make(scenario) {
      const { id } = await makePlan(scenario)
      const made = { input: { params: { id: String(id) } }, row: { table: 'plans', id } }
      if (scenario.rowOwner === 'missing') return made
      const { id: company_id, name } = await makeCompanyApart(scenario)
      await scenario.app.db
        .insertInto('plan_companies')
        .values({ plan_id: id, company_id })
        .execute()
      return { ...made, beneath: name }
    },
    problems: { 'plan-not-found': 'missing' },
    audit: undefined,
  },
  seatEffectOfPlan: {
    scope: 'catalogue',
    grantsApart,
    async make(scenario) {
      const { id } = await makePlan(scenario)
      return { input: { params: { planId: String(id) }, body: {} }, row: { table: 'plans', id } }
    },
    problems: { 'plan-not-found': 'missing' },
    audit: undefined,
  },
  seatEffectOfLoosePlan: {
    scope: 'catalogue',
    grantsApart,
    async make(scenario) {
      const { id } = await makeLoosePlan(scenario)
      return { input: { params: { id: String(id) }, body: {} }, row: { table: 'loose_plans', id } }
    },
    problems: { 'loose-plan-not-found': 'missing' },
    audit: undefined,
  },
}
