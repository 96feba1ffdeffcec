/** Limits of request bodies: size, number of keys, and size of the error response (issue 8, row 3). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { previewableWrites } from '../../contract/access-effect.ts'
import { api } from '../../contract/api.ts'
import { defaultBodyLimit, type Endpoint, type Endpoints } from '../../contract/endpoint.ts'
import { fieldNameMax, fieldsMax } from '../../server/pipeline/field-errors.ts'
import { expectFailure } from '../testing/expect-failure.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Returns an object in JSON with this number of unknown keys. */
const unknownKeys = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1])))

const ask = (body: string) => app.client.request('POST', '/api/user/token-validate', { body })

describe('unknown keys', () => {
  test('110,000 of them exceed the body limit', async () => {
    const answer = await ask(unknownKeys(110_000))
    expectFailure(answer, '413 body-too-large')
    expect(answer.text.length).toBeLessThan(500)
  })

  test('in a body are reported in a bounded number of fields', async () => {
    const body = unknownKeys(900)
    expect(body.length).toBeLessThan(defaultBodyLimit)
    const answer = await ask(body)
    expectFailure(answer, '400 invalid-input')
    expect(Object.keys(answer.failure.fields ?? {})).toHaveLength(fieldsMax)
  })

  test('of thousands of characters are truncated in the response', async () => {
    const answer = await ask(JSON.stringify({ ['k'.repeat(4000)]: 1, access_token: 'x' }))
    expectFailure(answer, '400 invalid-input')
    const [name = ''] = Object.keys(answer.failure.fields ?? {})
    expect(name).toBe(`${'k'.repeat(fieldNameMax)}…`)
  })

  test('in a query are reported in a bounded number of fields', async () => {
    const query = Array.from({ length: 2000 }, (_, n) => `k${n}`).join('&')
    const answer = await app.client.request('GET', `/api/user-local/token?${query}`)
    expectFailure(answer, '400 invalid-input')
    expect(Object.keys(answer.failure.fields ?? {})).toHaveLength(fieldsMax)
  })

  test('a large body is refused by an endpoint without a body', async () => {
    expectFailure(
      await app.client.request('POST', '/api/auth-local', { body: unknownKeys(110_000) }),
      '413 body-too-large',
    )
    expectFailure(
      await app.client.request('POST', '/api/nothing', { body: unknownKeys(110_000) }),
      '413 body-too-large',
    )
  })
})

describe('each endpoint has the body limit that its schema needs', () => {
  const endpoints: Endpoints = api
  const all = Object.entries(endpoints).filter(([, { body }]) => body !== undefined)

  test.each(all)('%s accepts the longest body of its schema', (_, endpoint) => {
    expect(longestBody(endpoint)).toBeLessThanOrEqual(limitOf(endpoint))
  })

  const declaring = all.filter(([, endpoint]) => endpoint.bodyLimit !== undefined)

  test.each(declaring.filter(([name]) => name !== 'accessEffectForesee'))(
    '%s, which declares its own limit, does not accept twice its size',
    (_, endpoint) => {
      expect(limitOf(endpoint)).toBeGreaterThan(defaultBodyLimit)
      expect(limitOf(endpoint)).toBeLessThan(2 * longestBody(endpoint))
    },
  )

  test('a preview accepts the longest body that a previewed write accepts', () => {
    const longestWrite = Math.max(
      ...Object.values(previewableWrites).map((write) => limitOf(write)),
    )
    const { bodyLimit } = api.accessEffectForesee
    expect(bodyLimit).toBeGreaterThan(longestWrite)
    expect(bodyLimit).toBeLessThan(longestWrite + 1024)
  })

  test('the limit is a few KB except for passkeys, pictures, lists of ids and lists of writes', () => {
    expect(defaultBodyLimit).toBeLessThanOrEqual(16_384)
    expect(declaring.map(([name]) => name)).toEqual([
      'passkeyCreate',
      'userLocalValidatePassword',
      'userLocalValidateToken',
      'userLocalValidatePasskeyOptions',
      'userLocalValidatePasskey',
      'moduleLogoUpdate',
      'profileFunctionAdd',
      'profileFunctionRemove',
      'functionActionAdd',
      'functionActionRemove',
      'companyLogoUpdate',
      'planCompanyAdd',
      'planCompanyRemove',
      'seatEffectOfPlan',
      'userCreate',
      'userProfileAdd',
      'userProfileRemove',
      'userProfileUpdate',
      'accessEffectForesee',
      'accessReviewDecide',
      'accessReviewConfirm',
    ])
  })
})

const limitOf = (endpoint: Endpoint): number => endpoint.bodyLimit ?? defaultBodyLimit

/** Returns the length in bytes of the longest body that matches the schema, in ASCII. */
function longestBody({ body }: Endpoint): number {
  if (!body) throw new Error('The endpoint takes no body.')
  return longest(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))
}

type JsonSchema = z.core.JSONSchema._JSONSchema

function longest(schema: JsonSchema): number {
  if (typeof schema === 'boolean')
    throw new Error('The schema accepts any value, so it has no longest body.')
  const { anyOf, items, properties, type } = schema
  const values = schema.enum ?? ('const' in schema ? [schema.const] : undefined)
  if (values) return Math.max(...values.map((value) => JSON.stringify(value).length))
  if (anyOf) return Math.max(...anyOf.map(longest))
  if (type === 'string') return 2 + longestText(schema)
  if (type === 'array') return 2 + bound(schema.maxItems) * (1 + longest(items as JsonSchema))
  if (type === 'object')
    return Object.entries(properties ?? {}).reduce(
      (sum, [name, field]) => sum + JSON.stringify(name).length + 2 + longest(field),
      2,
    )
  // A 32-bit number, true, false or null.
  return 10
}

/** Returns the maximum length of a text: that of its schema, or the count in its pattern. */
function longestText({ maxLength, pattern }: z.core.JSONSchema.JSONSchema): number {
  const counted = /\{(?:\d+,)?(\d+)\}\$$/.exec(pattern ?? '')?.[1]
  return bound(maxLength ?? (counted === undefined ? undefined : Number(counted) + 1))
}

function bound(max: number | undefined): number {
  if (max === undefined) throw new Error('The schema has a text without a maximum length.')
  return max
}
