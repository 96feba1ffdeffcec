import { expect, test } from 'vitest'
import { facts } from '../../test/testing/session-world.ts'
import type { SignedInPrincipal } from './principal.ts'
import { jobFor } from './work-order.ts'

const from = (address: string) => ({ ...facts(), address })

const who: SignedInPrincipal = {
  userId: 7,
  tokenId: 't',
  expiresAt: 0,
  session: {
    id: 's1',
    userId: 7,
    browserDigest: '',
    expiresAt: 0,
    lastUsedAt: 0,
    unwritten: false,
    ended: false,
    authentication: { amr: ['pwd'], at: 0 },
    revokedTokens: new Set(),
    user: { name: 'Maria', email: 'maria@operadora.example', cognitoId: 'c', companyId: null },
  },
}

test('a session may have 32 queued hashes, from any address', () => {
  for (const address of ['192.0.2.1', '2001:db8::1'])
    expect(jobFor(from(address), who)).toMatchObject({
      owner: ['user:7', 'session:s1'],
      trusted: true,
      maxQueued: 32,
    })
})

test('a program and the sessions of its user take turns', () => {
  const program = { userId: 7, apiTokenId: 3 }
  expect(jobFor(from('192.0.2.1'), program)).toMatchObject({
    owner: ['user:7', 'api-token:3'],
    maxQueued: 32,
  })
})

test('a network may have 128 queued hashes, from all its addresses together', () => {
  expect(jobFor(from('192.0.2.1'))).toMatchObject({
    owner: ['192.0.2.0/24', '192.0.2.1'],
    maxQueued: 128,
  })
  for (const address of ['2001:db8:0:7::1', '2001:db8:0:7:ffff::2'])
    expect(jobFor(from(address))).toMatchObject({
      owner: ['2001:db8::/48', '2001:db8:0:7::/64'],
      maxQueued: 128,
    })
})

test('a job is dropped once its client has disconnected', () => {
  let gone = false
  const { isGone } = jobFor({ ...from('192.0.2.1'), isGone: () => gone })
  expect(isGone()).toBe(false)
  gone = true
  expect(isGone()).toBe(true)
})
