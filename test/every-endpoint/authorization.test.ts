import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '../../contract/api.ts'
import type { Endpoint, Endpoints } from '../../contract/endpoint.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import type { SignedIn } from '../testing/test-trips.ts'

const endpoints: Endpoints = api
const all: [string, Endpoint][] = Object.entries(endpoints)
const protectedOnes = all.filter(([, { access }]) => access !== 'public')
const consoleOnes = protectedOnes.filter(([, { access }]) => access !== 'any-token')
const grantOnes = protectedOnes.filter(([, { access }]) => typeof access === 'object')

describe('authorisation of every endpoint', () => {
  let app: TestApp
  let initial: SignedIn
  let elsewhere: SignedIn
  let powerless: SignedIn

  beforeAll(async () => {
    app = await createTestApp()
    const profileId = await app.build.profile({ moduleId: 1 })
    const person = await app.build.consoleUser({ profileId })
    const visitor = await app.build.visitor({ user: person })
    initial = await app.trips.enter(person)
    powerless = await app.trips.arrive(initial, person.at)
    elsewhere = await app.trips.arrive(initial, visitor.at)
  })
  afterAll(() => app.close())

  /** Calls the endpoint without input, because authorisation precedes the validation of input. */
  async function outcomeOf({ method, path }: Endpoint, who: Partial<SignedIn>): Promise<string> {
    const filled = `/api${path.replace(/\{\w+\}/g, '1')}`
    const body = method === 'GET' ? {} : { body: '{}' }
    return (await app.client.request(method, filled, { ...pick(who), ...body })).outcome
  }

  const pick = ({ token, cookie }: Partial<SignedIn>) => ({
    ...(token !== undefined && { token }),
    ...(cookie !== undefined && { cookie }),
  })

  test.each(protectedOnes)('%s refuses a missing or invalid token', async (_, endpoint) => {
    expect(await outcomeOf(endpoint, {})).toBe('401 access-token-missing')
    expect(await outcomeOf(endpoint, { cookie: initial.cookie })).toBe('401 access-token-missing')
    for (const token of ['garbage', 'a.b.c', `${initial.token}x`]) {
      expect(await outcomeOf(endpoint, { token, cookie: initial.cookie })).toBe(
        '401 access-token-invalid',
      )
    }
  })

  test.each(protectedOnes)('%s refuses a console token without its cookie', async (_, endpoint) => {
    for (const { token } of [initial, powerless])
      expect(await outcomeOf(endpoint, { token })).toBe('401 access-token-invalid')
  })

  test.each(consoleOnes)(
    "%s refuses another module's token before it validates the input",
    async (_, endpoint) => {
      expect(await outcomeOf(endpoint, elsewhere)).toBe('403 forbidden')
    },
  )

  test('an endpoint with a grant refuses the initial token and a token without the grant before it validates the input', async () => {
    for (const [operation, endpoint] of grantOnes) {
      expect(await outcomeOf(endpoint, initial), operation).toBe('403 forbidden')
      expect(await outcomeOf(endpoint, powerless), operation).toBe('403 forbidden')
    }
  })
})
