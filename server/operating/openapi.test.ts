import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '../../contract/api.ts'
import type { Endpoint, Endpoints } from '../../contract/endpoint.ts'
import { administratorOf } from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

const endpoints: Endpoints = api
const all: [string, Endpoint][] = Object.entries(endpoints)

describe('GET /api/openapi.json', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  interface Described {
    openapi: string
    paths: Record<
      string,
      Record<
        string,
        {
          operationId: string
          responses: Record<string, unknown>
          security?: Record<string, unknown>[]
          parameters: { name: string; in: string; required: boolean; schema: unknown }[]
        }
      >
    >
  }

  test('describes exactly the contract', async () => {
    const { text, status } = await app.client.request('GET', '/api/openapi.json')
    expect(status).toBe(200)
    const document = JSON.parse(text) as Described
    expect(document.openapi).toMatch(/^3\.1\./)
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
      ),
    )
    expect(described.toSorted()).toEqual(
      all.map(([operation, { method, path }]) => `${operation} ${method} /api${path}`).toSorted(),
    )
    for (const reference of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = (reference[1] ?? '')
        .split('/')
        .reduce<unknown>((at, key) => Reflect.get(Object(at), key), document)
      expect(found, reference[1]).toBeDefined()
    }
    for (const [operation, { method, path }] of all) {
      const operationThere = document.paths[`/api${path}`]?.[method.toLowerCase()]
      expect(Object.keys(operationThere?.responses ?? {}), operation).toContain('400')
    }
  })

  const described = async () => {
    const { text } = await app.client.request('GET', '/api/openapi.json')
    const document = JSON.parse(text) as Described
    return new Map(
      all.map(([operation, { method, path }]) => {
        const there = document.paths[`/api${path}`]?.[method.toLowerCase()]
        if (!there) throw new Error(`${operation} is missing in the document.`)
        return [operation, there]
      }),
    )
  }

  test('lists the security schemes of each operation: none, Basic, a session bearer, or an API token', async () => {
    const operations = await described()
    for (const [operation, { access, basic, confirm, refusesApiTokens }] of all) {
      const names = operations.get(operation)?.security?.map((one) => Object.keys(one).join('+'))
      const ofPublic = { required: ['basic'], optional: ['basic', ''], none: [] }[basic ?? 'none']
      const programs = typeof access === 'object' && confirm !== true && !refusesApiTokens
      const others = access === 'any-token' ? ['bearer'] : programs ? ['program'] : []
      const ofBearer = ['bearer+browser', ...others]
      const expected = access === 'public' ? ofPublic : ofBearer
      expect(names, operation).toEqual(expected)
    }
    expect(operations.get('authLocal')?.security).toEqual([{ basic: [] }])
  })

  test('lists the required headers of each call', async () => {
    const operations = await described()
    for (const [operation, { confirm, captcha }] of all) {
      const headers = operations.get(operation)?.parameters.filter((one) => one.in === 'header')
      expect(
        headers?.map(({ name, required }) => [name, required]),
        operation,
      ).toEqual([
        ...(confirm ? [['code', confirm === true]] : []),
        ...(captcha ? [['x-captcha-token', true]] : []),
      ])
    }
  })

  test('has the cookie name that browsers receive', async () => {
    const { text } = await app.client.request('GET', '/api/openapi.json')
    const { cookie } = await app.trips.enter(await app.build.user())
    const { components } = JSON.parse(text) as {
      components: { securitySchemes: { browser: { name: string } } }
    }
    expect(cookie.startsWith(`${components.securitySchemes.browser.name}=`)).toBe(true)
  })

  test('describes everything except the challenge of the configured captcha', async () => {
    const { text } = await app.client.request('GET', '/api/openapi.json')
    const undescribed = schemasOf(JSON.parse(text)).filter(
      ([, schema]) => Object.keys(schema).length === 0,
    )
    expect(undescribed.map(([where]) => where)).toEqual(['result/data/challenge'])
  })

  test('types instants as date-time, and those in seconds as numbers', async () => {
    const { text } = await app.client.request('GET', '/api/openapi.json')
    const instants = schemasOf(JSON.parse(text)).filter(([where]) => where.endsWith('_at'))
    expect(instants.length).toBeGreaterThan(20)
    for (const [where, schema] of instants)
      expect(JSON.stringify(schema), where).toMatch(
        /"type":"string","format":"date-time"|"type":"(integer|number)"/,
      )
  })

  test('contains the limits that the server enforces', async () => {
    const operations = await described()
    const parameter = (operation: string, name: string) =>
      operations.get(operation)?.parameters.find((one) => one.name === name)?.schema
    const id = { type: 'integer', minimum: 1, maximum: 2_147_483_647 }
    expect(parameter('serviceGet', 'id')).toEqual(id)
    expect(parameter('serviceList', 'take')).toMatchObject({ enum: [5, 10, 20, 50], default: 10 })
    expect(parameter('serviceList', 'page')).toMatchObject({ minimum: 1, maximum: 1_000_000 })
    const refused = [
      ['take', '7'],
      ['page', '1000001'],
      ['page', '0'],
      ['search', 'a\u0007'],
    ]
    const { who } = await administratorOf(app)
    for (const [name = '', value = ''] of refused) {
      const query = new URLSearchParams({ [name]: value }).toString()
      expect((await app.client.request('GET', `/api/service?${query}`, who)).outcome).toBe(
        '400 invalid-input',
      )
    }
    expect(
      new RegExp((parameter('serviceList', 'search') as { pattern: string }).pattern, 'u').test(
        'a\u0007',
      ),
    ).toBe(false)
  })

  test('is readable at /api/docs without resources from other origins', async () => {
    const page = await app.client.request('GET', '/api/docs')
    expect(page.status).toBe(200)
    expect(page.text).not.toMatch(/(src|href)="(https?:)?\/\//)
    for (const [, address] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const { status, headers } = await app.client.request('GET', address ?? '')
      expect(status, address).toBe(200)
      expect(headers.get('content-type')).toMatch(
        address?.endsWith('.css') ? /^text\/css\b/ : /^text\/javascript\b/,
      )
    }
    expect((await app.client.request('GET', '/api/docs/package.json')).outcome).toBe(
      '404 unknown-path',
    )
  })
})

/** Returns every schema of a document with the property names that lead to it. */
function schemasOf(node: unknown, path: string[] = []): [string, object][] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) => {
    const below = schemasOf(value, key === 'properties' ? [...path] : path)
    if (key === 'properties' && typeof value === 'object' && value !== null)
      return Object.entries(value).flatMap(([name, schema]: [string, object]) => [
        [[...path, name].join('/'), schema] as [string, object],
        ...schemasOf(schema, [...path, name]),
      ])
    if (key === 'items' && typeof value === 'object' && value !== null)
      return [[[...path, 'items'].join('/'), value] as [string, object], ...below]
    return below
  })
}
