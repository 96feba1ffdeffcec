import { expect, test } from 'vitest'
import { problems } from '../../contract/problems.ts'
import { Problem } from './problem.ts'

test('a problem says what the contract says of it, and takes back what was written unless told otherwise', () => {
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

test('it may name fields, keep what was written, and say when to try again', () => {
  const details = { fields: { name: 'Curto.' }, recorded: true, retryAfter: 5 }
  expect(new Problem('too-many-requests', details)).toMatchObject(details)
})
