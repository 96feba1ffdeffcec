import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserProfile } from '../../contract/user-profiles.ts'
import { defaultPassword } from '../../test/testing/builders.ts'
import { administratorOf, type ConsoleClient, named } from '../../test/testing/console-client.ts'
import { startTwoServers, type TwoServers } from '../../test/testing/two-servers.ts'

let app: TwoServers
let admin: ConsoleClient

beforeAll(async () => {
  app = await startTwoServers()
  admin = await administratorOf(app)
}, 120_000)
afterAll(() => app.close())

/** Builds users of a company, and modules with this number of seats and one profile each. */
async function crowd(count: number, seats: number, modules = 1) {
  const { id: company_id } = await app.build.company()
  const moduleIds: number[] = []
  for (let n = 0; n < modules; n++) {
    const { id: moduleId } = await app.build.module({ secret: false })
    await app.build.plan({ companyId: company_id, moduleId, seats })
    moduleIds.push(moduleId)
  }
  // Creates the profiles in reverse order of the modules, so that both orders of ids differ.
  const profiles: number[] = []
  for (const moduleId of moduleIds.toReversed())
    profiles.push(await app.build.profile({ moduleId }))
  const values = Array.from({ length: count }, () => ({
    name: 'Pessoa da Fila',
    email: `${crypto.randomUUID()}@fila.example`,
  }))
  const made = await app.db.insertInto('users').values(values).returning('id').execute()
  const people = made.map(({ id }) => id)
  const links = people.map((user_id) => ({ user_id, company_id }))
  await app.db.insertInto('user_companies').values(links).execute()
  const row = (user_id: number, profile_id = profiles[0] ?? 0): UserProfile => ({
    user_id,
    profile_id,
    company_id,
    spid: null,
  })
  return { company_id, people, profiles, row }
}

type Body = UserProfile[]

/** Confirms all writes, with 50 writes per confirmation. */
async function confirmAll(bodies: readonly Body[]): Promise<{ body: Body; code: string }[]> {
  const confirmed: { body: Body; code: string }[] = []
  for (let from = 0; from < bodies.length; from += 50) {
    const some = bodies.slice(from, from + 50)
    const { data } = await app.client.call('userLocalValidatePassword', {
      ...admin.who,
      body: {
        email: admin.person.email,
        password: defaultPassword,
        operations: some.map((body) => named('userProfileAdd', undefined, body)),
      },
    })
    confirmed.push(...some.map((body) => ({ body, code: data.code })))
  }
  return confirmed
}

/**
 * Sends all writes concurrently, alternately to two server processes. Returns the number of writes for each outcome.
 */
async function rush(bodies: readonly Body[]): Promise<Record<string, number>> {
  const writes = await confirmAll(bodies)
  const outcomes = await Promise.all(
    writes.map((write, n) => answered((n % 2 === 0 ? app : app.second).client, write)),
  )
  const counts = Map.groupBy(outcomes, (outcome) => outcome)
  return Object.fromEntries([...counts].map(([outcome, all]) => [outcome, all.length]))
}

/**
 * Returns the final outcome of a write. On a busy machine a write may time out while it waits for a connection; it is
 * then repeated. Such a timeout uses up neither a seat nor the confirmation.
 */
async function answered(
  client: TwoServers['client'],
  { body, code }: { body: Body; code: string },
): Promise<string> {
  const { outcome } = await client.call('userProfileAdd', {
    ...admin.who,
    body,
    headers: { code },
  })
  return outcome === '503 unavailable' ? answered(client, { body, code }) : outcome
}

test('of 210 concurrent assignments through two server processes, 99 get the 99 seats', async () => {
  const { company_id, people, row } = await crowd(210, 99)
  expect(await rush(people.map((id) => [row(id)]))).toEqual({
    '200': 99,
    '409 seat-limit-exceeded': 111,
  })
  const held = app.db.selectFrom('user_profiles').select(({ fn }) => fn.countAll().as('held'))
  const { held: total } = await held.where('company_id', '=', company_id).executeTakeFirstOrThrow()
  expect(Number(total)).toBe(99)
}, 60_000)

test('saves that name the same modules in different order do not deadlock', async () => {
  const { company_id, people, profiles, row } = await crowd(40, 99, 4)
  const bodies = people.map((id, n) => {
    const rows = profiles.map((profile) => row(id, profile))
    return n % 2 === 0 ? rows : rows.toReversed()
  })
  expect(await rush(bodies)).toEqual({ '200': 40 })
  const taken = await app.db
    .selectFrom('user_profiles as up')
    .innerJoin('profiles as p', 'p.id', 'up.profile_id')
    .select(['up.user_id', 'p.module_id'])
    .where('up.company_id', '=', company_id)
    .orderBy('up.id')
    .execute()
  for (const rows of Map.groupBy(taken, ({ user_id }) => user_id).values()) {
    const order = rows.map(({ module_id }) => module_id)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  }
}, 60_000)
