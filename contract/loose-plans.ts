import { z } from 'zod'
import { commonModuleSentence, isGrantable } from './common-module.ts'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant, version } from './fields.ts'
import { idInQuery, listQuery, pageOf, statusFilter } from './list.ts'
import { seatLimit } from './plans.ts'
import { formatUtcInstant, formatStatus } from './shown.ts'
import { tableOf } from './table.ts'

const required = 'Preencha os campos obrigatórios'

const named = z.object({ id, name: z.string() })

/**
 * A loose plan in responses. `planModule.id`, `module_company_id` and `id` all contain the id of the loose plan.
 * `PlanCompany.id` is the id of the company (rulings §10).
 */
const loosePlan = z.object({
  id,
  planModule: z.object({
    id,
    module_company_id: id,
    limit: z.int(),
    active: z.boolean(),
    updated_at: instant,
    service: named,
    module: named,
  }),
  PlanCompany: z.object({ id, company: named }),
  version,
})

const requiredId = z.int(required).min(1, required).max(2_147_483_647, required)
const pair = { company_id: requiredId, module_id: requiredId }

/**
 * Loose plans (planos avulsos): seats of one module for one company, in addition to its plans (console.md §2, §5,
 * §7).
 */
export const loosePlans = {
  loosePlanList: endpoint({
    method: 'GET',
    path: '/plan-module/plan-loose',
    summary: 'All loose plans; for callers other than administrators, those of their company.',
    access: { screen: '/plan-loose' },
    audit: 'none',
    query: listQuery(['company', 'service', 'module', 'updated_at', 'limit', 'status'], {
      filters: {
        company_id: idInQuery.optional(),
        module_id: idInQuery.optional(),
        ...statusFilter,
      },
    }),
    success: pageOf(loosePlan),
    table: tableOf('Planos avulsos', loosePlan, [
      { header: 'Empresa', text: (row) => row.PlanCompany.company.name },
      { header: 'Serviço', text: (row) => row.planModule.service.name },
      { header: 'Módulo', text: (row) => row.planModule.module.name },
      {
        header: 'Data de Atualização (UTC)',
        text: (row) => formatUtcInstant(row.planModule.updated_at),
      },
      { header: 'Quantidade', text: (row) => row.planModule.limit },
      { header: 'Status', text: (row) => formatStatus(row.planModule) },
    ]),
    problems: [],
  }),
  loosePlanGet: endpoint({
    method: 'GET',
    path: '/plan-module/plan-loose/{a}/{b}',
    summary: 'One loose plan; `a` is its id, `b` that of its module.',
    access: { screen: '/plan-loose-form' },
    audit: 'none',
    params: z.strictObject({ a: idInPath, b: idInPath }),
    success: loosePlan,
    problems: ['loose-plan-not-found'],
  }),
  loosePlanCreate: endpoint({
    method: 'POST',
    path: '/plan-module/plan-loose',
    summary: 'Gives a company seats of a module in addition to its plans.',
    access: { screen: '/plan-loose-form', action: 'create' },
    confirm: true,
    audit: {
      event: 'loose-plan.created',
      title: 'Cadastro de plano avulso',
      past: 'Plano avulso criado',
    },
    body: z.strictObject({
      ...pair,
      module_id: pair.module_id.refine(isGrantable, commonModuleSentence),
      limit: seatLimit,
    }),
    success: loosePlan,
    problems: ['company-not-found', 'module-not-found', 'loose-plan-exists'],
  }),
  loosePlanUpdate: endpoint({
    method: 'PUT',
    path: '/plan-module/plan-loose/{a}/{b}',
    summary:
      'Replaces seats and status of a loose plan; `a` is its id, `b` that of its company. With `version`, fails if it was saved in between.',
    access: { screen: '/plan-loose-form', action: 'update' },
    confirm: true,
    audit: {
      event: 'loose-plan.updated',
      title: 'Atualização de plano avulso',
      past: 'Plano avulso alterado',
    },
    params: z.strictObject({ a: idInPath, b: idInPath }),
    body: z.strictObject({
      /** Company and module of the loose plan, which cannot change. */
      ...pair,
      limit: seatLimit,
      active: z.boolean(required),
      version: version.optional(),
    }),
    success: loosePlan,
    problems: ['loose-plan-not-found', 'plan-of-console', 'changed-meanwhile'],
  }),
  loosePlanInactivate: endpoint({
    method: 'PUT',
    path: '/plan-module/plan-loose/inactivate/{id}',
    summary: 'Makes a loose plan inactive, so that it gives no seats.',
    access: { screen: '/plan-loose', action: 'delete' },
    confirm: true,
    audit: {
      event: 'loose-plan.inactivated',
      title: 'Inativação de plano avulso',
      past: 'Plano avulso inativado',
    },
    params: z.strictObject({ id: idInPath }),
    success: loosePlan,
    problems: ['loose-plan-not-found', 'plan-of-console'],
  }),
}
