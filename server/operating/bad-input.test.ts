import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectFailure } from '../../test/testing/expect-failure.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'

let app: TestApp
let who: SignedIn

beforeAll(async () => {
  app = await createTestApp()
  who = await app.trips.enter(await app.build.user())
})
afterAll(() => app.close())

const valid = (body: string | Uint8Array<ArrayBuffer>, headers?: Record<string, string>) =>
  app.client.request('POST', '/api/user/valid', { ...who, body, ...(headers && { headers }) })
const good = { environment: 'front', path: '/home', method: 'GET' }

describe('invalid input gets its declared response', () => {
  test.each<[string, string]>([
    ['half an object', '{"environment":'],
    ['no JSON', 'environment=front'],
    [
      'an own __proto__',
      '{"__proto__":{"admin":true},"environment":"front","path":"/home","method":"GET"}',
    ],
    ['a constructor with a prototype', '{"constructor":{"prototype":{"admin":true}}}'],
    ['an escaped __proto__', '{"\\u005f_proto__":{"admin":true}}'],
    ['a comment', '{/* */}'],
    ['two values', '{}{}'],
  ])('%s is not valid JSON', async (_, body) => {
    expectFailure(await valid(body), '400 invalid-json')
  })

  test.each<[string, string, Record<string, string>]>([
    ['an array', '[]', { body: 'Tipo de valor inválido.' }],
    ['null', 'null', { body: 'Tipo de valor inválido.' }],
    ['a text', '"front"', { body: 'Tipo de valor inválido.' }],
    ['nothing', '', { body: 'Campo obrigatório.' }],
    [
      'fields left out',
      '{"path":"/home"}',
      { environment: 'Campo obrigatório.', method: 'Campo obrigatório.' },
    ],
    [
      'wrong types',
      JSON.stringify({ ...good, path: 7, method: ['GET'] }),
      { path: 'Tipo de valor inválido.', method: 'Valor inválido.' },
    ],
    [
      'an unknown field',
      JSON.stringify({ ...good, admin: true }),
      { admin: 'Campo desconhecido.' },
    ],
    [
      'a field that every object has',
      JSON.stringify({ ...good, toString: 'x', hasOwnProperty: 1 }),
      { toString: 'Campo desconhecido.', hasOwnProperty: 'Campo desconhecido.' },
    ],
    [
      'a value out of its list',
      JSON.stringify({ ...good, environment: 'side' }),
      { environment: 'Valor inválido.' },
    ],
    [
      'too long a text',
      JSON.stringify({ ...good, path: 'x'.repeat(301) }),
      { path: 'O valor máximo é 300.' },
    ],
  ])('%s is refused with 400 and the names of the fields', async (_, body, fields) => {
    const answer = await valid(body)
    expectFailure(answer, '400 invalid-input')
    expect(answer.failure.fields).toEqual(fields)
  })

  test.each([Number.MAX_SAFE_INTEGER, 2_147_483_648, 0, -1, 1.5])(
    '%d is no id of a module',
    async (moduleId) => {
      const body = JSON.stringify({
        module_id: moduleId,
        redirect_uri: 'x',
        access_token: who.token,
        company_id: 1,
      })
      const answer = await app.client.request('POST', '/api/user-local/code', { ...who, body })
      expectFailure(answer, '400 invalid-input')
      expect(Object.keys(answer.failure.fields ?? {})).toEqual(['module_id'])
    },
  )

  test('an unexpected body and an unknown or repeated query parameter are refused', async () => {
    expectFailure(
      await app.client.request('POST', '/api/auth-local', { body: '{"a":1}' }),
      '400 invalid-input',
    )
    const unknown = await app.client.request('GET', '/api/user-local/token?code=x&next=y')
    expectFailure(unknown, '400 invalid-input')
    expect(unknown.failure.fields).toEqual({ next: 'Campo desconhecido.' })
    expectFailure(
      await app.client.request('GET', '/api/user-local/token?code=x&code=y'),
      '400 invalid-input',
    )
    expectFailure(await app.client.request('GET', '/api/user-local/token'), '400 invalid-input')
  })

  test('text with a lone surrogate or a NUL is refused with the name of its field', async () => {
    const body = (path: string) => `{"environment":"front","path":"${path}","method":"GET"}`
    for (const path of ['\\ud800', '\\u0000', 'a\\u0000b']) {
      const answer = await valid(body(path))
      expectFailure(answer, '400 invalid-input')
      expect(answer.failure.fields).toEqual({ path: 'Use apenas texto simples.' })
    }
    expectFailure(
      await valid(Uint8Array.from([...Buffer.from('{"path":"'), 0xff, 0xfe, 0x22, 0x7d])),
      '400 invalid-input',
    )
  })

  test('a body of 10 MB is refused', async () => {
    expectFailure(
      await valid(JSON.stringify({ ...good, path: 'x'.repeat(10_485_760) })),
      '413 body-too-large',
    )
  })

  test('4,000 nested arrays, the most that fit, are refused like any wrong type', async () => {
    expectFailure(await valid('['.repeat(4000) + ']'.repeat(4000)), '400 invalid-input')
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])('a body of type %s is not accepted as JSON', async (type) => {
    expectFailure(
      await valid(JSON.stringify(good), { 'content-type': type }),
      '415 unsupported-media-type',
    )
  })
})
