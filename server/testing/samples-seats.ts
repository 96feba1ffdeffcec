import type { seats } from '../../contract/seats.ts'
import { makeCompanyApart, makeLoosePlan, makePlan } from './plan-stage.ts'
import type { Samples } from './sample.ts'
import { nobodysId } from './sample-stage.ts'

const grantsApart = 'Only administrators change plans, and ask what that would do.'

/** Seats, and what a change would do to them. */
export const seatSamples: Samples<keyof typeof seats> = {
  seatsOfCompany: {
    scope: 'catalogue',
    make(stage) {
      const id = stage.whose === 'missing' ? nobodysId : stage.companyId
      return { input: { params: { companyId: String(id) } }, row: { table: 'companies', id } }
    },
    problems: { 'company-not-found': 'missing' },
    trail: undefined,
  },
  seatHolderList: {
    scope: 'catalogue',
    make(stage) {
      const id = stage.whose === 'missing' ? nobodysId : stage.companyId
      return {
        input: { params: { companyId: String(id) }, query: {} },
        row: { table: 'companies', id },
      }
    },
    problems: { 'company-not-found': 'missing' },
    trail: undefined,
  },
  seatsOfPlanList: {
    scope: 'catalogue',
    async make(stage) {
      const { id } = await makePlan(stage)
      const made = { input: { params: { id: String(id) } }, row: { table: 'plans', id } }
      if (stage.whose === 'missing') return made
      const { id: company_id, name } = await makeCompanyApart(stage)
      await stage.app.db.insertInto('plan_companies').values({ plan_id: id, company_id }).execute()
      return { ...made, beneath: name }
    },
    problems: { 'plan-not-found': 'missing' },
    trail: undefined,
  },
  seatEffectOfPlan: {
    scope: 'catalogue',
    grantsApart,
    async make(stage) {
      const { id } = await makePlan(stage)
      return { input: { params: { planId: String(id) }, body: {} }, row: { table: 'plans', id } }
    },
    problems: { 'plan-not-found': 'missing' },
    trail: undefined,
  },
  seatEffectOfLoosePlan: {
    scope: 'catalogue',
    grantsApart,
    async make(stage) {
      const { id } = await makeLoosePlan(stage)
      return { input: { params: { id: String(id) }, body: {} }, row: { table: 'loose_plans', id } }
    },
    problems: { 'loose-plan-not-found': 'missing' },
    trail: undefined,
  },
}
