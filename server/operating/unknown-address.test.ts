import { connect } from 'node:net'
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

describe('unknown paths', () => {
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

  test('a trailing slash is ignored', async () => {
    expect((await app.client.request('GET', '/api/user/validate/', who)).status).toBe(200)
  })

  test.each(['/api/%', '/api/%zz', '/api/module/%c3%28/logo/x'])(
    '%s is unparsable and an unknown path',
    async (path) => {
      expectFailure(await app.client.request('GET', path), '404 unknown-path')
    },
  )

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])(
    '%s with an unsupported method lists the allowed methods',
    async (method) => {
      const answer = await app.client.request(method, '/api/user/valid', who)
      expectFailure(answer, '405 method-not-allowed')
      expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
    },
  )
})

describe('input that is not HTTP', () => {
  /** Sends these bytes and returns everything that the server sends until it closes the connection. */
  async function exchange(bytes: string): Promise<string> {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString()))
    // The server may close the connection before all data is sent.
    socket.on('error', () => undefined)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.end(bytes)
    await closed
    return received
  }

  test('is refused and closed', async () => {
    expect(await exchange('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
    expect(
      await exchange(
        'POST /api/user/valid HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      ),
    ).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('headers of 64 KB are refused, and the next request is answered', async () => {
    const headers = `host: x\r\nauthorization: Basic ${'x'.repeat(65_536)}`
    expect(await exchange(`POST /api/auth-local HTTP/1.1\r\n${headers}\r\n\r\n`)).toMatch(
      /^(HTTP\/1\.1 431 |$)/,
    )
    expect((await app.trips.validate(who.token, who.cookie)).status).toBe(200)
  })
})
