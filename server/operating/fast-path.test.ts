import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { api } from '../../contract/api.ts'
import { defaultBodyLimit } from '../../contract/endpoint.ts'
import type { AtOnce } from '../binder/at-once.ts'
import { bearerOf } from '../testing/bearer.ts'
import { connectTo, parseAnswer } from '../testing/raw-http.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import type { SignedIn } from '../testing/test-trips.ts'
import { fastPath } from './fast-path.ts'
import { answersOf, Traffic } from './traffic.ts'

let app: TestApp
let who: SignedIn
/** How many calls Fastify has handled in this test. */
let handled = 0
const count = () => (handled += 1)

beforeAll(async () => {
  app = await createTestApp()
  const person = await app.build.consoleUser()
  who = await app.trips.arrive(await app.trips.enter(person), person.at)
  subscribe('tracing:fastify.request.handler:start', count)
})
beforeEach(async () => {
  // Whoever was seen once is known.
  await app.trips.valid(who)
  handled = 0
})
afterAll(async () => {
  unsubscribe('tracing:fastify.request.handler:start', count)
  await app.close()
})

const question = { environment: 'front', path: '/user-list', method: 'GET' }
/** What is answered at once, and what it is asked. */
const atOnce = { userValid: question, userValidate: undefined }
const cases = Object.entries(atOnce).map(([operation, body]) => {
  const { method, path } = api[operation as keyof typeof atOnce]
  return { operation, method, path: `/api${path}`, body: body && JSON.stringify(body) }
})

describe.each(cases)('$operation', ({ method, path, body }) => {
  const ask = (at: string, headers: Record<string, string> = {}) =>
    app.client.request(method, at, { ...who, headers, body })

  test('is answered before Fastify, with the same status, headers and body', async () => {
    const told = async (at: string) => {
      const { status, headers, ...answer } = await ask(at)
      // A second may pass between the two.
      return {
        status,
        ...answer,
        headers: { ...Object.fromEntries(headers), date: headers.has('date') },
      }
    }
    const first = await told(path)
    expect([first.status, handled]).toEqual([200, 0])
    // To Fastify it is the same address.
    expect(await told(`${path}/`)).toEqual(first)
    expect(handled).toBe(1)
  })

  test.each<[string, { token?: string; cookie?: string }, string]>([
    ['nobody', { token: '', cookie: '' }, '401 access-token-missing'],
    ['whoever shows another token', { token: 'x.y.z' }, '401 access-token-invalid'],
    ['another browser', { cookie: 'portaria=other' }, '401 access-token-invalid'],
  ])('%s is refused, although the token is known', async (_, shown, outcome) => {
    const answer = await app.client.request(method, path, { ...who, ...shown, body })
    expect(answer.outcome).toBe(outcome)
  })
})

test('whose session has ended is refused at the next call', async () => {
  const person = await app.build.consoleUser()
  const other = await app.trips.arrive(await app.trips.enter(person), person.at)
  expect((await app.trips.valid(other)).status).toBe(200)
  await app.client.call('userInvalidateToken', { ...other, body: { access_token: other.token } })
  expect((await app.trips.valid(other)).outcome).toBe('401 access-token-expired')
})

