import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type Operation } from '../../contract/api.ts'
import { administratorProfileId } from '../../contract/constants.ts'
import { type Endpoint, eventOf } from '../../contract/endpoint.ts'
import { problems } from '../../contract/problems.ts'
import { auditDifference } from '../../contract/audit-difference.ts'
import { operationName } from '../../contract/operation-titles.ts'
import { recordKindName, recordParts } from '../../contract/audit-records.ts'
import { recordOf } from '../../contract/audit-words.ts'
import { recordKinds } from '../../contract/record-kinds.ts'
import { writeEvent } from '../testing/audit-scenario.ts'
import { fewValuesOf } from '../testing/contract-values.ts'
import { endpointFixtures } from '../testing/fixtures.ts'
import type {
  EndpointFixture,
  ExpectedEvent,
} from '../testing/endpoint-fixtures/endpoint-fixture.ts'
import { FixtureWorld } from '../testing/fixture-world.ts'

const operations = Object.keys(api) as Operation[]
const writes = operations.filter((operation) => api[operation].audit !== 'none')
const reads = operations.filter((operation) => api[operation].audit === 'none')
const replacements = writes.filter(
  (operation) => endpointFixtures[operation].audit?.tells.length === 2,
)

let world: FixtureWorld

beforeAll(async () => {
  world = await FixtureWorld.start()
})
afterAll(() => world.close())
// Rate limits are tested elsewhere.
beforeEach(() => world.app.db.deleteFrom('rate_limits').execute())

async function lastSeq(): Promise<number> {
  const { last } = await world.app.db
    .selectFrom('audit_events')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  return last
}

/** Columns in which a partial event differs from its main event. */
const ownOfPart = ['seq', 'happened_at', 'event', 'target', 'before', 'after', 'part_of']

/** Returns the columns of an event that describe the request. */
const requestOf = (event: object = {}) =>
  Object.fromEntries(Object.entries(event).filter(([column]) => !ownOfPart.includes(column)))

/** Runs the fixture's successful call. Returns its audit events and the row before and after. */
async function called<K extends Operation>(operation: K) {
  const fixture: EndpointFixture<K> = endpointFixtures[operation]
  const by = await (fixture.signsOut
    ? world.newActor(administratorProfileId)
    : world.actor('administrator'))
  const { made, scenario } = await world.make(operation, by)
  const input = await world.signed(operation, by, made.input)
  const [seq, rowBefore] = [await lastSeq(), await world.rowOf(made)]
  const answer = await world.app.client.call(operation, input)
  expect(answer.status, answer.text).toBeLessThan(400)
  const all = await world.app.db
    .selectFrom('audit_events')
    .selectAll()
    .where('seq', '>', seq)
    .execute()
  // Partial events belong to a main event (rulings §10).
  const parts = all.filter(({ part_of }) => part_of !== null)
  const events = all.filter(({ part_of }) => part_of === null)
  const expectedEvent: ExpectedEvent<K> | undefined = fixture.audit
  const expected = expectedEvent && {
    target: expectedEvent.target(made, answer, scenario),
    who: expectedEvent.who ? expectedEvent.who(made, scenario) : by.person.id,
    tells: expectedEvent.tells,
  }
  return { by, made, events, parts, expected, rowBefore, rowAfter: await world.rowOf(made) }
}

describe('a write leaves one audit event with actor, action and target', () => {
  test.each(writes)('%s', async (operation) => {
    const endpoint: Endpoint = api[operation]
    const { access, confirm, refusesApiTokens } = endpoint
    const { by, events, parts, expected } = await called(operation)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      operation,
      event: eventOf(endpoint),
      target: expected?.target,
      user_id: expected?.who,
      company_id: access === 'public' ? null : by.person.company.id,
      confirmed_by: confirm === true ? 'password' : null,
    })
    const { before, after } = events[0] ?? {}
    const tells = [...(before === null ? [] : ['before']), ...(after === null ? [] : ['after'])]
    expect(tells).toEqual(expected?.tells)
    for (const part of parts) expect(requestOf(part)).toEqual(requestOf(events[0]))
    // A write of several records refuses API tokens, either explicitly or because it requires confirmation.
    if (parts.length > 0) expect(confirm === true || refusesApiTokens).toBe(true)
  })
})

/** Returns the columns of a row that the event contains, except instants, whose formats differ. */
function recordedColumns(event: unknown, row: Record<string, unknown> = {}) {
  const columns = Object.keys(Object(event) as object).filter(
    (column) => column in row && !column.endsWith('_at'),
  )
  return Object.fromEntries(columns.map((column) => [column, row[column]]))
}

