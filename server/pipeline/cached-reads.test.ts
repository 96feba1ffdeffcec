import { defaultBodyLimit } from '../../contract/endpoint.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { Cookie } from './cookie.ts'
import { cachedReadOf } from './cached-reads.ts'

const parts = {
  guard: {
    authorize: () => Promise.reject(new Error('Not called.')),
    authorizeFromCache: () => undefined,
    knownCaller: () => undefined,
    callerOf: () => Promise.resolve(undefined),
  },
  cookie: new Cookie('portaria', 'http://localhost', { maxAge: 1000, sameSite: 'Strict' }),
}
const cached = () => {
  throw new Error('Not called.')
}
const bare: Endpoint = api.userValid
const callOf = (endpoint: Endpoint) => cachedReadOf(parts, 'userValid', endpoint, cached)

test.each<[string, Partial<Endpoint>]>([
  ['is public', { access: 'public' }],
  [
    'writes an audit event',
    { audit: { event: 'user.asked', title: 'Pergunta', past: 'Perguntado' } },
  ],
  ['needs a confirmation', { confirm: true }],
  ['needs a captcha', { captcha: true }],
  ['refuses API tokens', { refusesApiTokens: true }],
  ['has parameters', { params: z.object({}) }],
  ['has a query', { query: z.object({}) }],
  ['takes a file', { upload: ['text/csv'] }],
  ['returns no JSON', { success: { redirect: true } }],
])('the server does not start if a cached read %s', (_, more) => {
  expect(() => callOf({ ...bare, ...more })).toThrow(
    'userValid declares more than a cached read supports.',
  )
})

test('a cached read has the body limit of its endpoint, and none without a body', () => {
  expect(callOf(api.userValidate).bodyLimit).toBeUndefined()
  expect(callOf(bare).bodyLimit).toBe(defaultBodyLimit)
  expect(callOf({ ...bare, bodyLimit: 9000 }).bodyLimit).toBe(9000)
})
