import type { loosePlans } from '../../contract/loose-plans.ts'
import type { planCompanies } from '../../contract/plan-companies.ts'
import type { planModules } from '../../contract/plan-modules.ts'
import type { plans } from '../../contract/plans.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { scopeOf } from '../scope/scope.ts'
import { listLoosePlans } from './loose-plan-queries.ts'
import {
  createLoosePlan,
  inactivateLoosePlan,
  presentLoosePlan,
  readLoosePlan,
  replaceLoosePlan,
} from './loose-plan-service.ts'
import { findCatalogue, findChoicesOfPlans } from './plan-choice-queries.ts'
import {
  addCompanies,
  readCompaniesOfPlan,
  readCompanyIdsOfPlan,
  removeCompanies,
} from './plan-company-service.ts'
import {
  createPlanModules,
  inactivatePlanModule,
  readPlanModule,
  readPlanModules,
  replacePlanModule,
} from './plan-module-service.ts'
import { listPlans } from './plan-queries.ts'
import { createPlan, readPlan, replacePlan } from './plan-service.ts'

const ofPlans: Handlers<typeof plans> = {
  planList: ({ db, who, query }) => listPlans(db, scopeOf(who), query),
  planGet: ({ db, who, params }) => readPlan(db, who, params.id),
  planCreate: (call) => createPlan(call, call.body),
  planUpdate: (call) => replacePlan(call, call.params.id, call.body),
}

const ofPlanModules: Handlers<typeof planModules> = {
  planModuleList: ({ db, who, params, query }) => readPlanModules(db, who, params.id, query),
  planModuleGet: ({ db, who, params: { a, b } }) =>
    readPlanModule(db, who, { planId: a, moduleId: b }),
  planModuleCatalogue: ({ db, who }) => findCatalogue(db, scopeOf(who)),
  planModuleConsult: ({ db, who }) => findChoicesOfPlans(db, scopeOf(who)),
  planModuleCreate: (call) => createPlanModules(call, call.body),
  planModuleUpdate: (call) =>
    replacePlanModule(call, { planId: call.params.a, moduleId: call.params.b }, call.body),
  planModuleInactivate: (call) => inactivatePlanModule(call, call.params.planModuleId),
}

const ofPlanCompanies: Handlers<typeof planCompanies> = {
  planCompanyList: ({ db, who, params }) => readCompanyIdsOfPlan(db, who, params.planId),
  planCompanyConsult: ({ db, who, params }) => readCompaniesOfPlan(db, who, params.planId),
  planCompanyAdd: (call) => addCompanies(call, call.body),
  planCompanyRemove: (call) => removeCompanies(call, call.body),
}

const ofLoosePlans: Handlers<typeof loosePlans> = {
  async loosePlanList({ db, who, query }) {
    const { rows, pagination } = await listLoosePlans(db, scopeOf(who), query)
    return { rows: rows.map(presentLoosePlan), pagination }
  },
  loosePlanGet: ({ db, who, params: { a, b } }) => readLoosePlan(db, who, a, b),
  loosePlanCreate: (call) => createLoosePlan(call, call.body),
  loosePlanUpdate: (call) =>
    replaceLoosePlan(call, { id: call.params.a, companyId: call.params.b }, call.body),
  loosePlanInactivate: (call) => inactivateLoosePlan(call, call.params.id),
}

export const planRoutes = { ...ofPlans, ...ofPlanModules, ...ofPlanCompanies, ...ofLoosePlans }
