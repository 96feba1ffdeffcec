/** The caches of callers are bounded by the number of issued tokens, whatever else a client sends (issue 8, row 12). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RateLimiter } from '../../server/rate-limits/rate-limiter.ts'
import { ApiTokenAuthenticator } from '../../server/sessions/api-token-authenticator.ts'
import { Guard } from '../../server/sessions/guard.ts'
import { SessionTokens } from '../../server/sessions/session-tokens.ts'
import { loadSigningKeys } from '../../server/sessions/signing-keys.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import type { SignedIn } from '../testing/test-trips.ts'

let app: TestApp
let guard: Guard
let tokens: SessionTokens
let initial: SignedIn
let ofModule: SignedIn

beforeAll(async () => {
  app = await createTestApp()
  const { origin } = await app.build.console()
  const keys = await loadSigningKeys(app.db, app.app.keyring)
  tokens = new SessionTokens(origin, keys, app.clock)
  const { sessionCache, apiTokens } = app.app
  const rateLimiter = new RateLimiter(app.db, app.clock)
  const programs = new ApiTokenAuthenticator({
    tokens: apiTokens,
    sessionCache,
    rateLimiter,
    clock: app.clock,
  })
  guard = new Guard({ tokens, sessionCache, programs, clock: app.clock })
  const visitor = await app.build.visitor()
  initial = await app.trips.enter(visitor)
  ofModule = await app.trips.arrive(initial, visitor.at)
})
afterAll(() => app.close())

const browserOf = ({ cookie }: SignedIn) => /portaria=([\w-]+)/.exec(cookie)?.[1]

test('a token without a browser binding is cached once for 19,000 cookies of 14 KB', async () => {
  await guard.identify(ofModule.token, undefined)
  const weigh = () => tokens.weight + app.app.sessionCache.weight
  const before = weigh()
  for (let n = 0; n < 19_000; n++) await guard.identify(ofModule.token, `${n}`.padEnd(14_000, 'x'))
  expect(weigh()).toBe(before)
})

test('a cached token that is bound to a browser is accepted in that browser only', async () => {
  const browser = browserOf(initial)
  const { userId } = await guard.identify(initial.token, browser)
  expect((await guard.identify(initial.token, browser)).userId).toBe(userId)
  for (const other of [undefined, '', 'x'.repeat(43), `${browser}x`])
    await expect(guard.identify(initial.token, other)).rejects.toMatchObject({
      code: 'access-token-invalid',
    })
  expect((await guard.identify(initial.token, browser)).userId).toBe(userId)
})
