import { z } from 'zod'
import { readOn } from './choices.ts'
import { endpoint, type Grant } from './endpoint.ts'
import { id, idInPath, idsOf, instant } from './fields.ts'
import { idInQuery, listQuery, pageOf } from './list.ts'
import { seatLimit } from './plans.ts'
import { shownInstant } from './shown.ts'
import { nameColumn, tableOf } from './table.ts'

/** Up to here an effect is counted exactly; beyond, screens say 'mais de 1.000'. */
export const effectCountMax = 1000
/** So many of the companies and modules that a change hits hardest are named. */
export const effectRowsMax = 50
/** Most companies of one question, as of one write of plan × company. */
const companiesMax = 10_000

const named = z.object({ id, name: z.string() })
const moduleOfService = named.extend({ Service: named })

/** `free` and `over` are never both above 0; over the limit nobody loses a seat, and nobody gets one. */
const counted = {
  limit: z.int().min(0),
  used: z.int().min(0),
  free: z.int().min(0),
  over: z.int().min(0),
}

/** The seats of a module in a company, with what gives them. */
export const seatsOfModule = z.object({
  module: moduleOfService,
  ...counted,
  /** The active plans that give these seats, and how many each. */
  plans: z.array(named.extend({ seats: z.int() })),
  /** The active loose plan beside them. */
  loose_plan: z.object({ id, seats: z.int() }).nullable(),
})

/** A company that has the plan. */
const seatsOfPlan = z.object({
  id,
  company: named,
  /** Of the modules that the plan gives: `seats` is its part of the limit, 0 while the plan is inactive. */
  modules: z.array(z.object({ module: moduleOfService, seats: z.int().min(0), ...counted })),
})

/** Exact up to `effectCountMax`; `more` where there are more than that. */
const bounded = z.object({ count: z.int().min(0).max(effectCountMax), more: z.boolean() })

const effect = z.object({
  /** People whose access to a module ends, since their company has no seat of it any more. */
  people: bounded,
  /** Companies in which a module is used by more people than it then has seats. */
  companies: bounded,
  /** People past the limits that stay above 0: they keep their access, and nobody is added until they are fewer. */
  over: bounded,
  /** Where that is, those who lose access first, then those who are furthest over. */
  rows: z.array(
    z.object({
      company: named,
      module: moduleOfService,
      used: z.int(),
      limit: z.int(),
      /** The limit after the change; 0 ends the access of everybody who uses the module there. */
      new_limit: z.int(),
      over: z.int(),
    }),
  ),
})

/** Somebody who takes seats in a company: one of each module of which they hold a profile there. */
const seatHolder = named.extend({
  email: z.string(),
  suspended: z.boolean(),
  /** Null where they never signed in. */
  last_access_at: instant.nullable(),
  /** By service and module, with the profiles that the bearer sees. */
  modules: z.array(
    z.object({
      module: moduleOfService,
      profiles: z.array(named.extend({ spid: z.string().nullable() })),
    }),
  ),
})

/** The writes before which the effect is asked for. */
const ofPlan = [
  { screen: '/plan-form', action: 'update' },
  { screen: '/plan-module-manager', action: 'delete' },
  { screen: '/plan-module-manager-form', action: 'update' },
  { screen: '/plan-company-manager', action: 'update' },
] as const satisfies readonly Grant[]
const ofLoosePlan = [
  { screen: '/plan-loose', action: 'delete' },
  { screen: '/plan-loose-form', action: 'update' },
] as const satisfies readonly Grant[]

/** The limit after the change; left out, nothing is given any more. */
const newSeats = seatLimit.optional()

/**
 * Seats: how many people of a company may use a module, how many do, and what a change of plans would do to them
 * (rulings §6). Calls of our own: the specification has none.
 */
export const seats = {
  seatsOfCompany: endpoint({
    method: 'GET',
    path: '/seat/company/{companyId}',
    summary: 'Seats of a company, by module, with the plans that give them.',
    access: readOn(
      '/company-list',
      '/company-form',
      '/plan-loose',
      '/plan-loose-form',
      '/user-list',
      '/user-edit-profile',
    ),
    audit: 'none',
    params: z.strictObject({ companyId: idInPath }),
    success: z.object({ company: named, modules: z.array(seatsOfModule) }),
    problems: ['company-not-found'],
  }),
  seatHolderList: endpoint({
    method: 'GET',
    path: '/seat/company/{companyId}/holder',
    summary:
      'Who takes seats of a company, perhaps of one module; people whom the bearer does not see are not among them.',
    access: readOn('/user-list', '/user-edit-profile', '/company-list', '/company-form'),
    audit: 'none',
    params: z.strictObject({ companyId: idInPath }),
    query: listQuery(['name', 'email', 'last_access_at'], {
      filters: { module_id: idInQuery.optional() },
    }),
    success: pageOf(seatHolder),
    table: tableOf('Pessoas com licença', seatHolder, [
      nameColumn,
      { header: 'E-mail', text: (row) => row.email },
      {
        header: 'Último acesso',
        text: (row) => (row.last_access_at === null ? '' : shownInstant(row.last_access_at)),
      },
    ]),
    problems: ['company-not-found'],
  }),
  seatsOfPlanList: endpoint({
    method: 'GET',
    path: '/seat/plan/{id}',
    summary:
      'The companies of a plan, each with the seats of the modules that it gives; `id` is that of the plan.',
    access: readOn(
      '/plan-list',
      '/plan-form',
      '/plan-module-manager',
      '/plan-module-manager-form',
      '/plan-company-manager',
    ),
    audit: 'none',
    params: z.strictObject({ id: idInPath }),
    query: listQuery(['company']),
    success: pageOf(seatsOfPlan),
    table: tableOf('Licenças por empresa', seatsOfPlan, [
      { header: 'Empresa', text: (row) => row.company.name },
      {
        header: 'Licenças',
        text: (row) =>
          row.modules
            .map(({ module, used, limit }) => `${module.name}: ${used} de ${limit}`)
            .join(', '),
      },
    ]),
    problems: ['plan-not-found'],
  }),
  seatEffectOfPlan: endpoint({
    method: 'POST',
    path: '/seat/plan/{planId}/effect',
    summary:
      'What a change would do before it is made: of the whole plan, one of its modules, or for some companies.',
    access: ofPlan,
    audit: 'none',
    params: z.strictObject({ planId: idInPath }),
    body: z.strictObject({
      module_id: id.optional(),
      company_id: idsOf(companiesMax, 'Preencha os campos obrigatórios').optional(),
      limit: newSeats,
    }),
    bodyLimit: companiesMax * 11 + 512,
    success: effect,
    problems: ['plan-not-found'],
  }),
  seatEffectOfLoosePlan: endpoint({
    method: 'POST',
    path: '/seat/plan-loose/{id}/effect',
    summary: 'What a lower limit of a loose plan, or its end, would do before it is made.',
    access: ofLoosePlan,
    audit: 'none',
    params: z.strictObject({ id: idInPath }),
    body: z.strictObject({ limit: newSeats }),
    success: effect,
    problems: ['loose-plan-not-found'],
  }),
}
