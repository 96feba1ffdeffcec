import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

const people = 100

/** Builds users of a company, and two profiles of different modules with seats for all of them. */
async function crowd() {
  const { id: company_id } = await app.build.company()
  const profileOfNewModule = async () => {
    const { id: moduleId } = await app.build.module({ secret: false })
    // A plan gives at most 99 seats of a module.
    for (const seats of [people / 2, people / 2])
      await app.build.plan({ companyId: company_id, moduleId, seats })
    return app.build.profile({ moduleId })
  }
  const pair = [await profileOfNewModule(), await profileOfNewModule()] as const
  const values = Array.from({ length: people }, () => ({
    name: 'Pessoa da Corrida',
    email: `${crypto.randomUUID()}@corrida.example`,
  }))
  const made = await app.db.insertInto('users').values(values).returning('id').execute()
  const links = made.map(({ id }) => ({ user_id: id, company_id }))
  await app.db.insertInto('user_companies').values(links).execute()
  const ruleId = await app.build.separationRule({ profiles: pair })
  const bodies = pair.map((profile_id) =>
    links.map((link) => [{ ...link, profile_id, spid: null }]),
  )
  return { ruleId, bodies: (bodies[0] ?? []).flatMap((body, n) => [body, bodies[1]?.[n] ?? []]) }
}

type Body = Awaited<ReturnType<typeof crowd>>['bodies'][number]

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

/** Sends a write, again if the server was too busy to begin it. */
async function outcomeOf(
  client: TwoServers['client'],
  { body, code }: { body: Body; code: string },
): Promise<string> {
  const { outcome } = await client.call('userProfileAdd', {
    ...admin.who,
    body,
    headers: { code },
  })
  return outcome === '503 unavailable' ? outcomeOf(client, { body, code }) : outcome
}

test('200 concurrent grants from two servers never give one person both profiles of a rule', async () => {
  const { ruleId, bodies } = await crowd()
  const writes = await confirmAll(bodies)
  // The two grants of a person go to different servers.
  const answers = await Promise.all(
    writes.map((write, n) => outcomeOf((n % 2 ? app.second : app).client, write)),
  )
  const outcomes = Map.groupBy(answers, (outcome) => outcome)
  expect([...outcomes].map(([outcome, { length }]) => [outcome, length]).toSorted()).toEqual([
    ['200', people],
    ['409 duties-conflict', people],
  ])
  const { rows } = await sql`select from separation_conflicts where rule_id = ${ruleId}`.execute(
    app.db,
  )
  expect(rows).toHaveLength(0)
}, 120_000)
