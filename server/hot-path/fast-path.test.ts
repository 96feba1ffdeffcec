import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { api } from '../../contract/api.ts'
import { inactivityTimeout } from '../../contract/constants.ts'
import { defaultBodyLimit } from '../../contract/endpoint.ts'
import type { CachedRead } from '../pipeline/cached-reads.ts'
import { readConfig } from '../config.ts'
import { bearerOf } from '../../test/testing/bearer.ts'
import { createBoundServer } from '../../test/testing/bound-server.ts'
import { connectTo, parseAnswer } from '../../test/testing/raw-http.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { testEnvironment } from '../../test/testing/test-environment.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'
import { openFastPath } from './fast-path.ts'
import { responseClassOf, Traffic } from '../operating/traffic.ts'

let app: TestApp
let who: SignedIn
/** Number of calls that Fastify handled in this test. */
let handled = 0
const count = () => (handled += 1)

beforeAll(async () => {
  app = await createTestApp({ config: { hotPath: true } })
  const person = await app.build.consoleUser()
  who = await app.trips.arrive(await app.trips.enter(person), person.at)
  subscribe('tracing:fastify.request.handler:start', count)
})
beforeEach(async () => {
  // Fills the caches.
  await app.trips.valid(who)
  handled = 0
})
afterAll(async () => {
  unsubscribe('tracing:fastify.request.handler:start', count)
  await app.close()
})

const question = { environment: 'front', path: '/user-list', method: 'GET' }
const open = JSON.stringify(question)
const closed = JSON.stringify({ ...question, path: '/nothing' })
/** The endpoints with cached reads, each with a request body. */
const bodies = { userValid: question, userValidate: undefined }
const cases = Object.entries(bodies).map(([operation, body]) => {
  const { method, path } = api[operation as keyof typeof bodies]
  return { operation, method, path: `/api${path}`, body: body && JSON.stringify(body) }
})

describe.each(cases)('$operation', ({ method, path, body }) => {
  const ask = (at: string, headers: Record<string, string> = {}) =>
    app.client.request(method, at, { ...who, headers, body })

  test('is served before Fastify, with the same status, headers and body', async () => {
    const responseOf = async (at: string) => {
      const { status, headers, ...answer } = await ask(at)
      // The date may differ by a second, and the id of the request always does.
      const [date, requestId] = ['date', 'x-request-id'].map((name) => headers.has(name))
      return {
        status,
        ...answer,
        headers: { ...Object.fromEntries(headers), date, 'x-request-id': requestId },
      }
    }
    const first = await responseOf(path)
    expect([first.status, handled]).toEqual([200, 0])
    // Fastify ignores the trailing slash.
    expect(await responseOf(`${path}/`)).toEqual(first)
    expect(handled).toBe(1)
  })

  test.each<[string, { token?: string; cookie?: string }, string]>([
    ['nobody', { token: '', cookie: '' }, '401 access-token-missing'],
    ['whoever shows a token that is none', { token: 'x.y.z' }, '401 access-token-invalid'],
    [
      'another browser with a cached token',
      { cookie: 'portaria=other' },
      '401 access-token-invalid',
    ],
  ])('refuses %s', async (_, shown, outcome) => {
    const answer = await app.client.request(method, path, { ...who, ...shown, body })
    expect(answer.outcome).toBe(outcome)
  })
})

test('a caller whose session has ended is refused at the next call', async () => {
  const person = await app.build.consoleUser()
  const other = await app.trips.arrive(await app.trips.enter(person), person.at)
  expect((await app.trips.valid(other)).status).toBe(200)
  await app.client.call('userInvalidateToken', { ...other, body: { access_token: other.token } })
  expect((await app.trips.valid(other)).outcome).toBe('401 access-token-expired')
})

