import type { planCompanies } from '../../../contract/plan-companies.ts'
import type { planModules } from '../../../contract/plan-modules.ts'
import type { plans } from '../../../contract/plans.ts'
import { makeCompanyApart, makePlan, makePlanOfConsole } from '../plan-scenario.ts'
import { onNew, onRow, type EndpointFixtures } from './endpoint-fixture.ts'
import { newName, missingId, type Scenario } from './scenario.ts'

type Planning = keyof typeof plans | keyof typeof planModules | keyof typeof planCompanies

const byId = async (scenario: Scenario) => {
  const { id } = await makePlan(scenario)
  return { input: { params: { id: String(id) } }, row: { table: 'plans', id } }
}

const byPlanId = async (scenario: Scenario) => {
  const { id } = await makePlan(scenario)
  return { input: { params: { planId: String(id) } }, row: { table: 'plans', id } }
}

/** Creates a plan with a module. The call names both ids. */
async function byBoth(scenario: Scenario) {
  const { id, module_id, link } = await makePlan(scenario)
  const params = { a: String(id), b: String(module_id) }
  return { input: { params }, row: { table: 'plan_modules', id: link }, module_id }
}

/** Creates a plan with a second company, which users of the first do not see. */
async function withOthers(scenario: Scenario) {
  const { input, row } = await byPlanId(scenario)
  if (scenario.rowOwner === 'missing') return { input, row }
  const { id: company_id, name } = await makeCompanyApart(scenario)
  await scenario.app.db
    .insertInto('plan_companies')
    .values({ plan_id: row.id, company_id })
    .execute()
  return { input, row, beneath: name }
}

/** Creates a module, and a company that company users must not see in the list (`beneath`). */
async function modulesToGive(scenario: Scenario) {
  const module = await scenario.module()
  if (scenario.rowOwner === 'missing') return module
  return { ...module, beneath: (await makeCompanyApart(scenario)).name }
}

