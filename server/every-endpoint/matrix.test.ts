import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type Operation } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { defaultPassword } from '../testing/builders.ts'
import { named } from '../testing/console-client.ts'
import { samples } from '../testing/endpoint-samples.ts'
import type { Made, Sample, Whose } from '../testing/sample.ts'
import { SampleWorld } from '../testing/sample-world.ts'
import { matrixDocument, type MeasuredRow } from './matrix-document.ts'
import { guardRefusal, rowsOf, scopeOutcome } from './matrix-expectation.ts'
import { type Caller, type CallerName, equip, gather } from './matrix-people.ts'

const documentUrl = new URL('../../docs/security/matrix.md', import.meta.url)

// Whoever signs out is needed until then.
const operations = (Object.keys(api) as Operation[]).toSorted(
  (a, b) => Number(samples[a].signsOut ?? false) - Number(samples[b].signsOut ?? false),
)

let world: SampleWorld
let everybody: Caller[]
const measured = new Map<Operation, MeasuredRow[]>()

beforeAll(async () => {
  world = await SampleWorld.start()
  everybody = await gather(world)
})
afterAll(() => world.close())

type Outcomes = Record<string, Partial<Record<CallerName, string>>>

/** Calls an endpoint as everybody, on every row; what was answered and what should have been. */
class Measurement<K extends Operation> {
  readonly answered: Outcomes = {}
  readonly expected: Outcomes = {}
  readonly #operation: K
  readonly #endpoint: Endpoint
  readonly #sample: Sample<K>
  readonly #rows: Whose[]

  constructor(operation: K) {
    this.#operation = operation
    this.#endpoint = api[operation]
    this.#sample = samples[operation]
    this.#rows = rowsOf(this.#sample)
    for (const whose of this.#rows) {
      this.answered[whose] = {}
      this.expected[whose] = {}
    }
  }

  async run(): Promise<this> {
    if (this.#endpoint.access === 'public') {
      // Nobody is in the way of anybody else there, and passwords are slow to hash.
      await Promise.all(everybody.map((caller) => this.#callPastTheGuard(caller)))
      return this
    }
    const held =
      typeof this.#endpoint.access === 'object'
        ? await equip(world, everybody, this.#endpoint)
        : undefined
    const stopped: [Caller, string][] = []
    for (const caller of everybody) {
      const refusal = guardRefusal(this.#endpoint, caller, held?.get(caller.name))
      if (refusal !== undefined) stopped.push([caller, refusal])
      else await this.#callPastTheGuard(caller)
    }
    await this.#callBeforeTheGuard(stopped)
    return this
  }

  /** Whom the guard stops never comes to a row: the same rows do for all of them. */
  async #callBeforeTheGuard(stopped: readonly [Caller, string][]): Promise<void> {
    const [first] = stopped
    if (!first) return
    for (const whose of this.#rows) {
      const { made } = await world.make(this.#operation, first[0].by, whose)
      await unchanged(made, async () => {
        for (const [caller, refusal] of stopped) await this.#call(caller, whose, made, refusal)
      })
    }
  }

  async #callPastTheGuard(caller: Caller): Promise<void> {
    const ready: { whose: Whose; made: Made<K> }[] = []
    for (const whose of this.#rows)
      ready.push({ whose, made: (await world.make(this.#operation, caller.by, whose)).made })
    const code = this.#endpoint.confirm && (await this.#confirm(caller, ready))
    for (const { whose, made } of ready) {
      const expected = scopeOutcome(this.#endpoint, this.#sample, caller, whose)
      const call = () => this.#call(caller, whose, made, expected, code)
      await (expected.startsWith('4') ? unchanged(made, call) : call())
    }
  }

  /** One confirmation for the calls on all rows. */
  async #confirm({ by, credentials }: Caller, ready: readonly { made: Made<K> }[]) {
    const body = {
      email: by.person.email,
      password: defaultPassword,
      operations: ready.map(({ made: { input } }) =>
        named(this.#operation, input.params, input.body),
      ),
    }
    const answer = await world.app.client.call('userLocalValidatePassword', {
      ...credentials,
      body,
    })
    return answer.data.code
  }

  async #call(caller: Caller, whose: Whose, made: Made<K>, expected: string, code?: string) {
    const answer = await world.app.client.call(this.#operation, {
      ...caller.credentials,
      ...made.input,
      ...(code !== undefined && { headers: { code } }),
    })
    const status = answer.status < 400 ? String(answer.status) : answer.outcome
    const listed =
      this.#sample.lists && status === '200' ? isListed(answer.data, this.#sample.lists, made) : ''
    Object.assign(this.answered[whose] ?? {}, { [caller.name]: status + listed })
    Object.assign(this.expected[whose] ?? {}, { [caller.name]: expected })
  }
}

/** Whether the row that was asked for is among those that are answered. */
function isListed(data: unknown, where: string, { row }: Pick<Made<Operation>, 'row'>): string {
  const rows: unknown = Reflect.get(Object(data) as object, where)
  if (!Array.isArray(rows)) throw new Error(`There are no ${where} in the answer.`)
  const found = rows.some((each: unknown) => Reflect.get(Object(each) as object, 'id') === row?.id)
  return found ? ' listed' : ' not listed'
}

/** Refused calls change nothing of the row. */
async function unchanged(made: Pick<Made<Operation>, 'row'>, calls: () => Promise<void>) {
  const before = await world.rowOf(made)
  await calls()
  expect(await world.rowOf(made)).toEqual(before)
}

async function eventsOf(operation: Operation): Promise<number> {
  const events = await world.app.db
    .selectFrom('audit_events')
    .select('seq')
    .where('operation', '=', operation)
    .execute()
  return events.length
}

describe('whoever calls an endpoint on whichever row is answered as access and scope say, and a refusal changes nothing', () => {
  test.each(operations)('%s', async (operation) => {
    const before = await eventsOf(operation)
    const { answered, expected } = await new Measurement(operation).run()
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
  const { scope } = samples[operation]
  return Object.entries(answered).map(([whose, outcomes]) => ({
    operation,
    row: scope === 'none' || scope === 'new' ? '–' : whose,
    outcomes,
  }))
}

test('docs/security/matrix.md says what was measured; UPDATE_MATRIX=1 writes it', async () => {
  const rows = (Object.keys(api) as Operation[]).flatMap(
    (operation) => measured.get(operation) ?? [],
  )
  const text = matrixDocument(rows)
  if (process.env['UPDATE_MATRIX'] === '1') await writeFile(documentUrl, text)
  expect(await readFile(documentUrl, 'utf8')).toBe(text)
})
