import { expect } from 'vitest'
import { api, type Operation } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { defaultPassword } from '../testing/builders.ts'
import { named } from '../testing/console-client.ts'
import { endpointFixtures } from '../testing/fixtures.ts'
import { rightsGainedBy } from '../testing/rights.ts'
import type {
  Made,
  EndpointFixture,
  RowOwner,
} from '../testing/endpoint-fixtures/endpoint-fixture.ts'
import type { Scenario } from '../testing/endpoint-fixtures/scenario.ts'
import type { FixtureWorld } from '../testing/fixture-world.ts'
import type { Answer } from '../testing/test-client.ts'
import { guardRefusal, rowsOf, scopeOutcome, withAll } from './matrix-expectation.ts'
import { type Caller, type CallerName, equip } from './matrix-people.ts'

/** Outcomes by row and caller. */
export type Outcomes = Record<string, Partial<Record<CallerName, string>>>

/** Calls an endpoint as every caller on every row, and records actual and expected outcomes. */
export class Measurement<K extends Operation> {
  readonly answered: Outcomes = {}
  readonly expected: Outcomes = {}
  readonly #world: FixtureWorld
  readonly #callers: readonly Caller[]
  readonly #operation: K
  readonly #endpoint: Endpoint
  readonly #fixture: EndpointFixture<K>
  readonly #rows: RowOwner[]

  constructor(world: FixtureWorld, callers: readonly Caller[], operation: K) {
    this.#world = world
    this.#callers = callers
    this.#operation = operation
    this.#endpoint = api[operation]
    this.#fixture = endpointFixtures[operation]
    this.#rows = rowsOf(this.#fixture)
    for (const rowOwner of this.#rows) {
      this.answered[rowOwner] = {}
      this.expected[rowOwner] = {}
    }
  }

  async run(): Promise<this> {
    if (this.#endpoint.access === 'public') {
      // Call in parallel: public calls do not affect each other, and hashing passwords is slow.
      await Promise.all(this.#callers.map((caller) => this.#callPastTheGuard(caller)))
      return this
    }
    const held =
      typeof this.#endpoint.access === 'object'
        ? await equip(this.#world, this.#callers, this.#endpoint)
        : undefined
    const stopped: [Caller, string][] = []
    for (const caller of this.#callers) {
      const refusal = guardRefusal(this.#operation, caller, held?.get(caller.name))
      if (refusal !== undefined) stopped.push([caller, refusal])
      else await this.#callPastTheGuard(caller)
    }
    await this.#callBeforeTheGuard(stopped)
    return this
  }

  /** Calls as the refused callers. They share one set of rows, because the guard refuses before it looks up a row. */
  async #callBeforeTheGuard(stopped: readonly [Caller, string][]): Promise<void> {
    const [first] = stopped
    if (!first) return
    for (const rowOwner of this.#rows) {
      const { made } = await this.#world.make(this.#operation, first[0].by, rowOwner)
      await this.#unchanged(made, async () => {
        for (const [caller, refusal] of stopped) await this.#call(caller, rowOwner, made, refusal)
      })
    }
  }

  async #callPastTheGuard(caller: Caller): Promise<void> {
    const ready: { rowOwner: RowOwner; made: Made<K>; scenario: Scenario }[] = []
    for (const rowOwner of this.#rows)
      ready.push({ rowOwner, ...(await this.#world.make(this.#operation, caller.by, rowOwner)) })
    const code = this.#endpoint.confirm === true ? await this.#confirm(caller, ready) : undefined
    for (const { rowOwner, made } of ready) {
      const expected = scopeOutcome(this.#endpoint, this.#fixture, caller, rowOwner, made)
      const call = () => this.#call(caller, rowOwner, made, expected, code)
      await (expected.startsWith('4') ? this.#unchanged(made, call) : this.#done(caller, call))
    }
    for (const { scenario } of ready) await this.#fixture.undo?.(scenario)
  }

  /** Confirms identity once for the calls on all rows. Returns the code. */
  async #confirm({ by, credentials }: Caller, ready: readonly { made: Made<K> }[]) {
    const body = {
      email: by.person.email,
      password: defaultPassword,
      operations: ready.map(({ made: { input } }) =>
        named(this.#operation, input.params, input.body),
      ),
    }
    const answer = await this.#world.app.client.call('userLocalValidatePassword', {
      ...credentials,
      body,
    })
    return answer.data.code
  }

  async #call(caller: Caller, rowOwner: RowOwner, made: Made<K>, expected: string, code?: string) {
    const answer = await this.#world.app.client.call(this.#operation, {
      ...caller.credentials,
      ...made.input,
      ...(code !== undefined && { headers: { code } }),
    })
    const status = answer.status < 400 ? String(answer.status) : answer.outcome
    const outcome = status === '200' ? status + seenIn(answer, this.#fixture.lists, made) : status
    Object.assign(this.answered[rowOwner] ?? {}, { [caller.name]: outcome })
    Object.assign(this.expected[rowOwner] ?? {}, { [caller.name]: expected })
  }

  /**
   * Makes a successful call and checks that a delegate's call grants no rights. An endpoint that grants rights fails
   * here until it declares `grantsRights` (decision 52).
   */
  async #done({ name }: Caller, call: () => Promise<void>): Promise<void> {
    if (name !== 'delegate') return call()
    expect(await rightsGainedBy(this.#world.app.db, call)).toEqual([])
  }

  /** Checks that refused calls do not change the row. */
  async #unchanged(made: Made<K>, calls: () => Promise<void>): Promise<void> {
    const before = await this.#world.rowOf(made)
    await calls()
    expect(await this.#world.rowOf(made)).toEqual(before)
  }
}

/**
 * Returns the end of an outcome: whether the list contains the requested row, and whether the response contains data
 * that only administrators see.
 */
function seenIn(
  answer: Answer<unknown>,
  lists: string | undefined,
  { row, beneath }: Pick<Made<Operation>, 'row' | 'beneath'>,
): string {
  const all = beneath !== undefined && answer.text.includes(beneath) ? withAll : ''
  if (lists === undefined) return all
  // The fixture's search matches only its own row, so any line below the header is that row.
  if (lists === 'lines') return answer.text.trim().includes('\n') ? ' listed' : ' not listed'
  const rows: unknown = Reflect.get(Object(answer.data) as object, lists)
  if (!Array.isArray(rows)) throw new Error(`The response has no list ${lists}.`)
  const found = rows.some((each: unknown) => Reflect.get(Object(each) as object, 'id') === row?.id)
  return (found ? ' listed' : ' not listed') + all
}
