import type { loosePlans } from '../../contract/loose-plans.ts'
import { makeLoosePlan, makeLoosePlanOfConsole } from './plan-stage.ts'
import { onNew, onRow, type Samples } from './sample.ts'
import { nobodysId } from './sample-stage.ts'

/** Loose plans. */
export const loosePlanSamples: Samples<keyof typeof loosePlans> = {
  loosePlanList: {
    scope: 'catalogue',
    async make(stage) {
      const { id, module } = await makeLoosePlan(stage)
      return { input: { query: { search: module } }, row: { table: 'loose_plans', id } }
    },
    lists: 'rows',
    problems: {},
    trail: undefined,
  },
  loosePlanGet: {
    scope: 'catalogue',
    async make(stage) {
      const { id, module_id } = await makeLoosePlan(stage)
      const params = { a: String(id), b: String(module_id) }
      return { input: { params }, row: { table: 'loose_plans', id } }
    },
    problems: { 'loose-plan-not-found': 'missing' },
    trail: undefined,
  },
  loosePlanCreate: {
    scope: 'new',
    async make(stage) {
      const { id: module_id } = await stage.module()
      return { input: { body: { company_id: stage.companyId, module_id, limit: 3 } } }
    },
    problems: {
      'company-not-found': ({ input: { body } }) => ({ body: { ...body, company_id: nobodysId } }),
      'module-not-found': ({ input: { body } }) => ({ body: { ...body, module_id: nobodysId } }),
      'loose-plan-exists': async (_, stage) => {
        const { company_id, module_id } = await makeLoosePlan(stage)
        return { body: { company_id, module_id, limit: 3 } }
      },
    },
    trail: { target: onNew('loose-plan'), tells: ['after'] },
  },
  loosePlanUpdate: {
    scope: 'catalogue',
    async make(stage) {
      const { id, company_id, module_id } = await makeLoosePlan(stage)
      const params = { a: String(id), b: String(company_id) }
      const body = { company_id, module_id, limit: 4, active: false }
      return { input: { params, body }, row: { table: 'loose_plans', id } }
    },
    problems: {
      'loose-plan-not-found': 'missing',
      'plan-of-console': async ({ input: { body } }, stage) => {
        const { id, companyId } = await makeLoosePlanOfConsole(stage)
        return {
          params: { a: String(id), b: String(companyId) },
          body: { ...body, company_id: companyId, module_id: 1 },
        }
      },
      'changed-meanwhile': ({ input }) => ({ ...input, body: { ...input.body, version: 99 } }),
    },
    trail: { target: onRow('loose-plan'), tells: ['before', 'after'] },
  },
  loosePlanInactivate: {
    scope: 'catalogue',
    async make(stage) {
      const { id } = await makeLoosePlan(stage)
      return { input: { params: { id: String(id) } }, row: { table: 'loose_plans', id } }
    },
    problems: {
      'loose-plan-not-found': 'missing',
      'plan-of-console': async (_, stage) => ({
        params: { id: String((await makeLoosePlanOfConsole(stage)).id) },
      }),
    },
    trail: { target: onRow('loose-plan'), tells: ['before', 'after'] },
  },
}
