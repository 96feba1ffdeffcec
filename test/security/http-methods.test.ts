/** HTTP methods and authentication challenges (RFC 9110, RFC 6750; issue 8, row 16; decision 20). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type Operation } from '../../contract/api.ts'
import { handlesHead, type Endpoint } from '../../contract/endpoint.ts'
import { sendRaw } from '../testing/raw-http.ts'
import { countRows, createTestApp, type TestApp } from '../testing/test-app.ts'
import { basic } from '../testing/test-client.ts'
import type { SignedIn } from '../testing/test-trips.ts'

let app: TestApp
let who: SignedIn

beforeAll(async () => {
  app = await createTestApp()
  who = await app.trips.enter(await app.build.user())
})
afterAll(() => app.close())

const operations = Object.keys(api) as Operation[]
const addressOf = ({ path }: Endpoint) => `/api${path.replace(/\{\w+\}/g, '1')}`
const sorted = (allow: string | null) => allow?.split(', ').toSorted()

/** Returns the contract's methods of a path, and OPTIONS. */
function methodsOf(address: string): string[] {
  const here = operations
    .map((each): Endpoint => api[each])
    .filter((each) => addressOf(each) === address)
  const methods = here.flatMap((each) => [each.method, ...(handlesHead(each) ? ['HEAD'] : [])])
  return [...new Set(methods), 'OPTIONS'].toSorted()
}

describe('HEAD', () => {
  test('returns the headers of the GET without its body', async () => {
    const headers = { authorization: `Bearer ${who.token}`, cookie: who.cookie }
    const [head, get] = [
      await sendRaw(app.url, 'HEAD', '/api/user/validate', headers),
      await sendRaw(app.url, 'GET', '/api/user/validate', headers),
    ]
    expect([head.status, head.body]).toEqual([200, ''])
    for (const name of [
      'content-length',
      'content-type',
      'cache-control',
      'content-security-policy',
    ])
      expect(head.headers.get(name)).toBe(get.headers.get(name))
  })

  test('is refused like the GET', async () => {
    const answer = await sendRaw(app.url, 'HEAD', '/api/user/validate')
    expect([answer.status, answer.body]).toEqual([401, ''])
    expect((await sendRaw(app.url, 'HEAD', '/api/nothing')).status).toBe(404)
  })

  test.each([
    '/api/health/live',
    '/api/openapi.json',
    '/api/docs',
    '/.well-known/jwks.json',
    '/metrics',
  ])('%s supports it', async (path) => {
    expect((await sendRaw(app.url, 'HEAD', path)).status).toBe(200)
  })

  test('is a 405 without side effects if the GET would have side effects', async () => {
    const usesUp = operations.filter(
      (each) => api[each].method === 'GET' && api[each].audit !== 'none',
    )
    expect(usesUp).toContain('userLocalToken')
    const visitor = await app.build.visitor()
    const session = await app.trips.enter(visitor)
    const { code } = (await app.trips.askForCode(session, visitor.at)).data
    const before = await countRows(app.db)
    for (const each of usesUp) {
      const address = `${addressOf(api[each])}?code=${code}&purpose=sign-in&state=x`
      const answer = await sendRaw(app.url, 'HEAD', address)
      expect([each, answer.status]).toEqual([each, 405])
      expect(sorted(answer.headers.get('allow'))).not.toContain('HEAD')
    }
    expect(await countRows(app.db)).toEqual(before)
    expect((await app.trips.exchange(code, visitor.at.module)).status).toBe(200)
  })
})

describe('every path of the contract', () => {
  test.each(operations)(
    '%s: OPTIONS lists its methods, and TRACE and others get a 405 that lists them',
    async (each) => {
      const address = addressOf(api[each])
      const own = methodsOf(address)
      const options = await sendRaw(app.url, 'OPTIONS', address)
      expect([options.status, options.body, sorted(options.headers.get('allow'))]).toEqual([
        204,
        '',
        own,
      ])
      expect(options.headers.get('access-control-allow-origin')).toBeNull()
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']) {
        if (own.includes(method)) continue
        const answer = await sendRaw(app.url, method, address)
        expect([method, answer.status, sorted(answer.headers.get('allow'))]).toEqual([
          method,
          405,
          own,
        ])
      }
    },
  )

  test('an unsupported method is refused before its body is read', async () => {
    const answer = await app.client.request('PUT', '/api/user/valid', {
      body: 'x'.repeat(100_000),
      headers: { 'content-type': 'text/plain' },
    })
    expect(answer.outcome).toBe('405 method-not-allowed')
  })

  test.each(['PROPFIND', 'PURGE', 'LINK'])('%s is not implemented at any path', async (method) => {
    for (const path of ['/api/user/valid', '/api/nothing', '/auth', '/']) {
      const { status, body } = await sendRaw(app.url, method, path)
      expect([path, status]).toEqual([path, 501])
      expect(body).toContain('"code":"method-not-implemented"')
    }
  })

  test.each(['/metrics', '/api/docs', '/api/health/ready', '/.well-known/jwks.json'])(
    '%s, which is not in the contract, does so too',
    async (path) => {
      const answer = await sendRaw(app.url, 'POST', path)
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    },
  )
})

describe('the challenge of a 401', () => {
  const bearer = 'Bearer realm="portaria"'
  const challenge = async (path: string, headers: Record<string, string>, method = 'GET') => {
    const { status, headers: sent } = await sendRaw(app.url, method, path, headers)
    expect(status).toBe(401)
    return sent.get('www-authenticate')
  }

  test('names the Bearer scheme if there was no token', async () => {
    expect(await challenge('/api/user/validate', {})).toBe(bearer)
  })

  test('reports an invalid or expired token', async () => {
    expect(await challenge('/api/user/validate', { authorization: 'Bearer x.y.z' })).toBe(
      `${bearer}, error="invalid_token"`,
    )
  })

  test('names the Basic scheme if a program sent wrong credentials', async () => {
    const headers = basic('nobody@lista.example', 'uma senha que ninguém tem')
    for (const sign of [{}, { 'sec-fetch-mode': 'cors' }])
      expect(await challenge('/api/auth-local', { ...headers, ...sign }, 'POST')).toBe(
        'Basic realm="portaria", charset="UTF-8"',
      )
  })

  test('never makes a browser open its password dialog', async () => {
    const wrong = basic('nobody@lista.example', 'uma senha que ninguém tem')
    for (const sign of [{ origin: app.url }, { 'sec-fetch-site': 'same-origin' }])
      expect(await challenge('/api/auth-local', { ...wrong, ...sign }, 'POST')).toBe(bearer)
  })
})
