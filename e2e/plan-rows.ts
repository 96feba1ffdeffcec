/** Plans for the tests of their screens, and shared interactions with these screens. */
import type { Page } from '@playwright/test'
import type { Portaria } from './portaria.ts'
import type { World } from './world.ts'

/** Creates a plan without modules and companies. */
export async function makePlan({ world, sql }: Portaria, createdAt = '2019-03-05T01:30:00Z') {
  const { rows: created } = await sql.query<{ id: number; name: string }>(
    'insert into plans (name, created_at) values ($1, $2) returning id, name',
    [world.unique('Plano'), createdAt],
  )
  const [plan] = created
  if (!plan) throw new Error('The plan was not created')
  return plan
}

/** Creates a company with a plan that gives `seats` seats of a module, and `people` users who take seats. */
export async function makeUsedPlan({ world, sql }: Portaria, seats: number, people: number) {
  const [company, module] = [await world.build.company(), await world.module()]
  const id = await world.build.plan({ companyId: company.id, moduleId: module.id, seats })
  const name = world.unique('Plano')
  await sql.query('update plans set name = $1 where id = $2', [name, id])
  await takeSeats(world, company.id, module.id, people)
  return { id, name, company, module }
}

/** Creates a loose plan with a new company and module, and `people` users who take its seats. */
export async function makeLoosePlan({ world, sql }: Portaria, seats: number, people = 0) {
  const [company, module] = [await world.build.company(), await world.module()]
  const name = world.unique('Operadora avulsa')
  await sql.query('update companies set name = $1 where id = $2', [name, company.id])
  const { rows } = await sql.query<{ id: number }>(
    `insert into loose_plans (company_id, module_id, seat_limit, updated_at)
     values ($1, $2, $3, '2019-03-05T01:30:00Z') returning id`,
    [company.id, module.id, seats],
  )
  await takeSeats(world, company.id, module.id, people)
  return { id: rows[0]?.id ?? 0, company: { id: company.id, name }, module }
}

/** Gives a profile of a module to new users of a company. */
async function takeSeats(world: World, companyId: number, moduleId: number, people: number) {
  const { id: profileId } = await world.profile(moduleId)
  for (let taken = 0; taken < people; taken += 1) {
    const { id: userId } = await world.person()
    await world.build.assign({ userId, profileId, companyId })
  }
}

/** Finds the dialog of a question. */
export const question = (page: Page, name: string) => page.getByRole('dialog', { name })
