import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorProfileId, consoleModuleId } from '../../contract/constants.ts'
import type { Visitor } from '../../test/testing/builders.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

/** Builds a company that has this console through one plan, and a user with this profile. */
const companyOf = (profileId?: number): Promise<Visitor> =>
  app.build.consoleUser(profileId === undefined ? {} : { profileId })

const linkOf = ({ planId }: Visitor) =>
  app.db
    .selectFrom('plan_modules')
    .select(['id', 'seat_limit'])
    .where('plan_id', '=', planId)
    .executeTakeFirstOrThrow()

/** Adds a loose plan of this console to the company. Returns its id. */
async function addLoosePlan({ company }: Visitor): Promise<number> {
  const pair = { company_id: company.id, module_id: consoleModuleId }
  return (await admin.call('loosePlanCreate', { body: { ...pair, limit: 9 } })).data.id
}

const removeCompany = (of: Visitor) =>
  admin.call('planCompanyRemove', { body: { plan_id: of.planId, company_id: [of.company.id] } })

/** All ways in which a company can lose a plan of this console. */
const waysOfPlans: [string, (of: Visitor) => Promise<{ outcome: string }>][] = [
  [
    'the plan made inactive',
    async (of) => {
      const params = { id: String(of.planId) }
      const { name } = (await admin.call('planGet', { params })).data
      return admin.call('planUpdate', { params, body: { name, active: false } })
    },
  ],
  [
    'the module of the plan made inactive by its form',
    async (of) => {
      const { seat_limit: limit } = await linkOf(of)
      const params = { a: String(of.planId), b: String(consoleModuleId) }
      const body = { module_id: consoleModuleId, limit, active: false }
      return admin.call('planModuleUpdate', { params, body })
    },
  ],
  [
    'the module taken out of the plan',
    async (of) => {
      const params = { planModuleId: String((await linkOf(of)).id) }
      return admin.call('planModuleInactivate', { params })
    },
  ],
  ['the plan taken from the company', removeCompany],
]

/** All ways in which a company can lose a loose plan. */
const waysOfLoosePlans: [string, (of: Visitor, id: number) => Promise<{ outcome: string }>][] = [
  [
    'made inactive by its form',
    ({ company }, id) =>
      admin.call('loosePlanUpdate', {
        params: { a: String(id), b: String(company.id) },
        body: { company_id: company.id, module_id: consoleModuleId, limit: 9, active: false },
      }),
  ],
  [
    'made inactive from the list',
    (_, id) => admin.call('loosePlanInactivate', { params: { id: String(id) } }),
  ],
]

const refused = '409 plan-of-console'

describe('the last plan that gives administrators this console cannot be lost', () => {
  test.each(waysOfPlans)('%s', async (_, take) => {
    const of = await companyOf(administratorProfileId)
    expect((await take(of)).outcome).toBe(refused)
    await addLoosePlan(of)
    expect((await take(of)).outcome).toBe('200')
  })

  test.each(waysOfLoosePlans)('a loose plan, %s', async (_, take) => {
    const of = await companyOf(administratorProfileId)
    const id = await addLoosePlan(of)
    await removeCompany(of)
    expect((await take(of, id)).outcome).toBe(refused)
    await admin.call('planCompanyAdd', { body: { plan_id: of.planId, company_id: of.company.id } })
    expect((await take(of, id)).outcome).toBe('200')
  })

  test('of two removed concurrently, one is refused', async () => {
    const of = await companyOf(administratorProfileId)
    const id = await addLoosePlan(of)
    const answers = await Promise.all([
      removeCompany(of),
      admin.call('loosePlanInactivate', { params: { id: String(id) } }),
    ])
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['200', refused])
  })
})

test.each(waysOfPlans)(
  'a company without administrators can lose this console: %s',
  async (_, take) => {
    expect((await take(await companyOf())).outcome).toBe('200')
  },
)
