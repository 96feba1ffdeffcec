import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type Api, type Operation } from '../../contract/api.ts'
import type { ConfirmedOperation } from '../../contract/confirmed-operation.ts'
import { administratorProfileId, consoleModuleId } from '../../contract/constants.ts'
import type { ConfirmedWhen, Endpoint } from '../../contract/endpoint.ts'
import { defaultPassword } from '../testing/builders.ts'
import { named } from '../testing/console-client.ts'
import type { Made } from '../testing/endpoint-fixtures/endpoint-fixture.ts'
import type { Scenario } from '../testing/endpoint-fixtures/scenario.ts'
import { type Actor, FixtureWorld } from '../testing/fixture-world.ts'
import { endpointFixtures } from '../testing/fixtures.ts'
import { digestOf } from '../../server/secrets/random.ts'

/** Operations that always require identity confirmation, by what they do. */
const sensitive: [Operation, string][] = Object.entries(endpointFixtures).flatMap(
  ([operation, { sensitive: meaning }]) =>
    meaning === undefined ? [] : [[operation as Operation, meaning]],
)

/** Endpoints that require confirmation conditionally. */
type Sometimes = {
  [K in Operation]: Api[K] extends { confirm: ConfirmedWhen } ? K : never
}[Operation]

interface At<K extends Operation> {
  meaning: string
  /** The fixture's call, changed so that it requires confirmation. */
  needing: (made: Made<K>, scenario: Scenario) => Made<K> | Promise<Made<K>>
  /** Undoes the change, so that repeating the call requires confirmation again. */
  again?: (made: Made<K>) => Promise<unknown>
}

const back = { module_id: consoleModuleId, environment: 'back', method: 'GET' } as const

/** The conditional endpoints; a missing one does not compile. The fixture's unchanged call requires no confirmation. */
const sometimes: { [K in Sometimes]: At<K> } = {
  moduleUpdate: {
    meaning: 'moving a module to another address',
    needing: ({ input, row }) => ({
      input: { ...input, body: { ...input.body, url: 'outro.example' } },
      ...(row && { row }),
    }),
    again: ({ input }) =>
      world.app.db
        .updateTable('modules')
        .set({ url: 'antes.example' })
        .where('id', '=', Number(input.params.id))
        .execute(),
  },
  functionCreate: {
    meaning: 'creating a function of this console',
    needing: ({ input }) => ({ input: { body: { ...input.body, ...back } } }),
  },
  functionUpdate: {
    meaning: 'moving a function into this console',
    needing: ({ input, row }) => ({
      input: { ...input, body: { ...input.body, ...back } },
      ...(row && { row }),
    }),
  },
  actionCreate: {
    meaning: 'creating an action of this console',
    needing: async ({ input }, scenario) => {
      const { screen } = await scenario.ofConsole()
      return { input: { body: { ...input.body, function_id: screen } } }
    },
  },
  actionUpdate: {
    meaning: 'changing an action of this console',
    needing: async ({ input }, scenario) => {
      const { id } = await scenario.action((await scenario.ofConsole()).screen)
      const row = { table: 'actions', id }
      return { input: { ...input, params: { id: String(id) } }, row }
    },
  },
}

const required = '403 identity-confirmation-required'

let world: FixtureWorld
let actor: Actor
/** The same user in another browser. */
let elsewhere: Actor
/** The same session acting for another company, as in another tab. */
let otherCompany: Actor
let anotherPerson: Actor

beforeAll(async () => {
  world = await FixtureWorld.start()
  actor = await world.newActor(administratorProfileId)
  anotherPerson = await world.newActor(administratorProfileId)
  otherCompany = await world.enterOtherCompany(actor, administratorProfileId)
  elsewhere = await world.signIn(actor.person)
})
afterAll(() => world.close())
// Rate limits are tested elsewhere.
beforeEach(() => world.app.db.deleteFrom('rate_limits').execute())

test('these endpoints and no others require confirmation', () => {
  const endpoints: [string, Endpoint][] = Object.entries(api)
  const asking = endpoints
    .filter(([, { confirm }]) => confirm === true)
    .map(([operation]) => operation)
  expect(asking.toSorted()).toEqual(sensitive.map(([operation]) => operation).toSorted())
})

/** Returns a confirmation code of this user for one write. */
async function proofOf({ console, person }: Actor, operation: ConfirmedOperation): Promise<string> {
  const { data } = await world.app.client.call('userLocalValidatePassword', {
    ...console.who,
    body: { email: person.email, password: defaultPassword, operations: [operation] },
  })
  return data.code
}

