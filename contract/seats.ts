import { z } from 'zod'
import { grantsOfScreens } from './choices.ts'
import { endpoint, type Grant } from './endpoint.ts'
import { id, idInPath, idsOf, instant } from './fields.ts'
import { idInQuery, listQuery, pageOf } from './list.ts'
import { seatLimit } from './plans.ts'
import { homePlacesMax, seatsOfPlace } from './seat-pressure.ts'
import { formatInstant } from './shown.ts'
import { nameColumn, tableOf } from './table.ts'
import { heldPeriod } from './user-profiles.ts'

/** Maximum exact count of an effect; screens show a higher count as 'mais de 1.000'. */
export const effectCountMax = 1000
/** Maximum number of rows of an effect. The most affected come first. */
export const effectRowsMax = 50
/** Maximum number of companies per request, as in a write of plan × company. */
const companiesMax = 10_000

const named = z.object({ id, name: z.string() })
const moduleOfService = named.extend({ Service: named })

/**
 * Numbers of seats. `free` and `over` are never both above 0. If the limit is exceeded, users keep their seats, but no
 * user gets a new one.
 */
const counted = {
  limit: z.int().min(0),
  used: z.int().min(0),
  free: z.int().min(0),
  over: z.int().min(0),
}

/** Seats of a module in a company, and the plans that give them. */
export const seatsOfModule = z.object({
  module: moduleOfService,
  ...counted,
  /** Active plans that give these seats, each with its number of seats. */
  plans: z.array(named.extend({ seats: z.int() })),
  /** Loose plan of the module; null if there is none. An inactive one gives no seats, and no other can be created. */
  loose_plan: z.object({ id, seats: z.int(), active: z.boolean() }).nullable(),
})

/** A company that has the plan. */
const seatsOfPlan = z.object({
  id,
  company: named,
  /** Modules of the plan; `seats` is the plan's part of the limit, 0 while the plan is inactive. */
  modules: z.array(z.object({ module: moduleOfService, seats: z.int().min(0), ...counted })),
})

/** Count, exact up to `effectCountMax`; `more` is true beyond that. */
const bounded = z.object({ count: z.int().min(0).max(effectCountMax), more: z.boolean() })

const effect = z.object({
  /** Users who lose a module because their company has no seats of it left. */
  people: bounded,
  /** Companies in which a module has more users than seats after the change. */
  companies: bounded,
  /**
   * Number of users above a lowered limit that is not 0. They keep their access, but no user can be added until there
   * are fewer.
   */
  over: bounded,
  /** Affected modules of companies: first those where users lose access, then those furthest over the limit. */
  rows: z.array(
    z.object({
      company: named,
      module: moduleOfService,
      used: z.int(),
      limit: z.int(),
      /** Limit after the change. If it is 0, all users of the module in that company lose access. */
      new_limit: z.int(),
      over: z.int(),
    }),
  ),
})

/** User who takes seats in a company: one seat for each module of which the user has a profile there. */
const seatHolder = named.extend({
  email: z.string(),
  suspended: z.boolean(),
  /** Null if the user never signed in. */
  last_access_at: instant.nullable(),
  /**
   * Modules of which the user takes a seat, sorted by service and module, with the profiles that the caller may see.
   */
  modules: z.array(
    z.object({
      module: moduleOfService,
      profiles: z.array(
        named.extend({
          spid: z.string().nullable(),
          ...heldPeriod,
          /** As in `userProfileGet`. */
          last_used_at: instant.nullable(),
        }),
      ),
    }),
  ),
})

/** Grants of the writes whose effect on seats can be previewed. */
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

/** Number of seats after the change; absent if the write removes all of them. */
const newSeats = seatLimit.optional()

/**
 * Seats: how many users of a company may use a module, how many of them are taken, and how a change of plans would
 * affect users (rulings §6). An addition to the specification.
 */
export const seats = {
  seatsOfCompany: endpoint({
    method: 'GET',
    path: '/seat/company/{companyId}',
    summary: 'Seats of a company, by module, with the plans that give them.',
    access: grantsOfScreens(
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
  seatsNearlyFull: endpoint({
    method: 'GET',
    path: '/seat/nearly-full',
    summary:
      'The modules of companies that are nearly full or over their limit, as counted on HOME, the fullest first.',
    access: { screen: '/user-list' },
    audit: 'none',
    success: z.object({
      count: z.int().min(0),
      /** Whether further places, which were not counted, may be nearly full. */
      more: z.boolean(),
      places: z.array(seatsOfPlace).max(homePlacesMax),
    }),
    problems: [],
  }),
  seatHolderList: endpoint({
    method: 'GET',
    path: '/seat/company/{companyId}/holder',
    summary:
      'The users who take seats of a company, optionally of one module; without users that the caller does not see.',
    access: grantsOfScreens('/user-list', '/user-edit-profile', '/company-list', '/company-form'),
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
        text: (row) => (row.last_access_at === null ? '' : formatInstant(row.last_access_at)),
      },
    ]),
    problems: ['company-not-found'],
  }),
  seatsOfPlanList: endpoint({
    method: 'GET',
    path: '/seat/plan/{id}',
    summary:
      'The companies of a plan, each with its seats of the modules of the plan; `id` is the id of the plan.',
    access: grantsOfScreens(
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
    summary: 'Previews a change of a plan, of one of its modules, or of some of its companies.',
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
    summary: 'Previews a lower limit of a loose plan, or the end of the loose plan.',
    access: ofLoosePlan,
    audit: 'none',
    params: z.strictObject({ id: idInPath }),
    body: z.strictObject({ limit: newSeats }),
    success: effect,
    problems: ['loose-plan-not-found'],
  }),
}
