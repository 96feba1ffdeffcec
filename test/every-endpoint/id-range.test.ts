/** Ids have 32 bits in the database. A larger id in a request must cause a client error instead of a 500. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { api, type Operation } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { FixtureWorld } from '../testing/fixture-world.ts'

type JsonSchema = z.core.JSONSchema._JSONSchema

const takes = (schema: JsonSchema, type: 'integer' | 'array'): boolean =>
  typeof schema !== 'boolean' &&
  (schema.type === type || (schema.anyOf ?? []).some((one) => takes(one, type)))

/** Returns the id fields of a body, each with a value above the range. The value has the type of the field. */
function beyondOf(operation: Operation): [Operation, string, unknown][] {
  const { body }: Endpoint = api[operation]
  if (!body) return []
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).flatMap(([field, schema]): [Operation, string, unknown][] => {
    if (!/(^|_)id$/.test(field)) return []
    if (takes(schema, 'integer')) return [[operation, field, 2_147_483_648]]
    return takes(schema, 'array') ? [[operation, field, [2_147_483_648]]] : []
  })
}

const cases = (Object.keys(api) as Operation[]).flatMap(beyondOf)

let world: FixtureWorld

beforeAll(async () => {
  world = await FixtureWorld.start()
})
afterAll(() => world.close())

test('bodies contain ids', () => {
  expect(cases.length).toBeGreaterThan(10)
})

test.each(cases)(
  '%s: an id above 32 bits in %s is refused with 400 and the name of the field',
  async (operation, field, beyond) => {
    const by = await world.actor('administrator')
    const { made } = await world.make(operation, by, 'own')
    const body: object = { ...(made.input.body as object | undefined), [field]: beyond }
    const { failure } = await by.console.call(operation, { ...made.input, body } as never)
    expect(failure.httpStatus).toBe(400)
    expect(Object.keys(failure.fields ?? {}).map((name) => name.split('.')[0])).toContain(field)
  },
)
