/** `''` and `null` are treated as absent for every optional field of bodies and queries (decision 20). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { api, type Operation } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { checkInput, type Part } from '../../server/pipeline/input.ts'
import { FixtureWorld } from '../testing/fixture-world.ts'

type JsonSchema = z.core.JSONSchema._JSONSchema
type Path = readonly (string | 0)[]

/** Returns the paths of all optional fields of a schema; 0 is the first item of a list. */
function optionalPaths(schema: JsonSchema, way: Path = []): Path[] {
  if (typeof schema === 'boolean') return []
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(schema.required?.includes(name) ? [] : [[...way, name]]),
    ...optionalPaths(field, [...way, name]),
  ])
  const items = schema.items !== undefined && !Array.isArray(schema.items) ? [schema.items] : []
  return [...fields, ...items.flatMap((item) => optionalPaths(item, [...way, 0]))]
}

const cases = (Object.keys(api) as Operation[]).flatMap((operation) => {
  const endpoint: Endpoint = api[operation]
  return (['body', 'query'] as const).flatMap((part): [Operation, Part, Path][] => {
    const schema = endpoint[part]
    if (!schema) return []
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    return optionalPaths(json).map((way) => [operation, part, way])
  })
})

type Holder = Record<string | number, unknown>

/** Returns a copy of the value with the field blank or absent. Missing parents are created. */
function withField(value: unknown, way: Path, blank: '' | null | undefined): unknown {
  const copy = (structuredClone(value) ?? {}) as Holder
  const holder = way
    .slice(0, -1)
    .reduce<Holder>((outer, name) => (outer[name] ??= {}) as Holder, copy)
  const last = way.at(-1) ?? ''
  if (blank === undefined) Reflect.deleteProperty(holder, last)
  else holder[last] = blank
  return copy
}

let world: FixtureWorld

beforeAll(async () => {
  world = await FixtureWorld.start()
})
afterAll(() => world.close())

test('the contract has optional fields', () => {
  expect(cases.length).toBeGreaterThan(150)
})

test.each(cases)('%s: in its %s, a blank %s is treated as absent', async (operation, part, way) => {
  const schema = (api[operation] as Endpoint)[part]
  const { made } = await world.make(operation, await world.actor('administrator'), 'own')
  const sent = (made.input as Record<Part, unknown>)[part]
  const outcome = (blank: '' | null | undefined) => {
    try {
      return { taken: checkInput(schema, withField(sent, way, blank), part) as unknown }
    } catch (error) {
      return { refused: error }
    }
  }
  const leftOut = outcome(undefined)
  expect(outcome('')).toEqual(leftOut)
  expect(outcome(null)).toEqual(leftOut)
})

test('a blank required field is not treated as absent, nor is an unreadable value', () => {
  const schema = z.strictObject({ spid: z.string().optional(), name: z.string().min(1).nullable() })
  expect(() => checkInput(schema, { name: '' }, 'body')).toThrow()
  expect(checkInput(schema, { name: null, spid: '' }, 'body')).toEqual({ name: null })
  expect(checkInput(schema, { name: null, spid: ' ' }, 'body')).toEqual({ name: null, spid: ' ' })
  for (const spid of [0, false, [], {}])
    expect(() => checkInput(schema, { name: null, spid }, 'body')).toThrow()
  expect(() => checkInput(schema, { name: null, other: '' }, 'body')).toThrow()
})
