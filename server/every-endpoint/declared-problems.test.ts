import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type Operation } from '../../contract/api.ts'
import { problemOf, type ProblemCode } from '../../contract/problems.ts'
import { endpointFixtures } from '../testing/endpoint-fixtures/endpoint-fixtures.ts'
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
// How guessing is slowed down is a subject of its own.
beforeEach(() => world.app.db.deleteFrom('rate_limits').execute())

function provocationOf<K extends Operation>(operation: K, code: ProblemCode): Provocation<K> {
  const { problems }: EndpointFixture<K> = endpointFixtures[operation]
  const provocations = new Map(Object.entries<Provocation<K>>(problems))
  const provocation = provocations.get(code)
  // It would not have compiled.
  if (!provocation) throw new Error('The fixture does not say how.')
  return provocation
}

/** What a call answers that is made to be refused in this way. */
async function outcomeOf<K extends Operation>(
  operation: K,
  provocation: Provocation<K>,
): Promise<string> {
  const by = await world.actor(typeof provocation === 'object' ? provocation.by : 'administrator')
  const whose = provocation === 'missing' ? 'missing' : 'own'
  const { made, scenario } = await world.make(operation, by, whose)
  const provoke = typeof provocation === 'object' ? provocation.provoke : provocation
  const input = provoke === 'missing' ? made.input : await provoke(made, scenario)
  return (await by.console.call(operation, input)).outcome
}

describe('a problem that an endpoint declares is answered', () => {
  test.each(declared)('%s: %s', async (operation, code) => {
    expect(await outcomeOf(operation, provocationOf(operation, code))).toBe(
      `${problemOf(code).status} ${code}`,
    )
  })
})