/** Plans, their modules and their companies. */
export const planFixtures: EndpointFixtures<Planning> = {
  planList: {
    scope: 'catalogue',
    async make(scenario) {
      const { id, name } = await makePlan(scenario)
      return { input: { query: { search: name } }, row: { table: 'plans', id } }
    },
    lists: 'rows',
    problems: {},
    audit: undefined,
  },
  planGet: {
    scope: 'catalogue',
    make: byId,
    problems: { 'plan-not-found': 'missing' },
    audit: undefined,
  },
  planCreate: {
    sensitive: 'creating a plan',
    scope: 'new',
    make: () => ({ input: { body: { name: newName('Plano') } } }),
    problems: {
      'plan-name-in-use': async (_, scenario) => ({
        body: { name: (await makePlan(scenario)).name },
      }),
    },
    audit: { target: onNew('plan'), tells: ['after'] },
  },
  planUpdate: {
    sensitive: 'changing a plan',
    scope: 'catalogue',
    async make(scenario) {
      const { input, row } = await byId(scenario)
      return { input: { ...input, body: { name: newName('Plano'), active: false } }, row }
    },
    problems: {
      'plan-not-found': 'missing',
      'plan-name-taken': async ({ input }, scenario) => ({
        ...input,
        body: { ...input.body, name: (await makePlan(scenario)).name },
      }),
      'plan-of-console': async ({ input }, scenario) => ({
        params: { id: String((await makePlanOfConsole(scenario)).id) },
        body: input.body,
      }),
      'changed-meanwhile': ({ input }) => ({ ...input, body: { ...input.body, version: 99 } }),
    },
    audit: { target: onRow('plan'), tells: ['before', 'after'] },
  },
  planModuleList: {
    scope: 'catalogue',
    make: byId,
    problems: { 'plan-not-found': 'missing' },
    audit: undefined,
  },
  planModuleGet: {
    scope: 'catalogue',
    make: byBoth,
    problems: { 'plan-module-not-found': 'missing' },
    audit: undefined,
  },
  planModuleCatalogue: {
    scope: 'catalogue',
    async make(scenario) {
      const { service, ...rest } = await modulesToGive(scenario)
      return { input: {}, ...rest, row: { table: 'services', id: service.id } }
    },
    lists: 'data',
    problems: {},
    audit: undefined,
  },
  planModuleConsult: {
    scope: 'catalogue',
    async make(scenario) {
      const { id, ...rest } = await modulesToGive(scenario)
      return { input: {}, ...rest, row: { table: 'modules', id } }
    },
    lists: 'data',
    problems: {},
    audit: undefined,
  },
  planModuleCreate: {
    sensitive: 'adding modules to a plan',
    scope: 'catalogue',
    async make(scenario) {
      const { id } = await makePlan(scenario)
      const module_id = [(await scenario.module()).id, (await scenario.module()).id]
      return {
        input: { body: { plan_id: id, module_id, limit: 3 } },
        row: { table: 'plans', id },
      }
    },
    problems: {
      'plan-not-found': 'missing',
      'module-not-found': ({ input: { body } }) => ({
        body: { ...body, module_id: [...[body.module_id].flat(), missingId] },
      }),
      'plan-module-exists': async (_, scenario) => {
        const { id, module_id } = await makePlan(scenario)
        return { body: { plan_id: id, module_id, limit: 3 } }
      },
    },
    audit: { target: onRow('plan'), tells: ['after'] },
  },
  planModuleUpdate: {
    sensitive: 'changing the seats of a module in a plan',
    scope: 'catalogue',
    async make(scenario) {
      const { input, row, module_id } = await byBoth(scenario)
      return { input: { ...input, body: { module_id, limit: 4, active: false } }, row }
    },
    problems: {
      'plan-module-not-found': 'missing',
      'plan-of-console': async (_, scenario) => ({
        params: { a: String((await makePlanOfConsole(scenario)).id), b: '1' },
        body: { module_id: 1, limit: 4, active: false },
      }),
      'changed-meanwhile': ({ input }) => ({ ...input, body: { ...input.body, version: 99 } }),
    },
    audit: { target: onRow('plan-module'), tells: ['before', 'after'] },
  },
  planModuleInactivate: {
    sensitive: 'removing a module from a plan',
    scope: 'catalogue',
    async make(scenario) {
      const { link } = await makePlan(scenario)
      const params = { planModuleId: String(link) }
      return { input: { params }, row: { table: 'plan_modules', id: link } }
    },
    problems: {
      'plan-module-not-found': 'missing',
      'plan-of-console': async (_, scenario) => ({
        params: { planModuleId: String((await makePlanOfConsole(scenario)).link) },
      }),
    },
    audit: { target: onRow('plan-module'), tells: ['before', 'after'] },
  },
  planCompanyList: {
    scope: 'catalogue',
    make: byPlanId,
    problems: { 'plan-not-found': 'missing' },
    audit: undefined,
  },
  planCompanyConsult: {
    scope: 'catalogue',
    make: withOthers,
    problems: { 'plan-not-found': 'missing' },
    audit: undefined,
  },
  planCompanyAdd: {
    sensitive: 'adding companies to a plan',
    scope: 'catalogue',
    async make(scenario) {
      const { id } = await makePlan(scenario)
      const { id: company_id } = await makeCompanyApart(scenario)
      return { input: { body: { plan_id: id, company_id } }, row: { table: 'plans', id } }
    },
    problems: {
      'plan-not-found': 'missing',
      'company-not-found': ({ input: { body } }) => ({
        body: { ...body, company_id: [...[body.company_id].flat(), missingId] },
      }),
    },
    audit: { target: onRow('plan'), tells: ['after'] },
  },
  planCompanyRemove: {
    sensitive: 'removing companies from a plan',
    scope: 'catalogue',
    async make(scenario) {
      const { id } = await makePlan(scenario)
      const body = { plan_id: id, company_id: [scenario.companyId] }
      return { input: { body }, row: { table: 'plans', id } }
    },
    problems: {
      'plan-not-found': 'missing',
      'plan-of-console': async (_, scenario) => {
        const { id, companyId } = await makePlanOfConsole(scenario)
        return { body: { plan_id: id, company_id: companyId } }
      },
    },
    audit: { target: onRow('plan'), tells: ['before'] },
  },
}
