import type pg from 'pg'
import { consoleModuleId } from '../../contract/constants.ts'
import { madeAt } from './demo-dates.ts'
import { exampleModuleId } from './demo-modules.ts'
import { insertRows } from './insert-rows.ts'

interface DemoPlan {
  id: number
  name: string
  active: boolean
  /** Seats of the plan by module id. */
  seats: Readonly<Record<number, number>>
  /** Modules removed from the plan: their rows are inactive and give no seats. */
  withdrawn: readonly number[]
  companies: readonly number[]
}

/** Plans of the demo. 'Essencial' entitles every company to the console. */
const plans: readonly DemoPlan[] = [
  {
    id: 1,
    name: 'Essencial',
    active: true,
    seats: { [consoleModuleId]: 60, [exampleModuleId]: 15, 6: 15, 10: 20 },
    withdrawn: [],
    companies: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  },
  {
    id: 2,
    name: 'Profissional',
    active: true,
    seats: { 7: 10, 8: 8, 9: 12, 11: 10, 12: 12, 14: 5, 15: 20 },
    withdrawn: [14],
    companies: [2, 3, 4, 5, 6],
  },
  {
    id: 3,
    name: 'Regulatório',
    active: true,
    seats: { 2: 8, 3: 8, 4: 5, 15: 5, 16: 8, 17: 5, 18: 10 },
    withdrawn: [],
    companies: [1, 2, 3, 7],
  },
  {
    id: 4,
    name: 'Promocional 2024',
    active: false,
    seats: { 10: 40, 15: 40 },
    withdrawn: [],
    companies: [2, 10],
  },
]

const loosePlans: readonly { company: number; module: number; seats: number; active: boolean }[] = [
  { company: 2, module: 10, seats: 4, active: true },
  { company: 3, module: 13, seats: 3, active: true },
  { company: 4, module: 13, seats: 4, active: true },
  { company: 8, module: 15, seats: 5, active: true },
  { company: 6, module: 16, seats: 2, active: true },
  { company: 4, module: 18, seats: 2, active: false },
  { company: 9, module: 12, seats: 6, active: false },
]

/** Returns the number of seats of a module in a company, by the same rule as the SQL function seat_limit. */
export function demoSeatLimit(companyId: number, moduleId: number): number {
  const planned = plans
    .filter((plan) => plan.active && plan.companies.includes(companyId))
    .filter((plan) => !plan.withdrawn.includes(moduleId))
    .reduce((sum, plan) => sum + (plan.seats[moduleId] ?? 0), 0)
  const loose = loosePlans.find(
    (plan) => plan.active && plan.company === companyId && plan.module === moduleId,
  )
  return planned + (loose?.seats ?? 0)
}

/**
 * Lowers a loose plan below its use. No user loses a seat, but no further user gets one until use is below the limit.
 */
export async function lowerLoosePlan(client: pg.ClientBase): Promise<void> {
  await client.query(
    'update loose_plans set seat_limit = 3 where company_id = 8 and module_id = 15',
  )
}

export async function insertPlans(client: pg.ClientBase): Promise<void> {
  const planRows = plans.map(({ id, name, active }) => {
    return { id, name, active, created_at: madeAt(id * 3_100), updated_at: madeAt(id * 3_100) }
  })
  await insertRows(client, 'plans', planRows)
  const seats = plans.flatMap((plan) =>
    Object.entries(plan.seats).map(([module, limit]) => ({
      plan_id: plan.id,
      module_id: Number(module),
      seat_limit: limit,
      active: !plan.withdrawn.includes(Number(module)),
      created_at: madeAt(plan.id * 3_150),
      updated_at: madeAt(plan.id * 3_150),
    })),
  )
  await insertRows(client, 'plan_modules', seats)
  const companies = plans.flatMap((plan) =>
    plan.companies.map((company) => {
      return { plan_id: plan.id, company_id: company, created_at: madeAt(100_000 + company) }
    }),
  )
  await insertRows(client, 'plan_companies', companies)
  const loose = loosePlans.map((plan, place) => ({
    company_id: plan.company,
    module_id: plan.module,
    seat_limit: plan.seats,
    active: plan.active,
    created_at: madeAt(120_000 + place * 977),
    updated_at: madeAt(120_000 + place * 1_977),
  }))
  await insertRows(client, 'loose_plans', loose)
}
