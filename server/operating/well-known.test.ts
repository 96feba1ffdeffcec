import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { TestClock } from '../../test/testing/test-clock.ts'
import { readBrand } from '../brand/brand.ts'
import { days } from '../shared/clock.ts'

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
