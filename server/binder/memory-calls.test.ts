import { expect, test } from 'vitest'
import { api, type Operation } from '../../contract/api.ts'
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
const callOf = (operation: Operation) => memoryCallOf(parts, operation, api[operation], handler)

test.each<[string, Operation]>([
  ['is public', 'userTokenValidate'],
  ['writes an event', 'userInvalidateToken'],
  ['has parameters', 'serviceGet'],
  ['has a query', 'serviceList'],
  ['confirms identity', 'userSessionEndOthers'],
])('no server starts with an endpoint from memory that %s', (_, operation) => {
  expect(() => callOf(operation)).toThrow(`${operation} asks for more than memory can tell.`)
})

test('one that asks for nothing but who calls and a body has their limit', () => {
  expect(callOf('userValidate').bodyLimit).toBeUndefined()
  expect(callOf('userValid').bodyLimit).toBe(8192)
})
