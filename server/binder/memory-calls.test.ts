import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { FromMemory } from './call.ts'
import { Cookie } from './cookie.ts'
import { memoryCallOf } from './memory-calls.ts'

const parts = {
  guard: {
    admit: () => Promise.reject(new Error('Nobody asks.')),
    admitFromMemory: () => undefined,
  },
  cookie: new Cookie('portaria', 'http://localhost', { maxAge: 1000, sameSite: 'Strict' }),
}
const handler = new FromMemory<Endpoint>(() => {
  throw new Error('Nobody asks.')
})
const bare: Endpoint = api.userValid
const callOf = (endpoint: Endpoint) => memoryCallOf(parts, 'userValid', endpoint, handler)

test.each<[string, Partial<Endpoint>]>([
  ['is public', { access: 'public' }],
  ['writes an event', { audit: 'user.asked' }],
  ['confirms identity', { confirm: true }],
  ['asks for a captcha', { captcha: true }],
  ['is closed to programs', { peopleOnly: true }],
  ['has parameters', { params: z.object({}) }],
  ['has a query', { query: z.object({}) }],
  ['takes a file', { upload: ['text/csv'] }],
  ['answers no JSON', { success: { redirect: true } }],
])('no server starts with an endpoint from memory that %s', (_, more) => {
  expect(() => callOf({ ...bare, ...more })).toThrow(
    'userValid asks for more than memory can tell.',
  )
})

test('one that asks for nothing but who calls and a body has their limit', () => {
  expect(callOf(api.userValidate).bodyLimit).toBeUndefined()
  expect(callOf(bare).bodyLimit).toBe(8192)
  expect(callOf({ ...bare, bodyLimit: 9000 }).bodyLimit).toBe(9000)
})
