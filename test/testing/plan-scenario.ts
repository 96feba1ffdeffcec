import { administratorProfileId, consoleModuleId } from '../../contract/constants.ts'
import { newName, missingId, type Scenario } from './endpoint-fixtures/scenario.ts'

interface Named {
  id: number
  name: string
}

/** Creates a plan of the company with nine seats of a new module. `link` is the id of its row in `plan_modules`. */
export async function makePlan(
  scenario: Scenario,
): Promise<Named & { module_id: number; link: number }> {
  if (scenario.rowOwner === 'missing')
    return { id: missingId, name: newName('Plano'), module_id: missingId, link: missingId }
  const { build, db } = scenario.app
  const module_id = (await build.module({ secret: false })).id
  const id = await build.plan({ companyId: scenario.companyId, moduleId: module_id })
  const { name, link } = await db
    .selectFrom('plans')
    .innerJoin('plan_modules', 'plan_modules.plan_id', 'plans.id')
    .select(['plans.name', 'plan_modules.id as link'])
    .where('plans.id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, name, module_id, link }
}

interface MadeLoosePlan {
  id: number
  company_id: number
  module_id: number
  /** Name of the plan's module, to search for. */
  module: string
}

/** Creates a loose plan of the company for a new module. */
export async function makeLoosePlan(scenario: Scenario): Promise<MadeLoosePlan> {
  const missing = { company_id: missingId, module_id: missingId, module: newName('Módulo') }
  if (scenario.rowOwner === 'missing') return { id: missingId, ...missing }
  const { build, db } = scenario.app
  const { id: module_id } = await build.module({ secret: false })
  const pair = { company_id: scenario.companyId, module_id }
  const { id } = await db
    .insertInto('loose_plans')
    .values({ ...pair, seat_limit: 9 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { name } = await db
    .selectFrom('modules')
    .select('name')
    .where('id', '=', module_id)
    .executeTakeFirstOrThrow()
  return { id, ...pair, module: name }
}

/** Creates a company unrelated to the caller. */
export async function makeCompanyApart({ app }: Scenario): Promise<Named> {
  const { id } = await app.build.company()
  const name = newName('Empresa')
  await app.db.updateTable('companies').set({ name }).where('id', '=', id).execute()
  return { id, name }
}

/** Creates a plan that alone entitles an administrator's company to this console. */
export async function makePlanOfConsole({
  app,
}: Scenario): Promise<{ id: number; companyId: number; link: number }> {
  const { planId, company } = await app.build.consoleUser({ profileId: administratorProfileId })
  const { id: link } = await app.db
    .selectFrom('plan_modules')
    .select('id')
    .where('plan_id', '=', planId)
    .executeTakeFirstOrThrow()
  return { id: planId, companyId: company.id, link }
}

/** Creates a loose plan that alone entitles an administrator's company to this console. */
export async function makeLoosePlanOfConsole(
  scenario: Scenario,
): Promise<{ id: number; companyId: number }> {
  const { id: planId, companyId } = await makePlanOfConsole(scenario)
  const { id } = await scenario.app.db
    .insertInto('loose_plans')
    .values({ company_id: companyId, module_id: consoleModuleId, seat_limit: 9 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await scenario.app.db.deleteFrom('plan_companies').where('plan_id', '=', planId).execute()
  return { id, companyId }
}

/** Creates a deleted profile that the caller holds, of a module without seats. */
export async function makeProfileWithoutSeats(
  scenario: Scenario,
): Promise<Named & { module_id: number }> {
  const { id: module_id } = await scenario.module()
  const name = newName('Perfil')
  const { id } = await scenario.app.db
    .insertInto('profiles')
    .values({ name, module_id, company_id: scenario.companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await scenario.give(id)
  await scenario.deleteProfile(id)
  await scenario.app.db
    .updateTable('plan_modules')
    .set({ active: false })
    .where('module_id', '=', module_id)
    .execute()
  return { id, name, module_id }
}
