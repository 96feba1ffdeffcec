import { expect, test } from 'vitest'
import { problems } from '../../contract/problems.ts'
import { Problem } from './problem.ts'

test('a problem has the status and message of the contract and rolls writes back by default', () => {
  const problem = new Problem('forbidden')
  expect(problem.message).toBe(problems.forbidden.message)
  expect(problem.status).toBe(problems.forbidden.status)
  expect(problem.name).toBe('Problem')
  expect([problem.recorded, problem.fields, problem.retryAfter]).toEqual([
    false,
    undefined,
    undefined,
  ])
})

test('it may name fields, commit the writes, and contain a retry time', () => {
  const details = { fields: { name: 'Curto.' }, recorded: true, retryAfter: 5 }
  expect(new Problem('too-many-requests', details)).toMatchObject(details)
})
