import { hash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demoCompanyLogos } from '../../database/demo/demo-logos.ts'
import { administratorOf, type ConsoleClient, holderOf } from '../../test/testing/console-client.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { pngImage } from '../../test/testing/png-image.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient
let companyId: number

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
beforeEach(async () => {
  companyId = (await app.build.company()).id
})
afterAll(() => app.close())

const put = (bytes: Buffer | string, { by = admin, id = companyId } = {}) =>
  by.call('companyLogoUpdate', {
    params: { id: String(id) },
    body: { content: Buffer.from(bytes).toString('base64') },
  })
const remove = ({ by = admin, id = companyId } = {}) =>
  by.call('companyLogoDelete', { params: { id: String(id) } })
const logoOf = async (id = companyId) =>
  (await admin.call('companyGet', { params: { id: String(id) } })).data.logo
const statusOf = async (url: string) => (await app.client.request('GET', url)).status

describe('PUT /company/{id}/logo', () => {
  test('serves the image without sign-in at a URL that changes with its content', async () => {
    const { logo } = (await put(pngImage(8, 8))).data
    expect(logo).toMatch(new RegExp(`^/api/company/${companyId}/logo/[0-9a-f]{64}$`))
    expect(await logoOf()).toBe(logo)
    const { text, headers } = await app.client.request('GET', logo)
    expect(text).toBe(pngImage(8, 8).toString())
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
  })

  test('a replaced logo is no longer served', async () => {
    const { logo: old } = (await put(pngImage(8, 8))).data
    const { logo } = (await put(pngImage(9, 9))).data
    expect([await statusOf(old), await statusOf(logo)]).toEqual([404, 200])
  })

  test('the URL cannot be calculated from the image', async () => {
    const other = await app.build.company()
    const { logo } = (await put(pngImage(8, 8))).data
    const foreign = (await put(pngImage(8, 8), { id: other.id })).data.logo
    const digest = hash('sha256', pngImage(8, 8))
    for (const id of [companyId, other.id])
      expect(await statusOf(`/api/company/${id}/logo/${digest}`)).toBe(404)
    expect(logo.split('/').at(-1)).not.toBe(foreign.split('/').at(-1))
  })

  test('the digest of one company does not serve the logo of another', async () => {
    const other = await app.build.company()
    const { logo } = (await put(pngImage(8, 8))).data
    expect(await statusOf(logo.replace(`/${companyId}/`, `/${other.id}/`))).toBe(404)
  })

  test('audits digest and type of the old and the new logo, and never the image', async () => {
    await put(pngImage(8, 8))
    await put(pngImage(9, 9))
    const { event, target, before, after } = await lastEvent(app.db)
    expect({ event, target, before, after }).toEqual({
      event: 'company.logo-updated',
      target: `company:${companyId}`,
      before: { digest: hash('sha256', pngImage(8, 8)), content_type: 'image/png' },
      after: { digest: hash('sha256', pngImage(9, 9)), content_type: 'image/png' },
    })
  })

  test('of two concurrent uploads one stays, and only that one is served', async () => {
    const urls = (await Promise.all([put(pngImage(8, 8)), put(pngImage(9, 9))])).map(
      ({ data }) => data.logo,
    )
    const current = await logoOf()
    const served = await Promise.all(urls.map(statusOf))
    expect(urls.map((url) => (url === current ? 200 : 404))).toEqual(served)
    expect(served.toSorted()).toEqual([200, 404])
  })

  test('keeps the version, so that an open form can still be saved', async () => {
    const get = async () =>
      (await admin.call('companyGet', { params: { id: String(companyId) } })).data
    const { version } = await get()
    await put(pngImage(8, 8))
    expect((await get()).version).toBe(version)
  })

  test.each<[string, Buffer | string, string]>([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'A imagem deve ser PNG, JPEG ou WebP.'],
    ['a damaged PNG', pngImage(8, 8).subarray(0, 40), 'A imagem está danificada.'],
    ['a file that is too large', pngImage(8, 8, 262_144), 'A imagem deve ter no máximo 256 KB.'],
    ['nothing', '', 'Escolha uma imagem.'],
  ])('refuses %s, naming the field, and keeps the logo', async (_, bytes, sentence) => {
    const { logo } = (await put(pngImage(8, 8))).data
    const refused = await put(bytes)
    expect(refused.outcome).toBe('400 invalid-input')
    expect(refused.failure.fields).toEqual({ content: sentence })
    expect(await statusOf(logo)).toBe(200)
  })

  test('accepts the logos of the demo', async () => {
    for (const { content } of demoCompanyLogos(1)) expect((await put(content)).outcome).toBe('200')
  })
})

test('the same image again keeps the URL and adds no audit event', async () => {
  const { logo } = (await put(pngImage(8, 8))).data
  const { seq } = await lastEvent(app.db)
  expect((await put(pngImage(8, 8))).data.logo).toBe(logo)
  expect((await lastEvent(app.db)).seq).toBe(seq)
})

test('a removed logo is no longer served, and cannot be removed again', async () => {
  const { logo } = (await put(pngImage(8, 8))).data
  expect((await remove()).outcome).toBe('200')
  expect([await logoOf(), await statusOf(logo)]).toEqual([null, 404])
  expect((await remove()).outcome).toBe('404 company-logo-not-found')
})

test('users of a company, and of another one, can neither set nor remove its logo', async () => {
  const master = await holderOf(app, ['/company-list', '/company-form'])
  const own = { by: master, id: master.person.company.id }
  await put(pngImage(8, 8), { id: own.id })
  const before = await logoOf(own.id)
  expect((await put(pngImage(9, 9), own)).outcome).toBe('403 forbidden')
  expect((await remove(own)).outcome).toBe('403 forbidden')
  expect(await logoOf(own.id)).toBe(before)
  const foreign = { by: master, id: companyId }
  expect((await put(pngImage(9, 9), foreign)).outcome).toBe('404 company-not-found')
  expect((await remove(foreign)).outcome).toBe('404 company-not-found')
})

test('the access page receives the logo of each company, or null', async () => {
  const visitor = await app.build.visitor()
  const who = await app.trips.enter(visitor)
  const companies = async () =>
    (await app.client.call('userInitialPermissions', { ...who, body: { access_token: who.token } }))
      .data.companies
  expect((await companies()).map(({ logo }) => logo)).toEqual([null])
  const { logo } = (await put(pngImage(8, 8), { id: visitor.company.id })).data
  expect((await companies()).map((company) => company.logo)).toEqual([logo])
})
