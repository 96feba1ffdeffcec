import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const ask = (who: SignedIn) =>
  app.client.call('userInitialPermissions', { ...who, body: { access_token: who.token } })

describe('GET /module/{id}/logo/{digest}', () => {
  test('serves the image at the URL of the permissions, with headers that block scripts', async () => {
    const visitor = await app.build.visitor()
    const content = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    )
    const digest = createHash('sha256').update(content).digest('hex')
    await app.db
      .insertInto('module_logos')
      .values({ module_id: visitor.module.id, content, content_type: 'image/svg+xml', digest })
      .execute()
    const { companies } = (await ask(await app.trips.enter(visitor))).data
    const address = companies[0]?.services[0]?.modules[0]?.logo ?? ''
    expect(address).toBe(`/api/module/${visitor.module.id}/logo/${digest}`)
    const answer = await app.client.request('GET', address)
    expect(answer.text).toBe(content.toString())
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(
      (
        await app.client.request(
          'GET',
          address.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        )
      ).outcome,
    ).toBe('404 not-found')
  })
})
