import type { planCompanies } from '../../contract/plan-companies.ts'
import type { planModules } from '../../contract/plan-modules.ts'
import type { plans } from '../../contract/plans.ts'
import { makeCompanyApart, makePlan, makePlanOfConsole } from './plan-stage.ts'
import { onNew, onRow, type Samples } from './sample.ts'
import { newName, nobodysId, type Stage } from './sample-stage.ts'

type Planning = keyof typeof plans | keyof typeof planModules | keyof typeof planCompanies

const byId = async (stage: Stage) => {
  const { id } = await makePlan(stage)
  return { input: { params: { id: String(id) } }, row: { table: 'plans', id } }
}

const byPlanId = async (stage: Stage) => {
  const { id } = await makePlan(stage)
  return { input: { params: { planId: String(id) } }, row: { table: 'plans', id } }
}

/** A module of a plan, named by both. */
async function byBoth(stage: Stage) {
  const { id, module_id, link } = await makePlan(stage)
  const params = { a: String(id), b: String(module_id) }
  return { input: { params }, row: { table: 'plan_modules', id: link }, module_id }
}

/** A plan with all of its companies; others than administrators find no company but their own. */
async function withOthers(stage: Stage) {
  const { input, row } = await byPlanId(stage)
  if (stage.whose === 'missing') return { input, row }
  const { id: company_id, name } = await makeCompanyApart(stage)
  await stage.app.db.insertInto('plan_companies').values({ plan_id: row.id, company_id }).execute()
  return { input, row, beneath: name }
}

/** All modules that companies can be given; others than administrators find no company but their own. */
async function modulesToGive(stage: Stage) {
  const module = await stage.module()
  if (stage.whose === 'missing') return module
  return { ...module, beneath: (await makeCompanyApart(stage)).name }
}

/** Plans, their modules and their companies. */
export const planSamples: Samples<Planning> = {
  planList: {
    scope: 'catalogue',
    async make(stage) {
      const { id, name } = await makePlan(stage)
      return { input: { query: { search: name } }, row: { table: 'plans', id } }
    },
    lists: 'rows',
    problems: {},
    trail: undefined,
  },
  planGet: {
    scope: 'catalogue',
    make: byId,
    problems: { 'plan-not-found': 'missing' },
    trail: undefined,
  },
  planCreate: {
    scope: 'new',
    make: () => ({ input: { body: { name: newName('Plano') } } }),
    problems: {
      'plan-name-in-use': async (_, stage) => ({ body: { name: (await makePlan(stage)).name } }),
    },
    trail: { target: onNew('plan'), tells: ['after'] },
  },
  planUpdate: {
    scope: 'catalogue',
    async make(stage) {
      const { input, row } = await byId(stage)
      return { input: { ...input, body: { name: newName('Plano'), active: false } }, row }
    },
    problems: {
      'plan-not-found': 'missing',
      'plan-name-taken': async ({ input }, stage) => ({
        ...input,
        body: { ...input.body, name: (await makePlan(stage)).name },
      }),
      'plan-of-console': async ({ input }, stage) => ({
        params: { id: String((await makePlanOfConsole(stage)).id) },
        body: input.body,
      }),
      'changed-meanwhile': ({ input }) => ({ ...input, body: { ...input.body, version: 99 } }),
    },
    trail: { target: onRow('plan'), tells: ['before', 'after'] },
  },
  planModuleList: {
    scope: 'catalogue',
    make: byId,
    problems: { 'plan-not-found': 'missing' },
    trail: undefined,
  },
  planModuleGet: {
    scope: 'catalogue',
    make: byBoth,
    problems: { 'plan-module-not-found': 'missing' },
    trail: undefined,
  },
  planModuleCatalogue: {
    scope: 'catalogue',
    async make(stage) {
      const { service, ...rest } = await modulesToGive(stage)
      return { input: {}, ...rest, row: { table: 'services', id: service.id } }
    },
    lists: 'data',
    problems: {},
    trail: undefined,
  },
  planModuleConsult: {
    scope: 'catalogue',
    async make(stage) {
      const { id, ...rest } = await modulesToGive(stage)
      return { input: {}, ...rest, row: { table: 'modules', id } }
    },
    lists: 'data',
    problems: {},
    trail: undefined,
  },
  planModuleCreate: {
    scope: 'catalogue',
    async make(stage) {
      const { id } = await makePlan(stage)
      const module_id = [(await stage.module()).id, (await stage.module()).id]
      return {
        input: { body: { plan_id: id, module_id, limit: 3 } },
        row: { table: 'plans', id },
      }
    },
    problems: {
      'plan-not-found': 'missing',
      'module-not-found': ({ input: { body } }) => ({
        body: { ...body, module_id: [...[body.module_id].flat(), nobodysId] },
      }),
      'plan-module-exists': async (_, stage) => {
        const { id, module_id } = await makePlan(stage)
        return { body: { plan_id: id, module_id, limit: 3 } }
      },
    },
    trail: { target: onRow('plan'), tells: ['after'] },
  },
  planModuleUpdate: {
    scope: 'catalogue',
    async make(stage) {
      const { input, row, module_id } = await byBoth(stage)
      return { input: { ...input, body: { module_id, limit: 4, active: false } }, row }
    },
    problems: {
      'plan-module-not-found': 'missing',
      'plan-of-console': async (_, stage) => ({
        params: { a: String((await makePlanOfConsole(stage)).id), b: '1' },
        body: { module_id: 1, limit: 4, active: false },
      }),
      'changed-meanwhile': ({ input }) => ({ ...input, body: { ...input.body, version: 99 } }),
    },
    trail: { target: onRow('plan-module'), tells: ['before', 'after'] },
  },
  planModuleInactivate: {
    scope: 'catalogue',
    async make(stage) {
      const { link } = await makePlan(stage)
      const params = { planModuleId: String(link) }
      return { input: { params }, row: { table: 'plan_modules', id: link } }
    },
    problems: {
      'plan-module-not-found': 'missing',
      'plan-of-console': async (_, stage) => ({
        params: { planModuleId: String((await makePlanOfConsole(stage)).link) },
      }),
    },
    trail: { target: onRow('plan-module'), tells: ['before', 'after'] },
  },
  planCompanyList: {
    scope: 'catalogue',
    make: byPlanId,
    problems: { 'plan-not-found': 'missing' },
    trail: undefined,
  },
  planCompanyConsult: {
    scope: 'catalogue',
    make: withOthers,
    problems: { 'plan-not-found': 'missing' },
    trail: undefined,
  },
  planCompanyAdd: {
    scope: 'catalogue',
    async make(stage) {
      const { id } = await makePlan(stage)
      const { id: company_id } = await makeCompanyApart(stage)
      return { input: { body: { plan_id: id, company_id } }, row: { table: 'plans', id } }
    },
    problems: {
      'plan-not-found': 'missing',
      'company-not-found': ({ input: { body } }) => ({
        body: { ...body, company_id: [...[body.company_id].flat(), nobodysId] },
      }),
    },
    trail: { target: onRow('plan'), tells: ['after'] },
  },
  planCompanyRemove: {
    scope: 'catalogue',
    async make(stage) {
      const { id } = await makePlan(stage)
      const body = { plan_id: id, company_id: [stage.companyId] }
      return { input: { body }, row: { table: 'plans', id } }
    },
    problems: {
      'plan-not-found': 'missing',
      'plan-of-console': async (_, stage) => {
        const { id, companyId } = await makePlanOfConsole(stage)
        return { body: { plan_id: id, company_id: companyId } }
      },
    },
    trail: { target: onRow('plan'), tells: ['before'] },
  },
}
