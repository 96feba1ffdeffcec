import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countRows, createTestApp, type TestApp } from '../testing/test-app.ts'
import type { Answer } from '../testing/test-client.ts'
import type { SignedIn } from '../testing/test-trips.ts'

let app: TestApp
let who: SignedIn

beforeAll(async () => {
  app = await createTestApp()
  who = await app.trips.signIn((await app.build.user()).email)
})
afterAll(() => app.close())

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const json = 'application/json; charset=utf-8'

/** A failure in the shape of rulings §2, that tells nothing about the inside. */
function expectFailure(answer: Answer<unknown>, outcome: string): void {
  expect(answer.outcome).toBe(outcome)
  expect(answer.failure.requestId).toMatch(uuid)
  expect(answer.failure.httpMessage).not.toBe('')
  expect(answer.headers.get('content-type')).toBe(json)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.text).not.toMatch(
    /\bat \w|node_modules|\.ts\b|stack|SyntaxError|Zod|select |postgres/i,
  )
}

const valid = (body: string | Uint8Array<ArrayBuffer>, headers?: Record<string, string>) =>
  app.client.request('POST', '/api/user/valid', { ...who, body, ...(headers && { headers }) })
const good = { environment: 'front', path: '/home', method: 'GET' }

describe('bad input gets its declared answer', () => {
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
  ])('%s is no JSON', async (_, body) => {
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
  ])('%s is a 400 that names the fields', async (_, body, fields) => {
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

  test('a body where none is expected, and a query that is unknown or doubled', async () => {
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

  test('a text with half a character or a zero in it harms nothing', async () => {
    const body = (path: string) => `{"environment":"front","path":"${path}","method":"GET"}`
    for (const path of ['\\ud800', '\\u0000', 'a\\u0000b'])
      expectFailure(await valid(body(path)), '403 forbidden')
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

  test('100,000 nested arrays are refused like any wrong type', async () => {
    expectFailure(await valid('['.repeat(100_000) + ']'.repeat(100_000)), '400 invalid-input')
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])('a body called %s is not JSON', async (type) => {
    expectFailure(
      await valid(JSON.stringify(good), { 'content-type': type }),
      '415 unsupported-media-type',
    )
  })
})

describe('addresses that are not there', () => {
  test.each([
    '/api/nothing',
    '/api/',
    '/api/user/VALID',
    '/api//user/valid',
    '/api/toString',
    '/api/__proto__',
    `/api/${'x'.repeat(5000)}`,
  ])('%s is an unknown path', async (path) => {
    expectFailure(await app.client.request('POST', path, { body: '{}' }), '404 unknown-path')
  })

  test.each(['/api/%', '/api/%zz', '/api/module/%c3%28/logo/x'])(
    '%s cannot be read and is an unknown path',
    async (path) => {
      expectFailure(await app.client.request('GET', path), '404 unknown-path')
    },
  )

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])(
    '%s on an address of another method says which it has',
    async (method) => {
      const answer = await app.client.request(method, '/api/user/valid', who)
      expectFailure(answer, '405 method-not-allowed')
      expect(answer.headers.get('allow')).toBe('POST')
    },
  )
})

describe('what is not HTTP', () => {
  /** What the server says to these bytes until it closes. */
  async function say(bytes: string): Promise<string> {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    let heard = ''
    socket.on('data', (chunk) => (heard += chunk.toString()))
    // It may close while we are still speaking.
    socket.on('error', () => undefined)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.end(bytes)
    await closed
    return heard
  }

  test('is refused and closed', async () => {
    expect(await say('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
    expect(
      await say(
        'POST /api/user/valid HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      ),
    ).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('headers of 64 KB are refused, and the next caller is answered', async () => {
    const headers = `host: x\r\nauthorization: Basic ${'x'.repeat(65_536)}`
    expect(await say(`POST /api/auth-local HTTP/1.1\r\n${headers}\r\n\r\n`)).toMatch(
      /^(HTTP\/1\.1 431 |$)/,
    )
    expect((await app.trips.validate(who.token, who.cookie)).status).toBe(200)
  })
})

describe('failures of our own', () => {
  test('an error that nobody declared is a 500 without a reason, and a log line with one', async () => {
    await sql`alter table module_logos rename to module_logos_away`.execute(app.db)
    const answer = await app.client.request('GET', `/api/module/1/logo/${'0'.repeat(64)}`)
    await sql`alter table module_logos_away rename to module_logos`.execute(app.db)
    expectFailure(answer, '500 internal')
    const line = app.log.find((entry) => entry.includes('undeclared error'))
    expect(line).toContain(answer.failure.requestId)
    expect(line).toContain('module_logos')
  })

  test('refused writes leave no row behind', async () => {
    const before = await countRows(app.db)
    await app.client.request('POST', '/api/user/choose-mfa', { body: '{"session":' })
    await app.client.request('POST', '/api/user/choose-mfa', {
      body: JSON.stringify({ session: 'x' }),
    })
    await app.client.request('POST', '/api/user/change-mfa', {
      body: JSON.stringify({
        session: 'x'.repeat(43),
        email: 'a@b.example',
        code: '123456',
        challengeName: 'EMAIL_OTP',
      }),
    })
    await app.client.request('PUT', '/api/user/invalidate-token', {
      ...who,
      body: JSON.stringify({ access_token: 'x' }),
    })
    await app.client.request('POST', '/api/user-local/code', {
      ...who,
      body: JSON.stringify({
        module_id: 1,
        redirect_uri: 'x',
        access_token: who.token,
        company_id: 1,
      }),
    })
    expect(await countRows(app.db)).toEqual(before)
  })

  test('a write whose audit event cannot be written is not written either', async () => {
    const { email } = await app.build.user()
    const session = await app.trips.begin(email)
    const code = await app.trips.sendCode(session, email)
    const before = await countRows(app.db)
    await sql`alter table audit_events add constraint nothing_goes check (false) not valid`.execute(
      app.db,
    )
    const answer = await app.trips.answer(session, email, code)
    await sql`alter table audit_events drop constraint nothing_goes`.execute(app.db)
    expectFailure(answer, '500 internal')
    expect(await countRows(app.db)).toEqual(before)
    expect((await app.trips.answer(session, email, code)).status).toBe(200)
  })
})
