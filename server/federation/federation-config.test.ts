import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { testEnvironment } from '../testing/test-app.ts'

const federationOf = (env: Record<string, string>) =>
  readConfig({ ...testEnvironment(3000, 'postgres://unused'), ...env }).federation

const client = { FEDERATION_CLIENT_ID: 'portaria', FEDERATION_CLIENT_SECRET: 'segredo' }

test('the environment names the association’s provider, or none', () => {
  expect(federationOf({})).toBeUndefined()
  expect(federationOf({ FEDERATION_ISSUER: 'https://idp.example/tenant', ...client })).toEqual({
    issuer: 'https://idp.example/tenant',
    clientId: 'portaria',
    clientSecret: 'segredo',
  })
})

test.for(['http://idp.example', 'http://localhost.evil.example', 'idp.example', 'ftp://localhost'])(
  'a provider at %s is refused: what it says could be anybody’s',
  (issuer) => {
    const read = () => federationOf({ FEDERATION_ISSUER: issuer, ...client })
    expect(read).toThrow(/^FEDERATION_ISSUER must be an https address/)
  },
)

test.for(['http://localhost:3002', 'http://127.0.0.1:3002', 'http://[::1]:3002'])(
  'a provider on this machine may be at %s',
  (issuer) => {
    expect(federationOf({ FEDERATION_ISSUER: issuer, ...client })?.issuer).toBe(issuer)
  },
)

test('a provider without the client’s id and secret is refused', () => {
  const read = () => federationOf({ FEDERATION_ISSUER: 'https://idp.example' })
  expect(read).toThrow(/^FEDERATION_CLIENT_ID and FEDERATION_CLIENT_SECRET are needed/)
})
