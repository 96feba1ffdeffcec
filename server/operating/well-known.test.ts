import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { TestClock } from '../../test/testing/test-clock.ts'
import { readBrand } from '../brand/brand.ts'
import { testEnvironment } from '../../test/testing/test-environment.ts'
import { readConfig } from '../config.ts'
import { days } from '../shared/clock.ts'
import { pageHeaders } from './security-headers.ts'

let app: TestApp
const clock = new TestClock()
const logo = join(import.meta.dirname, '../../web/public/favicon.svg')

beforeAll(async () => {
  app = await createTestApp({
    clock,
    config: { securityContact: 'mailto:s@x.example', brand: readBrand({ BRAND_LOGO: logo }) },
  })
})
afterAll(() => app.close())

const get = (path: string, from = app) => fetch(from.url + path, { redirect: 'manual' })

test('security.txt names the contact and expires within a year (RFC 9116)', async () => {
  const answer = await get('/.well-known/security.txt')
  const expires = new Date(clock.now().getTime() + days(180)).toISOString()
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await answer.text()).toBe(
    [
      'Contact: mailto:s@x.example',
      `Expires: ${expires.slice(0, 10)}T00:00:00Z`,
      'Preferred-Languages: pt, en',
      `Canonical: ${app.origin}/.well-known/security.txt`,
      '',
    ].join('\n'),
  )
})

test('security.txt does not exist without a contact', async () => {
  const other = await createTestApp()
  expect((await get('/.well-known/security.txt', other)).status).toBe(404)
  await other.close()
})

test('robots.txt admits crawlers only to the help pages', async () => {
  const answer = await get('/robots.txt')
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await answer.text()).toBe('User-agent: *\nAllow: /ajuda\nDisallow: /\n')
})

test('favicon.ico leads to the icon of the brand', async () => {
  const answer = await get('/favicon.ico')
  expect(answer.status).toBe(302)
  const icon = await get(answer.headers.get('location') ?? '')
  expect(Buffer.from(await icon.arrayBuffer())).toEqual(readFileSync(logo))
})

test('passkey-endpoints names the page for passkeys, without a redirect', async () => {
  const answer = await get('/.well-known/passkey-endpoints')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch('application/json')
  const page = `${app.origin}/my-account`
  expect(await answer.json()).toEqual({ enroll: page, manage: page })
})

test('change-password leads to the recovery, which changes passwords', async () => {
  const answer = await get('/.well-known/change-password')
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/reset_password'])
})

test('pages may use passkeys, but not in frames of other origins', () => {
  const policy = pageHeaders(readConfig(testEnvironment(1, 'postgres://x')))['permissions-policy']
  expect(policy).toContain('publickey-credentials-get=(self)')
  expect(policy).toContain('publickey-credentials-create=(self)')
  expect(policy).toContain('camera=()')
})
