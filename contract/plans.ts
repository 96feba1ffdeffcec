import { z } from 'zod'
import { listGrants, grantsOfScreens } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant, version } from './fields.ts'
import { idInQuery, listQuery, pageOf, statusFilter } from './list.ts'
import { formatUtcInstant } from './shown.ts'
import { nameColumn, statusColumn, tableOf } from './table.ts'
import { seatLimitMax, seatLimitMin } from './limits.ts'
import { typedText } from './typed-text.ts'

const required = 'Preencha os campos obrigatórios'

/** Maximum length of a name (console.md §9). */
const planNameMax = 30

/** Schema of a typed number of seats: an integer from 1 to 99, not a string (console.md §5). */
export const seatLimit = z
  .number(required)
  .min(seatLimitMin, 'O limite deve ser maior que 0')
  .max(seatLimitMax, `São no máximo ${seatLimitMax} licenças.`)
  .int('Use um número inteiro.')

const name = typedText({ max: planNameMax, required })

const plan = z.object({
  id,
  name: z.string(),
  active: z.boolean(),
  created_at: instant,
  updated_at: instant,
  version,
})

/**
 * Endpoints of plans. A plan is a set of seats that can be assigned to companies (console.md §2, §5, §7). Dates of
 * plans are shown in UTC.
 */
export const plans = {
  planList: endpoint({
    method: 'GET',
    path: '/plan',
    summary:
      'All plans; for callers other than administrators, those of their company. `module_id` returns only those that contain this module.',
    access: listGrants('/plan-list', 'plan'),
    audit: 'none',
    query: listQuery(['name', 'created_at', 'status'], {
      filters: { module_id: idInQuery.optional(), ...statusFilter },
    }),
    success: pageOf(plan),
    table: tableOf('Planos', plan, [
      nameColumn,
      { header: 'Data de criação (UTC)', text: (row) => formatUtcInstant(row.created_at) },
      statusColumn,
    ]),
    problems: [],
  }),
  planGet: endpoint({
    method: 'GET',
    path: '/plan/{id}',
    summary: 'One plan.',
    access: grantsOfScreens(
      '/plan-form',
      '/plan-module-manager',
      '/plan-module-manager-form',
      '/plan-company-manager',
    ),
    audit: 'none',
    params: z.strictObject({ id: idInPath }),
    success: plan,
    problems: ['plan-not-found'],
  }),
  planCreate: endpoint({
    method: 'POST',
    path: '/plan',
    summary: 'Creates a plan without modules and companies; active by default.',
    access: { screen: '/plan-form', action: 'create' },
    confirm: true,
    audit: { event: 'plan.created', title: 'Cadastro de plano', past: 'Plano criado' },
    body: z.strictObject({ name, active: z.boolean().default(true) }),
    success: plan,
    problems: ['plan-name-in-use'],
  }),
  planUpdate: endpoint({
    method: 'PUT',
    path: '/plan/{id}',
    summary:
      'Replaces a plan; an inactive plan gives no seats. With `version`, fails if it was saved in between.',
    access: { screen: '/plan-form', action: 'update' },
    confirm: true,
    audit: { event: 'plan.updated', title: 'Atualização de plano', past: 'Plano alterado' },
    params: z.strictObject({ id: idInPath }),
    body: z.strictObject({ name, active: z.boolean(required), version: version.optional() }),
    success: plan,
    problems: ['plan-not-found', 'plan-name-taken', 'plan-of-console', 'changed-meanwhile'],
  }),
}
