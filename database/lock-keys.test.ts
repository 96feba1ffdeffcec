import { expect, test } from 'vitest'
import { lockKeys } from './lock-keys.ts'

test('all advisory lock keys are different', () => {
  const keys = Object.values(lockKeys)
  expect(new Set<number>(keys).size).toBe(keys.length)
})
