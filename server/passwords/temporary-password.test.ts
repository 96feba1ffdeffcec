import { expect, test } from 'vitest'
import { brokenPasswordRule } from '../../contract/password-policy.ts'
import { newTemporaryPassword } from './temporary-password.ts'

test('temporary passwords keep the policy, and no two are alike', () => {
  const passwords = Array.from({ length: 500 }, newTemporaryPassword)
  expect(passwords.map(brokenPasswordRule).filter((sentence) => sentence !== undefined)).toEqual([])
  expect(new Set(passwords).size).toBe(500)
})
