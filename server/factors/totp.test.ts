import { expect, test } from 'vitest'
import { appCode } from '../../test/testing/totp-trips.ts'
import { matchTotp, newTotpSecret, stepAt, totpCodeAt, totpUri } from './totp.ts'

/** The 20 bytes '12345678901234567890' of RFC 6238, in Base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** RFC 6238, appendix B, SHA-1: the last six of its eight digits. */
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i seconds the code is %s', (seconds, code) => {
  const now = new Date(seconds * 1000)
  expect(totpCodeAt(secret, stepAt(now))).toBe(code)
  expect(appCode(secret, now)).toBe(code)
})

const at = (step: number, milliseconds = 0) => new Date(step * 30_000 + milliseconds)
const matched = (code: string, now: Date, lastStep = 0) =>
  matchTotp(secret, code, { now, lastStep })

test('a code is accepted one step before and after its own, to the millisecond', () => {
  const code = totpCodeAt(secret, 1000)
  expect(matched(code, at(999, -1))).toBeUndefined()
  expect(matched(code, at(999))).toBe(1000)
  expect(matched(code, at(1001, 29_999))).toBe(1000)
  expect(matched(code, at(1002))).toBeUndefined()
})

test('a code of the last step, or of an earlier one, is refused', () => {
  const now = at(1000)
  const codeOf = (step: number) => totpCodeAt(secret, step)
  expect(matched(codeOf(1000), now, 1000)).toBeUndefined()
  expect(matched(codeOf(999), now, 1000)).toBeUndefined()
  expect(matched(codeOf(1001), now, 1000)).toBe(1001)
})

test('a secret has 160 random bits in Base32', () => {
  const secrets = Array.from({ length: 200 }, newTotpSecret)
  for (const one of secrets) expect(one).toMatch(/^[A-Z2-7]{32}$/)
  expect(new Set(secrets).size).toBe(200)
  expect(new Set(secrets.join('')).size).toBe(32)
})

test('the URI encodes issuer and account', () => {
  const uri = new URL(
    totpUri(secret, { issuer: 'Gestão de Acesso & Cia', account: 'a+b@c.example' }),
  )
  expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(uri.pathname)).toBe('/Gestão de Acesso & Cia:a+b@c.example')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret,
    issuer: 'Gestão de Acesso & Cia',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
