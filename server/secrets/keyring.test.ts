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

const context = Buffer.from('challenge')
const [oldFirst, newFirst] = [new Keyring([older, newer]), new Keyring([newer, older])]

test('a code is accepted by processes with the same keys in another order', () => {
  for (const [sender, checker] of [
    [oldFirst, newFirst],
    [newFirst, oldFirst],
    [keyring, newFirst],
  ] as const) {
    const hash = sender.hashCode('123456', context)
    expect(checker.isHashOfCode(hash, '123456', context)).toBe(true)
    expect(checker.isHashOfCode(hash, '123457', context)).toBe(false)
    expect(checker.isHashOfCode(hash, '123456', Buffer.from('another'))).toBe(false)
  }
})

test('a code under a key that is not configured is refused', () => {
  const hash = new Keyring([newer]).hashCode('123456', context)
  expect(keyring.isHashOfCode(hash, '123456', context)).toBe(false)
})

test('a mark is accepted under every key, for its purpose and value only', () => {
  const mark = newFirst.mark('device', 'a')
  expect(oldFirst.isMark(mark, 'device', 'a')).toBe(true)
  expect(oldFirst.isMark(mark, 'device', 'b')).toBe(false)
  expect(oldFirst.isMark(mark, 'captcha', 'a')).toBe(false)
  expect(oldFirst.isMark('', 'device', 'a')).toBe(false)
  expect(keyring.isMark(mark, 'device', 'a')).toBe(false)
  expect(newFirst.marks('device', 'a')[0]).toBe(mark)
})
