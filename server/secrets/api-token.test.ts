import { expect, test } from 'vitest'
import { hasChecksum, isApiToken, newApiToken, startOfToken } from './api-token.ts'

test('a token has the format that leak scanners look for: prefix, 43 random letters and digits, and a checksum of 6', () => {
  const token = newApiToken()
  expect(token).toMatch(/^portaria_[0-9A-Za-z]{49}$/)
  expect(newApiToken()).not.toBe(token)
})

test('the checksum is CRC-32 in base 62, so that third parties can verify it', () => {
  expect(hasChecksum(`portaria_${'0'.repeat(43)}1coFLj`)).toBe(true)
})

test('a mistyped token fails the checksum', () => {
  const token = newApiToken()
  expect(hasChecksum(token)).toBe(true)
  for (let place = 0; place < token.length; place++) {
    const other = token[place] === 'x' ? 'y' : 'x'
    expect(hasChecksum(token.slice(0, place) + other + token.slice(place + 1)), `${place}`).toBe(
      false,
    )
  }
  for (const wrong of [token.slice(0, -1), `${token}0`, ` ${token}`, token.toLowerCase(), ''])
    expect(hasChecksum(wrong)).toBe(false)
})

test('a signed token is not an API token, and the start shows only four letters after the prefix', () => {
  expect(isApiToken('eyJhbGciOiJFZERTQSJ9.e30.c2ln')).toBe(false)
  const token = newApiToken()
  expect(isApiToken(token)).toBe(true)
  expect(token.startsWith(startOfToken(token))).toBe(true)
  expect(startOfToken(token)).toHaveLength(13)
})
