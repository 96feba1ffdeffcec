import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorOf } from '../../test/testing/console-client.ts'
import { sendRaw } from '../../test/testing/raw-http.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'

let app: TestApp
let who: SignedIn

beforeAll(async () => {
  app = await createTestApp()
  who = (await administratorOf(app)).who
  for (let made = 0; made < 30; made++) await app.build.company()
})
afterAll(() => app.close())

const get = (path: string, coding: string) =>
  app.client.request('GET', path, { ...who, headers: { 'accept-encoding': coding } })

describe.each([
  ['generated', '/api/company?take=50'],
  ['cached', '/api/openapi.json'],
])('a long response that is %s', (_, path) => {
  test.each(['zstd', 'br', 'gzip'])('is sent in %s if the client accepts it', async (coding) => {
    const plain = await get(path, 'identity')
    const coded = await get(path, coding)
    expect(coded.headers.get('content-encoding')).toBe(coding)
    expect(coded.headers.get('vary')).toBe('accept-encoding')
    expect(Number(coded.headers.get('content-length') ?? 0)).toBeLessThan(plain.text.length / 4)
    expect(coded.text).toBe(plain.text)
  })

  test.each(['identity', 'compress', 'gzip;q=0'])(
    'is sent uncompressed with accept-encoding: %s',
    async (coding) => {
      const { status, headers } = await get(path, coding)
      expect([status, headers.get('content-encoding')]).toEqual([200, null])
    },
  )
})

describe('unauthenticated clients cannot cause compression work', () => {
  const codings = ['br', 'BR', 'zstd', 'gzip', 'x-gzip', '*']

  test.each(codings)('a module logo is not compressed per request, in %s', async (coding) => {
    const { id } = (await app.build.visitor()).module
    const content = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(70_000)}</svg>`,
    )
    const digest = hash('sha256', content)
    await app.db
      .insertInto('module_logos')
      .values({ module_id: id, content, content_type: 'image/svg+xml', digest })
      .execute()
    const { status, headers } = await get(`/api/module/${id}/logo/${digest}`, coding)
    expect([status, headers.get('content-encoding')]).toEqual([200, null])
    expect(headers.get('content-length')).toBe(String(content.length))
  })

  // A response that is compressed while being sent would have no content length.
  test.each(codings)('API descriptions are not compressed per request, in %s', async (coding) => {
    for (const file of ['openapi.json', 'docs/swagger-ui.css', 'docs/swagger-ui-bundle.js']) {
      const { status, headers } = await sendRaw(app.url, 'GET', `/api/${file}`, {
        'accept-encoding': coding,
      })
      expect([status, headers.get('content-length')]).toEqual([200, expect.stringMatching(/^\d+$/)])
    }
  })
})

test('short responses and refusals are not compressed', async () => {
  for (const path of ['/api/sign-in-options', '/api/nothing'])
    expect((await get(path, 'gzip')).headers.get('content-encoding')).toBeNull()
})

test('a compressed request body is refused, so that few bytes cannot become many', async () => {
  const response = await fetch(`${app.url}/api/user/choose-mfa`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync('{"session":"x"}'),
  })
  expect(response.status).toBe(400)
})
