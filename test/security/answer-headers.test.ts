/** Security headers of all responses of an https installation (ASVS V3.2, V3.4, V3.5). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RawAnswer, sendRaw } from '../testing/raw-http.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp({
    config: { publicUrl: 'https://acesso.example', securityContact: 'mailto:s@x.example' },
  })
})
afterAll(() => app.close())

const data = [
  '/api/sign-in-options',
  '/api/user/validate',
  '/api/nothing',
  '/api/%zz',
  '/api/openapi.json',
  '/api/health/live',
  '/.well-known/jwks.json',
  '/.well-known/security.txt',
  '/robots.txt',
  '/metrics',
]
const pages = ['/api/docs', '/api/docs/start.js', '/api/docs/swagger-ui.css']
const all = [...data, ...pages, '/auth', '/nothing', '/nothing.png']

const ask = (path: string): Promise<RawAnswer> => sendRaw(app.url, 'GET', path)
const header = async (path: string, name: string) => (await ask(path)).headers.get(name)
/** Returns the directives of a content security policy by name. */
async function policyOf(path: string): Promise<Map<string, string>> {
  const policy = (await header(path, 'content-security-policy')) ?? ''
  return new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ')
      return [name, sources.join(' ')]
    }),
  )
}

describe('every response', () => {
  test.each(all)('%s has HSTS for a year, including subdomains', async (path) => {
    expect(await header(path, 'strict-transport-security')).toBe(
      'max-age=31536000; includeSubDomains',
    )
  })

  test.each(all)('%s names its request, also in the body of a problem', async (path) => {
    const { headers, body } = await ask(path)
    const id = headers.get('x-request-id')
    expect(id).toMatch(/^[\da-f-]{36}$/)
    if (body.startsWith('{"result":{"httpStatus"')) expect(body).toContain(`"requestId":"${id}"`)
  })

  test.each(all)('%s is not sniffed for another type', async (path) => {
    const { headers } = await ask(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-type')).toMatch(/^(application|text)\/[\w.-]+/)
  })

  test.each(all)('%s sends no referrer', async (path) => {
    expect(await header(path, 'referrer-policy')).toBe('no-referrer')
  })

  test.each(all)('%s cannot be framed by other origins', async (path) => {
    expect((await policyOf(path)).get('frame-ancestors')).toMatch(/^'(self|none)'$/)
  })

  test.each(all)('%s cannot be read by other origins', async (path) => {
    const { headers } = await ask(path)
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})

test.each(data)(
  '%s has a content security policy that forbids framing and loading',
  async (path) => {
    const policy = await policyOf(path)
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
  },
)

test('a page loads and runs only resources of its own origin', async () => {
  const policy = await policyOf('/api/docs')
  for (const name of ['object-src', 'base-uri']) expect(policy.get(name)).toBe("'none'")
  for (const name of ['default-src', 'style-src', 'form-action', 'frame-ancestors'])
    expect(policy.get(name)).toBe("'self'")
  // Directives that are absent fall back on default-src.
  for (const name of ['script-src', 'script-src-elem', 'script-src-attr', 'connect-src'])
    expect(policy.has(name)).toBe(false)
})

test('a page shares its browsing context only with popups that it opens', async () => {
  expect(await header('/api/docs', 'cross-origin-opener-policy')).toBe('same-origin-allow-popups')
})
