/**
 * Text with U+0000 or a lone surrogate is refused with 400 and the name of the field, at every endpoint (issue 8, row
 * 12).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type Operation } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { FixtureWorld } from '../testing/fixture-world.ts'
import type { Answer, Caller } from '../testing/test-client.ts'

let world: FixtureWorld

beforeAll(async () => {
  world = await FixtureWorld.start()
})
afterAll(() => world.close())

/** The input of a call. */
interface Input {
  params?: object
  query?: object
  body?: object
}

type Way = (string | number)[]

/** Returns the paths of all texts in a value. */
function texts(value: unknown, way: Way = []): Way[] {
  if (typeof value === 'string') return [way]
  if (Array.isArray(value)) return value.flatMap((inner, at) => texts(inner, [...way, at]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => texts(inner, [...way, name]))
}

/** Returns a copy of the value with the suffix `by` appended to the text at this path. */
function spoilt(value: unknown, [name, ...rest]: Way, by: string): unknown {
  if (name === undefined) return `${String(value)}${by}`
  const inner: unknown = Reflect.get(Object(value), name)
  const replaced = spoilt(inner, rest, by)
  if (Array.isArray(value)) return value.with(Number(name), replaced)
  return { ...Object(value), [name]: replaced }
}

/** Sends a call without the contract's validation. */
function send(caller: Caller, endpoint: Endpoint, { params, query, body }: Input) {
  const { method, path, upload } = endpoint
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(Reflect.get(params ?? {}, name))),
  )
  const search = query ? `?${new URLSearchParams({ ...query }).toString()}` : ''
  return world.app.client.request(method, `/api${filled}${search}`, {
    ...caller,
    ...(body && { body: JSON.stringify(body) }),
    // The body of an upload is not text, so it can be any bytes; only the parameters are tested.
    ...(upload && { body: 'x', headers: { ...caller.headers, 'content-type': upload[0] ?? '' } }),
  })
}

function expectRefusal(answer: Answer<unknown>, field: string): void {
  expect(answer.outcome).toBe('400 invalid-input')
  expect(Object.keys(answer.failure.fields ?? {})).toEqual([field])
}

const operations = Object.keys(api) as Operation[]

/** Returns a valid call of the operation and its caller. */
async function makeCall(operation: Operation): Promise<{ caller: Caller; input: Input }> {
  const by = await world.actor('administrator')
  const { made } = await world.make(operation, by)
  const { params, query, body, ...caller } = made.input as Caller & Input
  return {
    caller: { ...by.console.who, ...caller },
    input: {
      ...(params && { params }),
      ...(query && { query }),
      ...(body && !('upload' in api[operation]) && { body }),
    },
  }
}

describe('every text that an endpoint accepts', () => {
  test.each(operations)('%s refuses U+0000 in it and names the field', async (operation) => {
    const { caller, input } = await makeCall(operation)
    for (const way of texts(input)) {
      const field = way.slice(1).join('.')
      const answer = await send(caller, api[operation], spoilt(input, way, '\0') as Input)
      expectRefusal(answer, field)
    }
  })

  test.each(operations.filter((operation) => 'body' in api[operation]))(
    '%s refuses a lone surrogate in its body and names the field',
    async (operation) => {
      const { caller, input } = await makeCall(operation)
      for (const way of texts({ body: input.body })) {
        const field = way.slice(1).join('.')
        const answer = await send(caller, api[operation], spoilt(input, way, '\ud800') as Input)
        expectRefusal(answer, field)
      }
    },
  )

  test('is refused in a query without parameters, by key or value', async () => {
    for (const query of ['state=a%00', 'a%00=b', 'error_description=%00'])
      expect(
        (await world.app.client.request('GET', `/api/federated/callback?${query}`)).outcome,
      ).toBe('400 invalid-input')
  })
})

test('a correct password with an unstorable path confirms nothing and causes no internal error', async () => {
  const { caller, input } = await makeCall('userLocalValidatePassword')
  const operationsSent = [{ method: 'POST', path: '/user\0', body_sha256: 'a'.repeat(64) }]
  const answer = await send(caller, api.userLocalValidatePassword, {
    body: { ...input.body, operations: operationsSent },
  })
  expectRefusal(answer, 'operations.0.path')
})
