import { z } from 'zod'
import { grantsOfScreens } from './choices.ts'
import { commonModuleSentence, isGrantable } from './common-module.ts'
import { endpoint } from './endpoint.ts'
import { id, idInPath, idsOf, instant, version } from './fields.ts'
import { listQuery, pageOf, statusFilter } from './list.ts'
import { seatLimit } from './plans.ts'
import { statusColumn, tableOf } from './table.ts'

const required = 'Preencha os campos obrigatórios'

/** Maximum number of modules per request, more than exist. */
const modulesMax = 500

const named = z.object({ id, name: z.string() })

const planModule = z.object({
  id,
  plan_id: id,
  module_id: id,
  /** Seats of the module for each company that has the plan. */
  limit: z.int(),
  active: z.boolean(),
  created_at: instant,
  updated_at: instant,
  version,
  module: named.extend({ Service: named }),
})

/** Active companies, which the forms of loose plans and of plan modules offer. */
const companys = z.array(named)

/** Modules of a plan and the number of seats of each (console.md §2, §5, §7; rulings §10). */
export const planModules = {
  planModuleList: endpoint({
    method: 'GET',
    path: '/plan-module/{id}/module',
    summary: 'The modules of a plan; `id` is the id of the plan.',
    access: { screen: '/plan-module-manager' },
    audit: 'none',
    params: z.strictObject({ id: idInPath }),
    query: listQuery(['service', 'module', 'limit', 'created_at', 'status'], {
      filters: statusFilter,
    }),
    success: pageOf(planModule),
    table: tableOf(
      'Módulos do plano',
      planModule,
      [
        { header: 'Serviço', text: (row) => row.module.Service.name },
        { header: 'Módulo', text: (row) => row.module.name },
        { header: 'Quantidade', text: (row) => row.limit },
        statusColumn,
      ],
      'Exportação de módulos de plano',
    ),
    problems: ['plan-not-found'],
  }),
  planModuleGet: endpoint({
    method: 'GET',
    path: '/plan-module/{a}/{b}',
    summary: 'One module of a plan; `a` is the id of the plan, `b` that of the module.',
    access: { screen: '/plan-module-manager-form' },
    audit: 'none',
    params: z.strictObject({ a: idInPath, b: idInPath }),
    success: planModule,
    problems: ['plan-module-not-found'],
  }),
  planModuleCatalogue: endpoint({
    method: 'GET',
    path: '/plan-module',
    summary: 'The active services with their active modules, and the active companies.',
    access: grantsOfScreens('/plan-module-manager-form', '/plan-loose-form'),
    audit: 'none',
    success: z.object({ data: z.array(named.extend({ modules: z.array(named) })), companys }),
    problems: [],
  }),
  planModuleConsult: endpoint({
    method: 'GET',
    path: '/plan-module/consult',
    summary: 'The active modules, each with its service, and the active companies, for selection.',
    access: grantsOfScreens('/plan-module-manager-form', '/plan-loose-form'),
    audit: 'none',
    success: z.object({ data: z.array(named.extend({ Service: named })), companys }),
    problems: [],
  }),
  planModuleCreate: endpoint({
    method: 'POST',
    path: '/plan-module',
    summary: 'Adds one or more modules to a plan, all or nothing.',
    access: { screen: '/plan-module-manager-form', action: 'create' },
    confirm: true,
    audit: {
      event: 'plan-module.created',
      title: 'Inclusão de módulos em plano',
      past: 'Módulos incluídos em um plano',
    },
    body: z.strictObject({
      plan_id: id,
      module_id: idsOf(modulesMax, required)
        .refine((ids) => ids.length > 0, required)
        .refine((ids) => ids.every(isGrantable), commonModuleSentence),
      limit: seatLimit,
    }),
    success: z.object({ plan_id: id, modules: z.array(planModule) }),
    problems: ['plan-not-found', 'module-not-found', 'plan-module-exists'],
  }),
  planModuleUpdate: endpoint({
    method: 'PUT',
    path: '/plan-module/update/{a}/{b}',
    summary:
      'Replaces seats and status of a module of a plan; `a` is the id of the plan, `b` that of the module. With `version`, fails if it was saved in between.',
    access: { screen: '/plan-module-manager-form', action: 'update' },
    confirm: true,
    audit: {
      event: 'plan-module.updated',
      title: 'Atualização de módulo de plano',
      past: 'Módulo de um plano alterado',
    },
    params: z.strictObject({ a: idInPath, b: idInPath }),
    body: z.strictObject({
      /** The module in the path; it cannot change. */
      module_id: id,
      limit: seatLimit,
      active: z.boolean(required),
      version: version.optional(),
    }),
    success: planModule,
    problems: ['plan-module-not-found', 'plan-of-console', 'changed-meanwhile'],
  }),
  planModuleInactivate: endpoint({
    method: 'PUT',
    path: '/plan-module/inactivate/{planModuleId}',
    summary: 'Removes a module from a plan: it becomes inactive there and gives no seats.',
    access: { screen: '/plan-module-manager', action: 'delete' },
    confirm: true,
    audit: {
      event: 'plan-module.inactivated',
      title: 'Inativação de módulo de plano',
      past: 'Módulo retirado de um plano',
    },
    params: z.strictObject({ planModuleId: idInPath }),
    success: planModule,
    problems: ['plan-module-not-found', 'plan-of-console'],
  }),
}
