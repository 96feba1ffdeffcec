import type { TestApp } from '../test-app.ts'
import { listFixture } from './list-fixture.ts'
import {
  createdAt,
  distinctNames,
  idsOf,
  isActive,
  names,
  rows,
  scattered,
  formatUtcInstant,
  formatStatus,
  status,
  updatedAt,
} from '../list-values.ts'

const nothing = () => Promise.resolve(undefined)

const companyNames = ['Órbita Telecom', 'Aurora Telecom', 'zênite Telecom'] as const
const serviceNames = ['Voz', 'Ônibus', 'ágil', 'Mapas'] as const

/** Creates a module for each name, in four services, and returns their ids. */
async function makeNamedModules(app: TestApp): Promise<number[]> {
  const ofServices = serviceNames.map((name) => ({ name, description: 'Descrição encoberta.' }))
  const services = idsOf(
    await app.db.insertInto('services').values(ofServices).returning('id').execute(),
  )
  const values = rows.map((row) => ({
    name: scattered(names, row, 1),
    service_id: scattered(services, row, 3),
    url: 'endereco-encoberto.example',
  }))
  return idsOf(await app.db.insertInto('modules').values(values).returning('id').execute())
}

/** Creates companies with these names and returns their ids. */
async function makeCompanies(app: TestApp, called: readonly string[]): Promise<number[]> {
  const ids: number[] = []
  for (const name of called) {
    const { id } = await app.build.company()
    await app.db.updateTable('companies').set({ name }).where('id', '=', id).execute()
    ids.push(id)
  }
  return ids
}

/** Returns the modules of every plan. */
const modulesOfPlans = (app: TestApp) =>
  app.db.selectFrom('plan_modules').select(['plan_id', 'module_id']).execute()

/** Lists of plans and seats. */
export const planListFixtures = {
  planList: listFixture('planList', {
    unique: ['name'],
    async seed(app) {
      const values = rows.map((row) => ({
        name: scattered(distinctNames, row, 1),
        active: isActive(row),
        created_at: createdAt(row),
        updated_at: updatedAt(row),
      }))
      const made = await app.db.insertInto('plans').values(values).returning('id').execute()
      const modules = [await app.build.module(), await app.build.module(), await app.build.module()]
      const ofPlans = idsOf(made).map((plan_id, row) => ({
        plan_id,
        module_id: scattered(modules, row, 1).id,
        seat_limit: 9,
        active: row % 4 > 0,
      }))
      await app.db.insertInto('plan_modules').values(ofPlans).execute()
      return { ids: idsOf(made), hidden: [formatUtcInstant(updatedAt(0).toISOString())] }
    },
    context: modulesOfPlans,
    read: (who, query) => who.call('planList', { query }),
    see: (row, modules) => ({
      sorts: {
        name: row.name.toLowerCase(),
        created_at: row.created_at,
        status: row.active,
      },
      filters: {
        status: status(row.active),
        module_id: modules.flatMap(({ plan_id, module_id }) =>
          plan_id === row.id ? [String(module_id)] : [],
        ),
      },
      searched: {
        name: row.name,
        created_at: formatUtcInstant(row.created_at),
        status: formatStatus(row.active),
      },
    }),
  }),

  planModuleList: listFixture('planModuleList', {
    async seed(app) {
      const modules = await makeNamedModules(app)
      const plans = idsOf(
        await app.db
          .insertInto('plans')
          .values([{ name: 'Plano encoberto' }, { name: 'Plano alheio' }])
          .returning('id')
          .execute(),
      )
      const [plan_id = 0, other = 0] = plans
      const values = rows.map((row) => ({
        plan_id,
        module_id: scattered(modules, row, 1),
        seat_limit: scattered([7, 99, 3, 41], row, 1),
        active: isActive(row),
        created_at: createdAt(row),
        updated_at: updatedAt(row),
      }))
      const made = await app.db.insertInto('plan_modules').values(values).returning('id').execute()
      const { id: module_id } = await app.build.module()
      const ofOther = { plan_id: other, module_id, seat_limit: 9 }
      await app.db.insertInto('plan_modules').values(ofOther).execute()
      return {
        ids: idsOf(made),
        params: { id: String(plan_id) },
        hidden: ['encoberto', 'Ônibus', 'Módulo'],
      }
    },
    context: nothing,
    read: (who, query, params) => who.call('planModuleList', { query, params }),
    see: (row) => ({
      sorts: {
        service: row.module.Service.name.toLowerCase(),
        module: row.module.name.toLowerCase(),
        limit: row.limit,
        created_at: row.created_at,
        status: row.active,
      },
      filters: { status: status(row.active) },
      searched: { module: row.module.name, created_at: formatUtcInstant(row.created_at) },
    }),
  }),

  loosePlanList: listFixture('loosePlanList', {
    async seed(app) {
      const modules = await makeNamedModules(app)
      const companies = await makeCompanies(app, companyNames)
      const values = rows.map((row) => ({
        company_id: scattered(companies, row, 1),
        module_id: scattered(modules, row, 1),
        seat_limit: scattered([77, 98, 66, 97], row, 3),
        active: isActive(row),
        created_at: createdAt(row),
        updated_at: updatedAt(row),
      }))
      const made = await app.db.insertInto('loose_plans').values(values).returning('id').execute()
      return {
        ids: idsOf(made),
        hidden: ['contato', 'encoberto', formatUtcInstant(createdAt(0).toISOString())],
      }
    },
    context: nothing,
    read: (who, query) => who.call('loosePlanList', { query }),
    see: ({ planModule, PlanCompany }) => ({
      sorts: {
        company: PlanCompany.company.name.toLowerCase(),
        service: planModule.service.name.toLowerCase(),
        module: planModule.module.name.toLowerCase(),
        updated_at: planModule.updated_at,
        limit: planModule.limit,
        status: planModule.active,
      },
      filters: {
        company_id: String(PlanCompany.company.id),
        module_id: String(planModule.module.id),
        status: status(planModule.active),
      },
      searched: {
        company: PlanCompany.company.name,
        service: planModule.service.name,
        module: planModule.module.name,
        updated_at: formatUtcInstant(planModule.updated_at),
        limit: String(planModule.limit),
        status: formatStatus(planModule.active),
      },
    }),
  }),

  seatsOfPlanList: listFixture('seatsOfPlanList', {
    async seed(app) {
      const companies = await makeCompanies(app, names)
      const { id: module_id } = await app.build.module({ secret: false })
      const { id: plan_id } = await app.db
        .insertInto('plans')
        .values({ name: 'Plano encoberto' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await app.db
        .insertInto('plan_modules')
        .values({ plan_id, module_id, seat_limit: 9 })
        .execute()
      const values = companies.map((company_id) => ({ plan_id, company_id }))
      await app.db.insertInto('plan_companies').values(values).execute()
      return { ids: companies, params: { id: String(plan_id) }, hidden: ['encoberto', 'Módulo'] }
    },
    context: nothing,
    read: (who, query, params) => who.call('seatsOfPlanList', { query, params }),
    see: (row) => ({
      sorts: { company: row.company.name.toLowerCase() },
      filters: {},
      searched: { company: row.company.name },
    }),
  }),
}
