import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type EncryptionKey, Keyring } from './keyring.ts'

const key = (id: string): EncryptionKey => ({ id, key: randomBytes(32) })
const [older, newer] = [key('2026a'), key('2026b')]
const keyring = new Keyring([older])
const secret = 'dX2-segredo-de-um-módulo'
const sealed = keyring.seal(secret, 'module:5')

test('a sealed value opens in its own context', () => {
  expect(keyring.open(sealed, 'module:5')).toBe(secret)
})

test('a value that was changed, cut, moved or sealed with another key does not open', () => {
  const { ciphertext, keyId } = sealed
  for (let at = 0; at < ciphertext.length; at++) {
    const changed = Buffer.from(ciphertext)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => keyring.open({ ciphertext: changed, keyId }, 'module:5')).toThrow()
    const cut = ciphertext.subarray(0, at)
    expect(() => keyring.open({ ciphertext: cut, keyId }, 'module:5')).toThrow()
  }
  expect(() => keyring.open(sealed, 'module:6')).toThrow()
  expect(() => new Keyring([key('2026a')]).open(sealed, 'module:5')).toThrow()
  expect(() => new Keyring([newer]).open(sealed, 'module:5')).toThrow('SECRETS_KEYS has no key')
})

test('sealing the same text twice gives different values', () => {
  const nonces = Array.from({ length: 1000 }, () =>
    keyring.seal(secret, 'module:5').ciphertext.toString('latin1', 0, 12),
  )
  expect(new Set(nonces).size).toBe(nonces.length)
})

test('an older key opens the values that it sealed; new values are sealed with the newest key', () => {
  const both = new Keyring([newer, older])
  const anew = both.seal(both.open(sealed, 'module:5'), 'module:5')
  expect(anew.keyId).toBe(newer.id)
  expect(new Keyring([newer]).open(anew, 'module:5')).toBe(secret)
})
