import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '../../contract/api.ts'
import type { Endpoint, Endpoints } from '../../contract/endpoint.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

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
        { operationId: string; responses: Record<string, unknown>; security?: unknown }
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
    for (const [operation, { access, method, path }] of all) {
      const operationThere = document.paths[`/api${path}`]?.[method.toLowerCase()]
      expect(operationThere?.security !== undefined, operation).toBe(access !== 'public')
      expect(Object.keys(operationThere?.responses ?? {}), operation).toContain('400')
    }
  })

  test('can be read at /api/docs, with nothing from elsewhere', async () => {
    const page = await app.client.request('GET', '/api/docs')
    expect(page.status).toBe(200)
    expect(page.text).not.toMatch(/(src|href)="(https?:)?\/\//)
    for (const [, address] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect((await app.client.request('GET', address ?? '')).status, address).toBe(200)
    }
    expect((await app.client.request('GET', '/api/docs/package.json')).outcome).toBe(
      '404 unknown-path',
    )
  })
})
