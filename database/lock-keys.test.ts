import { expect, test } from 'vitest'
import { lockKeys } from './lock-keys.ts'

test('no two things wait for each other under one key', () => {
  const keys = Object.values(lockKeys)
  expect(new Set<number>(keys).size).toBe(keys.length)
})
