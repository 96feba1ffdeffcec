import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgedTokens, respelledTokens, resigned } from '../../test/testing/forged-tokens.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'
import type { Visitor } from '../../test/testing/builders.ts'

let app: TestApp
let person: Visitor
let initial: SignedIn
let console: SignedIn

beforeAll(async () => {
  app = await createTestApp()
  person = await app.build.consoleUser()
  initial = await app.trips.enter(person)
  console = await app.trips.arrive(initial, person.at)
})
afterAll(() => app.close())

const validate = (token: string, cookie?: string) => app.trips.validate(token, cookie)

describe('a token of the console is bound to its browser', () => {
  test('initial and module-1 tokens are accepted with the cookie of their sign-in', async () => {
    expect((await validate(initial.token, initial.cookie)).status).toBe(200)
    expect((await validate(console.token, console.cookie)).status).toBe(200)
  })

  test.each(['initial', 'console'] as const)(
    'a stolen %s token is refused in another browser',
    async (which) => {
      const { token } = which === 'initial' ? initial : console
      const thief = await app.trips.enter(await app.build.user())
      const own = initial.cookie.split('; ', 1).join()
      for (const cookie of [
        undefined,
        thief.cookie,
        'portaria=',
        own.slice(0, -1),
        `${own}x`,
        `x${own}`,
      ]) {
        expect((await validate(token, cookie)).outcome).toBe('401 access-token-invalid')
      }
    },
  )

  test('the cookie of another sign-in of the same user is refused', async () => {
    const again = await app.trips.enter(person)
    expect((await validate(initial.token, again.cookie)).outcome).toBe('401 access-token-invalid')
    expect((await validate(initial.token, initial.cookie)).status).toBe(200)
  })

  test('the cookie is found among other cookies', async () => {
    expect((await validate(initial.token, `a=b; ${initial.cookie}; c="d;e"`)).status).toBe(200)
  })

  test('a token of another module needs no cookie', async () => {
    const visitor = await app.build.visitor()
    const inModule = await app.trips.arrive(await app.trips.enter(visitor), visitor.at)
    expect((await validate(inModule.token)).data).toMatchObject({ module_id: visitor.module.id })
  })
})

describe('only tokens exactly as issued are accepted', () => {
  test('forged tokens are refused in header and body', async () => {
    const forged = await forgedTokens(console.token, { db: app.db, keyring: app.app.keyring })
    for (const [what, token] of Object.entries(forged)) {
      expect
        .soft((await validate(token, console.cookie)).outcome, what)
        .toBe('401 access-token-invalid')
      const inBody = await app.client.call('userTokenValidate', {
        body: { access_token: token },
        cookie: console.cookie,
      })
      expect.soft(inBody.outcome, what).toBe('401 access-token-invalid')
    }
  })

  test('a token with a differently encoded signature is refused', async () => {
    for (const [what, token] of Object.entries(respelledTokens(console.token))) {
      const { outcome } = await app.client.call('userTokenValidate', {
        body: { access_token: token },
        cookie: console.cookie,
      })
      expect.soft(outcome, what).toBe('401 access-token-invalid')
    }
  })

  test.each<[string, Record<string, string>]>([
    ['no header', {}],
    ['an empty token', { authorization: 'Bearer ' }],
    ['two tokens', { authorization: 'Bearer a b' }],
    ['Basic credentials', { authorization: 'Basic YTpi' }],
    ['invalid bytes', { authorization: 'Bearer ~~~\u00ff' }],
  ])('%s counts as a missing token', async (_, headers) => {
    expect((await app.client.call('userValidate', { headers })).outcome).toBe(
      '401 access-token-missing',
    )
  })

  test('a token of 12 KB is refused', async () => {
    expect((await validate('a'.repeat(12_000))).outcome).toBe('401 access-token-invalid')
  })

  test('a valid token whose session is missing or belongs to another user counts as expired', async () => {
    const stranger = await app.build.user()
    const parts = { db: app.db, keyring: app.app.keyring }
    for (const change of [{ sid: randomUUID() }, { sub: String(stranger.id) }]) {
      const token = await resigned(console.token, change, parts)
      expect((await validate(token, console.cookie)).outcome).toBe('401 access-token-expired')
    }
  })

  test('a token for a place without grants counts as expired', async () => {
    const visitor = await app.build.visitor()
    const parts = { db: app.db, keyring: app.app.keyring }
    const token = await resigned(
      console.token,
      { module_id: visitor.module.id, company_id: visitor.company.id },
      parts,
    )
    expect((await validate(token, console.cookie)).outcome).toBe('401 access-token-expired')
  })
})

describe('a token grants access only to its module', () => {
  test('a token of another module is refused at the console', async () => {
    const visitor = await app.build.visitor({ user: person })
    const inModule = await app.trips.arrive(initial, visitor.at)
    const body = { access_token: inModule.token }
    expect((await app.client.call('userInitialPermissions', { ...inModule, body })).outcome).toBe(
      '403 forbidden',
    )
    expect((await app.trips.valid(inModule)).outcome).toBe('403 forbidden')
    expect((await app.trips.askForCode(inModule, person.at)).outcome).toBe('403 forbidden')
  })

  test.each(['userInitialPermissions', 'userInvalidateToken'] as const)(
    '%s refuses a token of another user in the body',
    async (operation) => {
      const other = await app.trips.enter(await app.build.user())
      const response = await app.client.call(operation, {
        ...initial,
        body: { access_token: other.token },
      })
      expect(response.outcome).toBe('401 access-token-invalid')
      expect((await validate(other.token, other.cookie)).status).toBe(200)
      expect((await validate(initial.token, initial.cookie)).status).toBe(200)
    },
  )
})

describe('GET /.well-known/jwks.json', () => {
  test('publishes the public keys without private parts', async () => {
    const { text, status } = await app.client.request('GET', '/.well-known/jwks.json')
    expect(status).toBe(200)
    const { keys } = JSON.parse(text) as { keys: Record<string, unknown>[] }
    expect(keys).toHaveLength(1)
    for (const key of keys) {
      expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
    }
  })
})
