import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type Operation } from '../../contract/api.ts'
import { type Endpoint, type Endpoints, grantsFor } from '../../contract/endpoint.ts'
import { guardProblems, problems, sharedProblems } from '../../contract/problems.ts'
import { screens } from '../../contract/screens.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { SignedIn } from './test-trips.ts'

const endpoints: Endpoints = api
const all: [string, Endpoint][] = Object.entries(endpoints)
const protectedOnes = all.filter(([, { access }]) => access !== 'public')
const consoleOnes = protectedOnes.filter(([, { access }]) => access !== 'any-token')
const grantOnes = protectedOnes.filter(([, { access }]) => typeof access === 'object')

describe('every endpoint', () => {
  test.each(all)(
    '%s declares who may call it, what is audited and what may go wrong',
    (_, endpoint) => {
      expect(['public', 'signed-in', 'any-token', 'object']).toContain(
        typeof endpoint.access === 'object' ? 'object' : endpoint.access,
      )
      expect(endpoint.audit).toMatch(/^(none|[a-z-]+\.[a-z-]+)$/)
      expect(Array.isArray(endpoint.problems)).toBe(true)
      expect(endpoint.summary).toMatch(/^[A-Z].+[.?]$/)
      expect(endpoint.success).toBeDefined()
    },
  )

  test.each(all)('%s that writes is audited', (operation, endpoint) => {
    // Reads that are asked with a body.
    const reads: Operation[] = [
      'userTokenValidate',
      'userValid',
      'userVerifyLastAccess',
      'userInitialPermissions',
      'companyConsultSpid',
    ]
    if (endpoint.method === 'GET' || (reads as string[]).includes(operation)) return
    expect(endpoint.audit).not.toBe('none')
  })

  test.each(all)('%s names its parameters as its path does', (_, { path, params }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(params?.shape ?? {})).toEqual(inPath)
  })

  test.each(all)('%s repeats no problem that it shares anyway', (_, endpoint) => {
    const shared: readonly string[] = sharedProblems
    expect(endpoint.problems.filter((code) => shared.includes(code))).toEqual([])
    expect(new Set(endpoint.problems).size).toBe(endpoint.problems.length)
  })

  test('has a method and path of its own', () => {
    const places = all.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(places).size).toBe(places.length)
  })

  test('that asks to confirm identity, or names a grant, is not public', () => {
    for (const [operation, endpoint] of all) {
      if (endpoint.confirm) expect(endpoint.access, operation).not.toBe('public')
      if (endpoint.confirm) expect(endpoint.audit, operation).not.toBe('none')
    }
  })

  test('that names a grant names a screen and an action that exist', () => {
    for (const [operation, { access }] of grantOnes) {
      if (typeof access !== 'object') continue
      for (const { screen, action } of grantsFor(access)) {
        const { actions }: { actions: readonly string[] } = screens[screen]
        if (action !== undefined) expect(actions, operation).toContain(action)
      }
    }
  })

  test('and the server use every problem there is', () => {
    const ofTheServer = [
      'unknown-path',
      'method-not-allowed',
      'identity-confirmation-required',
      'captcha-invalid',
    ]
    const ofRedirects = ['federated-user-unknown', 'federated-refused', 'federated-unavailable']
    const used = new Set<string>([
      ...sharedProblems,
      ...guardProblems,
      ...ofTheServer,
      ...ofRedirects,
      ...all.flatMap(([, endpoint]) => endpoint.problems),
    ])
    expect(Object.keys(problems).filter((code) => !used.has(code))).toEqual([])
  })
})

describe('the authorization of every endpoint', () => {
  let app: TestApp
  let initial: SignedIn
  let elsewhere: SignedIn
  let powerless: SignedIn

  beforeAll(async () => {
    app = await createTestApp()
    const profileId = await app.build.profile({ moduleId: 1 })
    const person = await app.build.consoleUser({ profileId })
    const visitor = await app.build.visitor({ user: person })
    initial = await app.trips.signIn(person.email)
    powerless = await app.trips.arrive(initial, person.at)
    elsewhere = await app.trips.arrive(initial, visitor.at)
  })
  afterAll(() => app.close())

  /** Calls it with nothing but credentials: whether the input fits is nobody's business who may not call it. */
  async function outcomeOf({ method, path }: Endpoint, who: Partial<SignedIn>): Promise<string> {
    const filled = `/api${path.replace(/\{\w+\}/g, '1')}`
    const body = method === 'GET' ? {} : { body: '{}' }
    return (await app.client.request(method, filled, { ...pick(who), ...body })).outcome
  }

  const pick = ({ token, cookie }: Partial<SignedIn>) => ({
    ...(token !== undefined && { token }),
    ...(cookie !== undefined && { cookie }),
  })

  test.each(protectedOnes)(
    '%s refuses whoever has no token, or none of ours',
    async (_, endpoint) => {
      expect(await outcomeOf(endpoint, {})).toBe('401 access-token-missing')
      expect(await outcomeOf(endpoint, { cookie: initial.cookie })).toBe('401 access-token-missing')
      for (const token of ['garbage', 'a.b.c', `${initial.token}x`]) {
        expect(await outcomeOf(endpoint, { token, cookie: initial.cookie })).toBe(
          '401 access-token-invalid',
        )
      }
    },
  )

  test.each(protectedOnes)(
    '%s refuses a token of the console without its cookie',
    async (_, endpoint) => {
      for (const { token } of [initial, powerless])
        expect(await outcomeOf(endpoint, { token })).toBe('401 access-token-invalid')
    },
  )

  test.each(consoleOnes)("%s refuses another module's token", async (_, endpoint) => {
    expect(await outcomeOf(endpoint, elsewhere)).toBe('403 forbidden')
  })

  // Every grant, since the table may be empty: the guard itself is tested in guard.test.ts.
  test('and where a grant is needed, the initial token and one without the grant are refused', async () => {
    for (const [operation, endpoint] of grantOnes) {
      expect(await outcomeOf(endpoint, initial), operation).toBe('403 forbidden')
      expect(await outcomeOf(endpoint, powerless), operation).toBe('403 forbidden')
    }
  })
})

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
      const described = document.paths[`/api${path}`]?.[method.toLowerCase()]
      expect(described?.security !== undefined, operation).toBe(access !== 'public')
      expect(Object.keys(described?.responses ?? {}), operation).toContain('400')
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
