import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { refuse, type Handlers } from './fake-api.ts'
import { accessEffect, seatEffect } from './fake-effects.ts'
import { emptyPage, listPage, pageBy } from './fake-list.ts'

export type Plan = SuccessOf<Api['planGet']>
export type PlanModule = SuccessOf<Api['planModuleGet']>
export type LoosePlan = SuccessOf<Api['loosePlanGet']>
type SeatsOfPlan = SuccessOf<Api['seatsOfPlanList']>['rows'][number]

const then = '2019-03-05T01:30:00.000Z'
const stored = { active: true, created_at: then, updated_at: then, version: 1 }

/** A company and a module of plans, used by the records below. */
export const operator = { id: 21, name: 'Operadora Alfa' }
export const moduleOfPlan = { id: 31, name: 'Bilhetagem', Service: { id: 41, name: 'Voz' } }

export const plan = (values: Partial<Plan> = {}): Plan => ({
  id: 51,
  name: 'Plano Ouro',
  ...stored,
  ...values,
})

export const planModule = (values: Partial<PlanModule> = {}): PlanModule => ({
  id: 61,
  plan_id: 51,
  module_id: 31,
  limit: 3,
  module: moduleOfPlan,
  ...stored,
  ...values,
})

export const loosePlan = (limit: number, active = true): LoosePlan => ({
  id: 71,
  planModule: {
    id: 71,
    module_company_id: 71,
    limit,
    active,
    updated_at: then,
    service: moduleOfPlan.Service,
    module: { id: moduleOfPlan.id, name: moduleOfPlan.name },
  },
  PlanCompany: { id: operator.id, company: operator },
  version: 1,
})

interface PlanRecords {
  plans?: Plan[]
  modules?: PlanModule[]
  loose?: LoosePlan[]
  /** Companies of the plans. */
  companies?: { id: number; name: string }[]
  seats?: SeatsOfPlan[]
}

/** Fake endpoints of plans. Writes change these records. No write affects a user's access. */
export function planHandlers(records: PlanRecords): Handlers {
  const { plans = [plan()], modules = [], loose = [], companies = [], seats = [] } = records
  const getPlan = (id: number) => plans.find((each) => each.id === id) ?? refuse('plan-not-found')
  const getModule = (id: number) =>
    modules.find(({ module_id }) => module_id === id) ?? refuse('plan-module-not-found')
  const getLoose = (id: number) =>
    loose.find((each) => each.id === id) ?? refuse('loose-plan-not-found')
  const nothing = () =>
    seatEffect({ company: operator, module: moduleOfPlan }, { used: 0, limit: 1, to: 1 })
  return {
    accessEffectForesee: () => accessEffect(0),
    seatEffectOfPlan: nothing,
    seatEffectOfLoosePlan: nothing,
    planList: ({ query }) => listPage(plans, query),
    planGet: ({ params: { id } }) => getPlan(id),
    planUpdate: ({ params: { id }, body: { name, active } }) =>
      Object.assign(getPlan(id), { name, active }),
    seatsOfPlanList: ({ query }) => pageBy(seats, query, ({ company }) => company.name),
    planModuleList: ({ query }) => pageBy(modules, query, ({ module }) => module.name),
    planModuleGet: ({ params: { b } }) => getModule(b),
    planModuleUpdate: ({ params: { b }, body: { limit, active } }) =>
      Object.assign(getModule(b), { limit, active }),
    planModuleInactivate: ({ params: { planModuleId } }) => {
      const found = modules.find(({ id }) => id === planModuleId)
      return Object.assign(found ?? refuse('plan-module-not-found'), { active: false })
    },
    planCompanyConsult: ({ params: { planId } }) => ({
      plan: getPlan(planId),
      company: companies,
    }),
    loosePlanList: ({ query }) =>
      pageBy(
        loose,
        query,
        ({ PlanCompany, planModule: { module } }) => `${PlanCompany.company.name} ${module.name}`,
      ),
    loosePlanGet: ({ params: { a } }) => getLoose(a),
    loosePlanUpdate({ params: { a }, body: { limit, active } }) {
      const found = getLoose(a)
      Object.assign(found.planModule, { limit, active })
      return found
    },
    loosePlanInactivate({ params: { id } }) {
      const found = getLoose(id)
      found.planModule.active = false
      return found
    },
    companyList: emptyPage,
    serviceList: emptyPage,
    moduleList: emptyPage,
  }
}