const timeOf = (instant: unknown) => new Date(String(instant)).getTime()

describe('the event of a replacing write contains the row before and after', () => {
  test.each(replacements)('%s', async (operation) => {
    const { events, rowBefore, rowAfter } = await called(operation)
    const { before, after } = events[0] ?? {}
    expect(before).not.toEqual(after)
    expect(before).toMatchObject(recordedColumns(before, rowBefore))
    expect(after).toMatchObject(recordedColumns(after, rowAfter))
    // A write to a versioned row must raise its version and `updated_at`.
    const isOfRow = Object.keys(recordedColumns(after, rowAfter)).length > 0
    if (rowBefore?.['version'] === undefined || rowAfter === undefined || !isOfRow) return
    expect(rowAfter['version'], 'version').toBe(Number(rowBefore['version']) + 1)
    expect(timeOf(rowAfter['updated_at'])).toBeGreaterThan(timeOf(rowBefore['updated_at']))
  })
})

describe('a read leaves no event', () => {
  test.each(reads)('%s', async (operation) => {
    expect((await called(operation)).events).toEqual([])
  })
})

/**
 * Kinds whose events no endpoint creates: a database trigger records the erasure of a value (`audit-event`), and a
 * migration recorded the end of the former hash chain (`audit-chain`).
 */
const notWritten = new Set<string>(['audit-event', 'audit-chain'])

describe('audit events are readable', () => {
  test('the list names the record of each kind of event, without an id that says nothing', async () => {
    const { console: reader } = await world.actor('administrator')
    // Inserted here, because no fixture signs in with an e-mail that belongs to no account.
    const target = `account:${'0a9df0c1'.repeat(4)}`
    await writeEvent(world.app.db, { operation: 'authLocal', event: 'sign-in.started', target })
    const records = new Map<string, Set<string>>()
    let before: string | undefined
    do {
      const query = { take: '50', ...(before !== undefined && { before }) }
      const page = (await reader.call('auditList', { query })).data
      for (const event of page.rows)
        if (event.record !== null) {
          const { kind } = event.record
          records.set(kind, (records.get(kind) ?? new Set()).add(recordOf(event)))
        }
      before = page.older ?? undefined
    } while (before !== undefined)
    expect([...records.keys()].toSorted()).toEqual(
      Object.keys(recordKinds)
        .filter((kind) => !notWritten.has(kind))
        .toSorted(),
    )
    const nameless = /^Outro registro|\b(?=[0-9a-f]*\d)[0-9a-f]{8}\b/
    const shown = [...records.values()].flatMap((each) => [...each])
    expect(shown.filter((text) => nameless.test(text))).toEqual([])
    const labels = [...records].map(([kind, texts]) => [kind, [...texts].join(' | ')] as const)
    expect(Object.fromEntries(labels)).toMatchObject({
      session: expect.stringMatching(/Sessão de .+, \d\d\/\d\d\/\d{4} \d\d:\d\d/),
      message: expect.stringMatching(/(E-mail|SMS) a /),
      'data-request': expect.stringMatching(/Pedido de correção de .+ \(.+\)/),
      network: expect.stringMatching(/Rede [0-9a-f.:]+/),
    })
  })

  /**
   * Texts that must not be shown: names of operations, problem codes, and enumerated values of inputs and responses.
   */
  const codes = new Set([...operations, ...Object.keys(problems), ...fewValuesOf(api)])
  const unnamed = /Outr[oa] (dado|valor|motivo|operação|registro) \(/

  test('no event of these writes and no partial event shows a code', async () => {
    const events = await world.app.db.selectFrom('audit_events').selectAll().execute()
    expect(events.length).toBeGreaterThanOrEqual(writes.length)
    for (const { operation, event, target, before, after } of events) {
      const changes = auditDifference({ record: target, before, after }, {})
      const shown = changes.flatMap(({ from, to }) =>
        [from, to].flatMap((text) => text.split(/, | · /)),
      )
      const about = target === null ? '' : recordKindName(recordParts(target).kind)
      const labels = changes.map(({ label }) => label)
      const read = [operationName(operation), about, ...labels, ...shown]
      expect(
        read.filter((text) => unnamed.test(text)),
        event,
      ).toEqual([])
      expect(
        read.filter((text) => codes.has(text)),
        event,
      ).toEqual([])
    }
  })
})
