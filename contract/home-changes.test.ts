import { expect, test } from 'vitest'
import { changedOperations } from './home-changes.ts'
import { operationNames } from './trail-operations.ts'

test.each(changedOperations)(
  '%s, an operation shown on HOME, has a Portuguese name',
  (operation) => {
    expect(operationNames).toHaveProperty(operation)
  },
)
