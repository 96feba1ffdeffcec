import { expect, test } from 'vitest'
import { brokenPasswordRule } from '../../contract/password-policy.ts'
import { newTemporaryPassword } from './temporary-password.ts'

const passwords = Array.from({ length: 500 }, newTemporaryPassword)

test('temporary passwords satisfy the policy, and are all different', () => {
  expect(passwords.map(brokenPasswordRule).filter((sentence) => sentence !== undefined)).toEqual([])
  expect(new Set(passwords).size).toBe(500)
})

test('a temporary password has at least 128 bits, even the most likely one', () => {
  // Four characters are one of each kind, and the others are of any kind. The most likely passwords have equal numbers
  // of each kind.
  const kinds = [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z\d]/].map(
    (kind) =>
      new Set(passwords.flatMap((password) => Array.from(password)).filter((c) => kind.test(c))),
  )
  const all = kinds.reduce((sum, { size }) => sum + size, 0)
  const length = Math.min(...passwords.map((password) => password.length))
  const bits = kinds.reduce((sum, { size }) => sum + Math.log2(size), 0)
  const places = kinds.reduce((sum, _, index) => sum + Math.log2(length - index), 0)
  const ways = kinds.length * Math.log2(length / kinds.length)
  expect(bits + (length - kinds.length) * Math.log2(all) + places - ways).toBeGreaterThan(128)
})