describe('what goes on to Fastify, body and all', () => {
  test.each<[string, string, Record<string, string>, string]>([
    [
      'a screen that is closed',
      JSON.stringify({ ...question, path: '/nothing' }),
      {},
      '403 forbidden',
    ],
    ['a field that nobody knows', JSON.stringify({ ...question, x: 1 }), {}, '400 invalid-input'],
    ['no JSON', '{"environment":', {}, '400 invalid-json'],
    [
      'a key that would reach a prototype',
      `{"__proto__":{},${JSON.stringify(question).slice(1)}`,
      {},
      '400 invalid-json',
    ],
    ['an empty body', '', {}, '400 invalid-input'],
    [
      'another type',
      JSON.stringify(question),
      { 'content-type': 'text/plain' },
      '415 unsupported-media-type',
    ],
    [
      'JSON with a parameter',
      JSON.stringify(question),
      { 'content-type': 'application/json; charset=utf-8' },
      '200',
    ],
    [
      'a body that is too long',
      JSON.stringify(question) + ' '.repeat(defaultBodyLimit),
      {},
      '413 body-too-large',
    ],
    [
      'text of many bytes',
      JSON.stringify({ ...question, path: `/${'ã'.repeat(250)}` }),
      {},
      '403 forbidden',
    ],
  ])('%s', async (_, body, headers, outcome) => {
    const answer = await app.client.request('POST', '/api/user/valid', { ...who, headers, body })
    expect(answer.outcome).toBe(outcome)
    expect(handled).toBeLessThanOrEqual(1)
  })

  test('an address with a query, and one that names something else', async () => {
    for (const [path, outcome] of [
      ['/api/user/valid?x=1', '400 invalid-input'],
      ['/api/user/valid%20', '404 unknown-path'],
    ] as const) {
      const body = JSON.stringify(question)
      const answer = await app.client.request('POST', path, { ...who, body })
      expect(answer.outcome, path).toBe(outcome)
    }
  })
})

describe('on the wire', () => {
  const open = JSON.stringify(question)
  const closed = JSON.stringify({ ...question, path: '/nothing' })
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

  /** What comes back until the server hangs up, as status codes; the second part is sent when the server has the head in the first. */
  async function answersTo(first: string, second?: string): Promise<number[]> {
    const socket = await connectTo(app.url)
    const answers = text(socket)
    const begun = once(app.app.fastify.server, 'request')
    socket.write(first)
    await begun
    if (second !== undefined) socket.write(second)
    return [...(await answers).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
  }

  test('several calls in one packet are answered in their order, each by whom it should be', async () => {
    const calls = whole(open) + whole(closed) + whole(open) + whole(closed, last)
    expect(await answersTo(calls)).toEqual([200, 403, 200, 403])
    expect(handled).toBe(2)
  })

  test.each([
    ['comes after its head', '', open],
    ['comes in two pieces', open.slice(0, 10), open.slice(10)],
  ])('a body that %s is waited for by Fastify', async (_, first, second) => {
    const begin = head(`content-length: ${open.length}`, last) + first
    expect(await answersTo(begin, second)).toEqual([200])
    expect(handled).toBe(1)
  })

  test('a body that does not say its length is read by Fastify', async () => {
    const chunk = `${open.length.toString(16)}\r\n${open}\r\n0\r\n\r\n`
    expect(await answersTo(head('transfer-encoding: chunked', last) + chunk)).toEqual([200])
    expect(handled).toBe(1)
  })

  test('the last answer of a connection says so', async () => {
    const socket = await connectTo(app.url)
    socket.write(whole(open, last))
    const { status, headers } = parseAnswer(await text(socket))
    expect([status, headers.get('connection')]).toEqual([200, 'close'])
    expect(handled).toBe(0)
  })
})

describe('by itself', () => {
  /** A server whose one call is known to answer with more bytes than letters, and behind which there is a 404. */
  async function ask(isOpen: boolean) {
    const call: AtOnce = {
      operation: 'userValidate',
      bodyLimit: undefined,
      admit: () => bearerOf({}),
      answer: () => 'permissão',
    }
    const next = (_: IncomingMessage, answer: ServerResponse) => answer.writeHead(404).end()
    const server = createServer(
      { ServerResponse: answersOf(new Traffic()) },
      fastPath({ atOnce: new Map([['GET /', call]]), headers: {}, isOpen: () => isOpen, next }),
    )
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    return fetch(`http://127.0.0.1:${port}`)
  }

  test('an answer has as many bytes as it says', async () => {
    expect(await (await ask(true)).json()).toBe('permissão')
  })

  test('nobody is answered at once while it is closed', async () => {
    expect((await ask(false)).status).toBe(404)
  })
})
