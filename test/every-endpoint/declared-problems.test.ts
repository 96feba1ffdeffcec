import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type Operation } from '../../contract/api.ts'
import { problemOf, type ProblemCode } from '../../contract/problems.ts'
import { endpointFixtures } from '../testing/fixtures.ts'
import type { Provocation, EndpointFixture } from '../testing/endpoint-fixtures/endpoint-fixture.ts'
import { FixtureWorld } from '../testing/fixture-world.ts'

const operations = Object.keys(api) as Operation[]
const declared = operations.flatMap((operation) =>
  api[operation].problems.map((code): [Operation, ProblemCode] => [operation, code]),
)

let world: FixtureWorld

beforeAll(async () => {
  world = await FixtureWorld.start()
})
afterAll(() => world.close())
// Rate limits are tested elsewhere.
beforeEach(() => world.app.db.deleteFrom('rate_limits').execute())

function provocationOf<K extends Operation>(operation: K, code: ProblemCode): Provocation<K> {
  const { problems }: EndpointFixture<K> = endpointFixtures[operation]
  const provocations = new Map(Object.entries<Provocation<K>>(problems))
  const provocation = provocations.get(code)
  // Cannot happen: a fixture without the provocation does not compile.
  if (!provocation) throw new Error('The fixture does not provoke this problem.')
  return provocation
}

/** Returns the outcome of a call that provokes a refusal. */
async function outcomeOf<K extends Operation>(
  operation: K,
  provocation: Provocation<K>,
): Promise<string> {
  const by = await world.actor(typeof provocation === 'object' ? provocation.by : 'administrator')
  const rowOwner = provocation === 'missing' ? 'missing' : 'own'
  const { made, scenario } = await world.make(operation, by, rowOwner)
  const provoke = typeof provocation === 'object' ? provocation.provoke : provocation
  const input = provoke === 'missing' ? made.input : await provoke(made, scenario)
  return (await by.console.call(operation, input)).outcome
}

describe('a declared problem is returned', () => {
  test.each(declared)('%s: %s', async (operation, code) => {
    expect(await outcomeOf(operation, provocationOf(operation, code))).toBe(
      `${problemOf(code).status} ${code}`,
    )
  })
})
