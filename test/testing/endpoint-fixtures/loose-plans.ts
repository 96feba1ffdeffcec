import type { loosePlans } from '../../../contract/loose-plans.ts'
import { makeLoosePlan, makeLoosePlanOfConsole } from '../plan-scenario.ts'
import { onNew, onRow, type EndpointFixtures } from './endpoint-fixture.ts'
import { missingId } from './scenario.ts'

/** Loose plans. */
export const loosePlanFixtures: EndpointFixtures<keyof typeof loosePlans> = {
  loosePlanList: {
    scope: 'catalogue',
    async make(scenario) {
      const { id, module } = await makeLoosePlan(scenario)
      return { input: { query: { search: module } }, row: { table: 'loose_plans', id } }
    },
    lists: 'rows',
    problems: {},
    audit: undefined,
  },
  loosePlanGet: {
    scope: 'catalogue',
    async make(scenario) {
      const { id, module_id } = await makeLoosePlan(scenario)
      const params = { a: String(id), b: String(module_id) }
      return { input: { params }, row: { table: 'loose_plans', id } }
    },
    problems: { 'loose-plan-not-found': 'missing' },
    audit: undefined,
  },
  loosePlanCreate: {
    sensitive: 'creating a loose plan',
    scope: 'new',
    async make(scenario) {
      const { id: module_id } = await scenario.module()
      return { input: { body: { company_id: scenario.companyId, module_id, limit: 3 } } }
    },
    problems: {
      'company-not-found': ({ input: { body } }) => ({ body: { ...body, company_id: missingId } }),
      'module-not-found': ({ input: { body } }) => ({ body: { ...body, module_id: missingId } }),
      'loose-plan-exists': async (_, scenario) => {
        const { company_id, module_id } = await makeLoosePlan(scenario)
        return { body: { company_id, module_id, limit: 3 } }
      },
    },
    audit: { target: onNew('loose-plan'), tells: ['after'] },
  },
  loosePlanUpdate: {
    sensitive: 'changing a loose plan',
    scope: 'catalogue',
    async make(scenario) {
      const { id, company_id, module_id } = await makeLoosePlan(scenario)
      const params = { a: String(id), b: String(company_id) }
      const body = { company_id, module_id, limit: 4, active: false }
      return { input: { params, body }, row: { table: 'loose_plans', id } }
    },
    problems: {
      'loose-plan-not-found': 'missing',
      'plan-of-console': async ({ input: { body } }, scenario) => {
        const { id, companyId } = await makeLoosePlanOfConsole(scenario)
        return {
          params: { a: String(id), b: String(companyId) },
          body: { ...body, company_id: companyId, module_id: 1 },
        }
      },
      'changed-meanwhile': ({ input }) => ({ ...input, body: { ...input.body, version: 99 } }),
    },
    audit: { target: onRow('loose-plan'), tells: ['before', 'after'] },
  },
  loosePlanInactivate: {
    sensitive: 'deactivating a loose plan',
    scope: 'catalogue',
    async make(scenario) {
      const { id } = await makeLoosePlan(scenario)
      return { input: { params: { id: String(id) } }, row: { table: 'loose_plans', id } }
    },
    problems: {
      'loose-plan-not-found': 'missing',
      'plan-of-console': async (_, scenario) => ({
        params: { id: String((await makeLoosePlanOfConsole(scenario)).id) },
      }),
    },
    audit: { target: onRow('loose-plan'), tells: ['before', 'after'] },
  },
}
