import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FederationWorld } from '../../test/testing/federation-world.ts'
import { HostileProvider, type Lies } from '../../test/testing/hostile-provider.ts'

const provider = new HostileProvider()
let world: FederationWorld

beforeAll(async () => {
  await provider.start()
  world = await FederationWorld.start(provider)
  await world.test.build.user({ email: 'federado@portaria.example', federated: true })
})
beforeEach(() => {
  provider.lies = {}
})
afterAll(async () => {
  await world.test.close()
  await provider.stop()
})

/** Returns Unix time in seconds, relative to now. */
const at = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds

const sessionIds = (): Promise<unknown> =>
  world.test.db.selectFrom('sessions').select('id').execute()

const refusals: [rule: string, lies: () => Lies, reason: string][] = [
  [
    'an ID token of another flow (nonce)',
    () => ({ claims: { nonce: 'of-another-trip' } }),
    'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  ],
  ['an ID token without nonce', () => ({ claims: { nonce: undefined } }), 'OAUTH_INVALID_RESPONSE'],
  [
    'an ID token of another issuer',
    () => ({ claims: { iss: 'https://other.example' } }),
    'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  ],
  [
    'an ID token for another client',
    () => ({ claims: { aud: 'another-client' } }),
    'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  ],
  [
    'an ID token with further audiences',
    () => ({ claims: { aud: ['portaria', 'another'] } }),
    'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  ],
  [
    'an ID token of another authorized party (azp)',
    () => ({ claims: { aud: ['portaria', 'x'], azp: 'x' } }),
    'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  ],
  ['an unsigned ID token', () => ({ signature: 'none' }), 'OAUTH_UNSUPPORTED_OPERATION'],
  [
    'an ID token signed with the client secret',
    () => ({ signature: 'client-secret' }),
    'OAUTH_UNSUPPORTED_OPERATION',
  ],
  [
    'an ID token signed with a key that is not published',
    () => ({ signature: 'foreign-key' }),
    'OAUTH_INVALID_RESPONSE',
  ],
  ['an expired ID token', () => ({ claims: { exp: at(-35) } }), 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'],
  ['an ID token without expiry', () => ({ claims: { exp: undefined } }), 'OAUTH_INVALID_RESPONSE'],
  ['an ID token from the future', () => ({ claims: { iat: at(60) } }), 'issued-in-the-future'],
  [
    'an ID token that is not valid yet',
    () => ({ claims: { nbf: at(60) } }),
    'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  ],
  [
    'an authentication in the future',
    () => ({ claims: { auth_time: at(60) } }),
    'issued-in-the-future',
  ],
  ['an ID token without subject', () => ({ claims: { sub: undefined } }), 'OAUTH_INVALID_RESPONSE'],
  ['an empty subject', () => ({ claims: { sub: '' } }), 'malformed-subject'],
  ['a subject that cannot be stored', () => ({ claims: { sub: 'a\u0000b' } }), 'malformed-subject'],
  [
    'a response of another issuer (RFC 9207)',
    () => ({ response: { iss: 'https://other.example' } }),
    'OAUTH_INVALID_RESPONSE',
  ],
  [
    'a response without its issuer, if the provider announces it',
    () => ({ response: { iss: undefined } }),
    'OAUTH_INVALID_RESPONSE',
  ],
  [
    'a response without a code',
    () => ({ response: { code: undefined } }),
    'OAUTH_INVALID_RESPONSE',
  ],
  ['an unknown code', () => ({ response: { code: 'made-up' } }), 'invalid_grant'],
  ['an unknown error text', () => ({ response: { error: 'alert(1) or worse' } }), 'protocol'],
]

describe('is refused without a session; only the audit log contains the reason', () => {
  test.for(refusals)('%s', async ([, lies, reason]) => {
    provider.lies = lies()
    const before = await sessionIds()
    expect(await world.completeFlow('sign-in')).toBe('/auth?problem=federated-refused')
    expect(await world.lastReason()).toBe(reason)
    expect(await sessionIds()).toEqual(before)
  })
})

const accepted: [rule: string, lies: () => Lies][] = [
  ['a valid response', () => ({})],
  [
    'a clock that is 20 s ahead of ours',
    () => ({ claims: { iat: at(20), nbf: at(20), auth_time: at(20) } }),
  ],
  ['a clock that is 20 s behind ours', () => ({ claims: { exp: at(-20) } })],
  ['an audience list with one entry', () => ({ claims: { aud: ['portaria'] } })],
]

test.for(accepted)('accepted: %s', async ([, lies]) => {
  provider.lies = lies()
  expect(await world.completeFlow('sign-in')).toBe('/auth?code=…')
})

test('text of the provider reaches neither the URL nor the audit log', async () => {
  provider.lies = {
    response: { error: 'access_denied', error_description: 'Ligue para 0800-GOLPE' },
  }
  expect(await world.completeFlow('sign-in')).toBe('/auth?problem=federated-refused')
  const events = await world.test.db.selectFrom('audit_events').selectAll().execute()
  expect(JSON.stringify(events)).not.toContain('GOLPE')
})