/** Functions that return an invalid confirmation code for a write, by what is wrong with the code. */
const wrong: [string, (write: ConfirmedOperation) => Promise<string>][] = [
  [
    'for another method',
    (write) => proofOf(actor, { ...write, method: write.method === 'PUT' ? 'POST' : 'PUT' }),
  ],
  ['for another path', (write) => proofOf(actor, { ...write, path: `${write.path}1` })],
  [
    'for another body',
    (write) => proofOf(actor, { ...write, body_sha256: hash('sha256', `{"a":1}`) }),
  ],
  ['of another session of the same person', (write) => proofOf(elsewhere, write)],
  ['of another company of the same session', (write) => proofOf(otherCompany, write)],
  ['of another person', (write) => proofOf(anotherPerson, write)],
]

/** Returns the audit log and the row, which a refused write must not change. */
async function stateOf<K extends Operation>(operation: K, made: Made<K>) {
  const events = await world.app.db
    .selectFrom('audit_events')
    .select('seq')
    .where('operation', '=', operation)
    .execute()
  return { events: events.length, row: await world.rowOf(made) }
}

/** Makes the fixture's call with these headers. Returns the outcome and the state before and after. */
async function tried<K extends Operation>(
  operation: K,
  by: Actor,
  made: Made<K>,
  headers: Record<string, string>,
) {
  const before = await stateOf(operation, made)
  const { outcome } = await by.console.callWith(headers, operation, made.input)
  return { outcome, before, after: await stateOf(operation, made) }
}

function expectRefusal({ outcome, before, after }: Awaited<ReturnType<typeof tried>>): void {
  expect(outcome).toBe(required)
  expect(after).toEqual(before)
}

/** Prepares a call that requires confirmation. */
async function ready<K extends Operation>(operation: K, by: Actor): Promise<Made<K>> {
  const { made, scenario } = await world.make(operation, by)
  return timesOf(operation)?.needing(made, scenario) ?? made
}

// The cast is needed because the type checker cannot relate the index to the type of the entry.
const timesOf = <K extends Operation>(operation: K) =>
  (sometimes as Partial<Record<Operation, unknown>>)[operation] as At<K> | undefined

const all: [Operation, string][] = [
  ...sensitive,
  ...Object.entries(sometimes).map(([operation, { meaning }]): [Operation, string] => [
    operation as Sometimes,
    meaning,
  ]),
]

test.each(Object.keys(sometimes) as Sometimes[])(
  '%s requires and uses no confirmation if it changes nothing sensitive',
  async (operation) => {
    const { made } = await world.make(operation, actor)
    const code = await actor.console.confirm(operation, made.input)
    expect((await tried(operation, actor, made, { code })).outcome).toBe('200')
    const { rows } = await sql<{ used: number }>`
      select count(*)::integer as used from confirmation_operations
      where confirmation_digest = ${digestOf(code)} and used_at is not null`.execute(world.app.db)
    expect(rows).toEqual([{ used: 0 }])
  },
)

test.each(Object.keys(sometimes) as Sometimes[])(
  '%s is accepted from an API token, except where it requires confirmation',
  async (operation) => {
    const { id: userId, company } = actor.person
    const { token } = await world.app.build.apiToken({ userId, companyId: company.id })
    const { made } = await world.make(operation, actor)
    const call = (input: (typeof made)['input']) =>
      world.app.client.call(operation, { ...input, token })
    expect((await call(made.input)).outcome).toBe('200')
    const needing = await ready(operation, actor)
    const before = await stateOf(operation, needing)
    expect((await call(needing.input)).outcome).toBe('403 forbidden')
    expect(await stateOf(operation, needing)).toEqual(before)
  },
)

describe.each(all)('%s, which is %s,', (operation, _meaning) => {
  test('is refused without a confirmation and changes nothing', async () => {
    const made = await ready(operation, actor)
    expectRefusal(await tried(operation, actor, made, {}))
  })

  test.each(wrong)('is refused with a confirmation %s and changes nothing', async (_how, prove) => {
    const made = await ready(operation, actor)
    const code = await prove(named(operation, made.input.params, made.input.body))
    expectRefusal(await tried(operation, actor, made, { code }))
  })

  test('succeeds once with its confirmation, which cannot be reused', async () => {
    const by = await world.newActor(administratorProfileId)
    const made = await ready(operation, by)
    const code = await by.console.confirm(operation, made.input)
    expect((await tried(operation, by, made, { code })).outcome).toBe('200')
    await timesOf(operation)?.again?.(made)
    expectRefusal(await tried(operation, by, made, { code }))
  })
})
