import { expect, test } from 'vitest'
import { changedOperations } from './home-changes.ts'
import { operationTitles } from './operation-titles.ts'

test.each(changedOperations)(
  '%s, an operation shown on HOME, has a Portuguese name',
  (operation) => {
    expect(operationTitles).toHaveProperty(operation)
  },
)
