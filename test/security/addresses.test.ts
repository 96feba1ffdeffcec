/** The spelling of a path does not change its handler or its protection (issue 8, row 12). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { type RawAnswer, sendRaw } from '../testing/raw-http.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const data = "default-src 'none';frame-ancestors 'none'"
const codeOf = ({ body }: RawAnswer): unknown =>
  (JSON.parse(body) as { result: { code?: string } }).result.code

describe('a path of the API', () => {
  test.each([
    '/api/sign-in-options',
    '/%61pi/sign-in-options',
    '/%61%70%69/sign-in-options',
    '/api/sign%2Din%2Doptions',
    '/api/sign-in-options/',
  ])('%s is served with no-store and a restrictive content security policy', async (path) => {
    const { status, headers } = await sendRaw(app.url, 'GET', path)
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toBe(data)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test.each([
    '/api/nothing',
    '/api',
    '/api//sign-in-options',
    '/%61pi/nothing.x',
    '/%zz',
    '/api/%c3%28',
  ])('%s does not exist and gets a JSON error', async (path) => {
    const answer = await sendRaw(app.url, 'GET', path)
    expect(answer.status).toBe(404)
    expect(codeOf(answer)).toBe('unknown-path')
    expect(answer.headers.get('content-security-policy')).toBe(data)
  })
})

describe('an invalid path', () => {
  test.each([
    '//[',
    '///x',
    '/[',
    '/\\',
    '/API/service',
    '/Api/sign-in-options',
    '/api/../api/sign-in-options',
    '/..',
    '/auth%00',
    '/%2e%2e/%2e%2e/etc/passwd',
    'http://[',
    `/${'y'.repeat(900)}`,
  ])('%s is a 404', async (path) => {
    expect((await sendRaw(app.url, 'GET', path)).status).toBe(404)
  })
})
