import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type Operation } from '../../contract/api.ts'
import { type Endpoint, type Grant, grantsFor } from '../../contract/endpoint.ts'
import { seconds } from '../../server/shared/clock.ts'
import { endpointFixtures } from '../testing/fixtures.ts'
import { FixtureWorld } from '../testing/fixture-world.ts'
import { matrixDocument, type MeasuredRow } from './matrix-document.ts'
import { Measurement, type Outcomes } from './matrix-measurement.ts'
import { type Caller, gather, settled } from './matrix-people.ts'

const documentUrl = new URL('../../docs/security/matrix.md', import.meta.url)

// Operations that end sessions come last, because the others need the sessions.
const operations = (Object.keys(api) as Operation[]).toSorted(
  (a, b) =>
    Number(endpointFixtures[a].signsOut ?? false) - Number(endpointFixtures[b].signsOut ?? false),
)

let world: FixtureWorld
let allCallers: Caller[]
const measured = new Map<Operation, MeasuredRow[]>()

beforeAll(async () => {
  world = await FixtureWorld.start()
  allCallers = await gather(world)
})
afterAll(() => world.close())

async function eventsOf(operation: Operation): Promise<number> {
  const events = await world.app.db
    .selectFrom('audit_events')
    .select('seq')
    .where('operation', '=', operation)
    // Counts main events only: partial events belong to a main event (rulings §10).
    .where('part_of', 'is', null)
    .execute()
  return events.length
}

const eachAlone = operations.flatMap((operation): [Operation, string, Grant][] => {
  const { access }: Endpoint = api[operation]
  if (typeof access === 'string' || endpointFixtures[operation].grantsApart !== undefined) return []
  const grants = grantsFor(access)
  return grants.length > 1 ? grants.map((grant) => [operation, grant.screen, grant]) : []
})

describe('each grant of an endpoint is sufficient alone', () => {
  test.each(eachAlone)('%s by %s', async (operation, _, grant) => {
    const caller = allCallers.find(({ name }) => name === 'action')
    if (!caller) throw new Error('No caller receives grants.')
    const actions = grant.action === undefined ? [] : [grant.action]
    const held = { screens: [{ screen: grant.screen, actions }] }
    await world.grant(new Map([[caller.profileId, held]]))
    await settled(world)
    const { made } = await world.make(operation, caller.by)
    expect((await caller.by.console.call(operation, made.input)).outcome).toBe('200')
  })
})

describe('every call has the outcome of access and scope, and a refusal changes nothing', () => {
  // Long timeout: a test makes up to 36 calls, some of which hash passwords.
  test.each(operations)('%s', { timeout: 60_000 }, async (operation) => {
    // The rate limit of API tokens is tested elsewhere.
    world.app.clock.advance(seconds(1))
    const before = await eventsOf(operation)
    const { answered, expected } = await new Measurement(world, allCallers, operation).run()
    expect(answered).toEqual(expected)
    const successes = Object.values(answered)
      .flatMap((outcomes) => Object.values(outcomes))
      .filter((outcome) => /^[23]/.test(outcome))
    const events = (await eventsOf(operation)) - before
    expect(events).toBe(api[operation].audit === 'none' ? 0 : successes.length)
    measured.set(operation, rowsToShow(operation, answered))
  })
})

function rowsToShow(operation: Operation, answered: Outcomes): MeasuredRow[] {
  const { scope } = endpointFixtures[operation]
  return Object.entries(answered).map(([rowOwner, outcomes]) => ({
    operation,
    row: scope === 'none' || scope === 'new' ? '–' : rowOwner,
    outcomes,
  }))
}

test('docs/security/matrix.md contains the measured outcomes; UPDATE_MATRIX=1 updates it', async () => {
  const rows = (Object.keys(api) as Operation[]).flatMap(
    (operation) => measured.get(operation) ?? [],
  )
  const text = matrixDocument(rows)
  if (process.env['UPDATE_MATRIX'] === '1') await writeFile(documentUrl, text)
  expect(await readFile(documentUrl, 'utf8')).toBe(text)
})
