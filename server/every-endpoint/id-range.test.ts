/** The database counts ids in 32 bits; one beyond is nobody's mistake but the caller's, so it is no 500. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { api, type Operation } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { FixtureWorld } from '../testing/fixture-world.ts'

type JsonSchema = z.core.JSONSchema._JSONSchema

const takes = (schema: JsonSchema, type: 'integer' | 'array'): boolean =>
  typeof schema !== 'boolean' &&
  (schema.type === type || (schema.anyOf ?? []).some((one) => takes(one, type)))

/** The ids in the body of an operation, each with one above the range as it takes it. */
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

test('there are ids in bodies', () => {
  expect(cases.length).toBeGreaterThan(10)
})

test.each(cases)(
  '%s: an id above 32 bits as %s is a 400 that names it',
  async (operation, field, beyond) => {
    const by = await world.actor('administrator')
    const { made } = await world.make(operation, by, 'own')
    const body: object = { ...(made.input.body as object | undefined), [field]: beyond }
    const { failure } = await by.console.call(operation, { ...made.input, body } as never)
    expect(failure.httpStatus).toBe(400)
    expect(Object.keys(failure.fields ?? {}).map((name) => name.split('.')[0])).toContain(field)
  },
)
