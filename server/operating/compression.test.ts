import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const openapi = '/api/openapi.json'
const get = (path: string, coding: string) =>
  app.client.request('GET', path, { headers: { 'accept-encoding': coding } })

describe('a long answer', () => {
  test.each(['zstd', 'br', 'gzip'])(
    'comes in %s to whoever takes it, and says so',
    async (coding) => {
      const plain = await get(openapi, 'identity')
      const coded = await get(openapi, coding)
      expect(coded.headers.get('content-encoding')).toBe(coding)
      expect(coded.headers.get('vary')).toBe('accept-encoding')
      expect(Number(coded.headers.get('content-length') ?? 0)).toBeLessThan(plain.text.length / 4)
      expect(coded.text).toBe(plain.text)
    },
  )

  test.each(['identity', 'compress', 'gzip;q=0'])(
    'comes as it is where %s is taken',
    async (coding) => {
      const { status, headers } = await get(openapi, coding)
      expect([status, headers.get('content-encoding')]).toEqual([200, null])
    },
  )
})

test('a short answer and a refusal come as they are', async () => {
  for (const path of ['/api/sign-in-options', '/api/nothing'])
    expect((await get(path, 'gzip')).headers.get('content-encoding')).toBeNull()
})

test('a compressed body is refused, so that no few bytes become many', async () => {
  const response = await fetch(`${app.url}/api/user/choose-mfa`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync('{"session":"x"}'),
  })
  expect(response.status).toBe(400)
})