describe('passed on to Fastify with the body', () => {
  test.each<[string, string, Record<string, string>, string, 'handled' | 'refused before']>([
    [
      'a screen that is not granted',
      JSON.stringify({ ...question, path: '/nothing' }),
      {},
      '403 forbidden',
      'handled',
    ],
    [
      'multi-byte text',
      JSON.stringify({ ...question, path: `/${'ã'.repeat(250)}` }),
      {},
      '403 forbidden',
      'handled',
    ],
    ['an unknown field', JSON.stringify({ ...question, x: 1 }), {}, '400 invalid-input', 'handled'],
    ['no JSON', '{"environment":', {}, '400 invalid-json', 'refused before'],
    [
      'a key that would reach a prototype',
      `{"__proto__":{},${open.slice(1)}`,
      {},
      '400 invalid-json',
      'refused before',
    ],
    ['an empty body', '', {}, '400 invalid-input', 'handled'],
    [
      'a body over the limit',
      open + ' '.repeat(defaultBodyLimit),
      {},
      '413 body-too-large',
      'refused before',
    ],
    [
      'another content type',
      open,
      { 'content-type': 'text/plain' },
      '415 unsupported-media-type',
      'refused before',
    ],
    [
      'JSON with a parameter',
      open,
      { 'content-type': 'application/json; charset=utf-8' },
      '200',
      'handled',
    ],
  ])('%s', async (_, body, headers, outcome, how) => {
    const answer = await app.client.request('POST', '/api/user/valid', { ...who, headers, body })
    expect(answer.outcome).toBe(outcome)
    expect(handled).toBe(how === 'handled' ? 1 : 0)
  })

  test('a URL with a query, and an unknown path', async () => {
    for (const [path, outcome] of [
      ['/api/user/valid?x=1', '400 invalid-input'],
      ['/api/user/valid%20', '404 unknown-path'],
    ] as const) {
      const answer = await app.client.request('POST', path, { ...who, body: open })
      expect(answer.outcome, path).toBe(outcome)
    }
  })

  test('an invalid request does not count as use of the session', async () => {
    const person = await app.build.consoleUser()
    const other = await app.trips.arrive(await app.trips.enter(person), person.at)
    expect((await app.trips.valid(other)).status).toBe(200)
    app.clock.advance(inactivityTimeout / 2)
    await app.trips.valid(who)
    app.clock.advance(inactivityTimeout / 2 - 1)
    const answer = await app.client.request('POST', '/api/user/valid', { ...other, body: '{' })
    expect(answer.outcome).toBe('400 invalid-json')
    app.clock.advance(1)
    expect((await app.trips.valid(other)).outcome).toBe('401 access-token-expired')
  })
})

describe('on the wire', () => {
  const head = (...lines: string[]) =>
    [
      'POST /api/user/valid HTTP/1.1',
      'host: x',
      `authorization: Bearer ${who.token}`,
      `cookie: ${who.cookie}`,
      'content-type: application/json',
      ...lines,
      '\r\n',
    ].join('\r\n')
  const whole = (body: string, ...lines: string[]) =>
    `${head(`content-length: ${body.length}`, ...lines)}${body}`
  const last = 'connection: close'

  /**
   * Returns the status codes until the server closes the connection. Sends `second` after the server has received the
   * head in `first`.
   */
  async function statusesOf(first: string, second?: string): Promise<number[]> {
    const socket = await connectTo(app.url)
    const answers = text(socket)
    const begun = once(app.app.fastify.server, 'request')
    socket.write(first)
    await begun
    if (second !== undefined) socket.write(second)
    return [...(await answers).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
  }

  test('pipelined calls are answered in order, each by fast path or Fastify', async () => {
    const calls = whole(open) + whole(closed) + whole(open) + whole(closed, last)
    expect(await statusesOf(calls)).toEqual([200, 403, 200, 403])
    expect(handled).toBe(2)
  })

  test.each([
    ['comes after its head', '', open],
    ['comes in two pieces', open.slice(0, 10), open.slice(10)],
  ])('a body that %s is read by Fastify', async (_, first, second) => {
    const begin = head(`content-length: ${open.length}`, last) + first
    expect(await statusesOf(begin, second)).toEqual([200])
    expect(handled).toBe(1)
  })

  test('a chunked body is read by Fastify', async () => {
    const chunk = `${open.length.toString(16)}\r\n${open}\r\n0\r\n\r\n`
    expect(await statusesOf(head('transfer-encoding: chunked', last) + chunk)).toEqual([200])
    expect(handled).toBe(1)
  })

  test('the last response of a connection has `connection: close`', async () => {
    const socket = await connectTo(app.url)
    socket.write(whole(open, last))
    const { status, headers } = parseAnswer(await text(socket))
    expect([status, headers.get('connection')]).toEqual([200, 'close'])
    expect(handled).toBe(0)
  })
})

describe('in front of a server that returns 404', () => {
  const config = readConfig(testEnvironment(3000, 'postgres://localhost/none'))

  /** Returns the response to a cached read with multi-byte text. */
  async function ask({ high = false, authorize = () => bearerOf({}) }) {
    const call: CachedRead = {
      operation: 'userValidate',
      bodyLimit: undefined,
      authorize,
      respond: () => 'permissão',
    }
    const fastify = Fastify({ http: { ServerResponse: responseClassOf(new Traffic()) } })
    onTestFinished(() => fastify.close())
    const cachedReads = new Map([['GET /', call]])
    openFastPath(fastify, { cachedReads, pressure: { high }, config })
    return fetch(await fastify.listen({ port: 0, host: '127.0.0.1' }))
  }

  test('the content length is in bytes', async () => {
    expect(await (await ask({})).json()).toBe('permissão')
  })

  test('no call is served under high event-loop pressure', async () => {
    expect((await ask({ high: true })).status).toBe(404)
  })

  test('an unexpected error of the guard is passed on to Fastify, which logs it', async () => {
    const authorize = () => {
      throw new Error('A fault.')
    }
    expect((await ask({ authorize })).status).toBe(404)
  })
})

test('the operations above are the only cached reads', async () => {
  const server = await createBoundServer({})
  onTestFinished(() => server.close())
  expect([...server.cachedReads.values()].map(({ operation }) => operation).toSorted()).toEqual(
    Object.keys(bodies).toSorted(),
  )
})
