import pg from 'pg'
import { expect, test } from 'vitest'
import { services } from '../../contract/services.ts'
import { problems } from '../../contract/problems.ts'
import { type ConstraintMeanings, declaredProblem } from './constraints.ts'

const meanings: ConstraintMeanings = {
  names_key: { problems: ['module-name-in-use', 'service-name-in-use'], field: 'name' },
  bare_key: { problems: ['service-name-in-use'] },
  foreign_key: { problems: ['module-name-in-use'] },
  module_fkey: { fields: { module_id: 'Módulo não encontrado.' } },
}

/** Returns the driver's error for a violated constraint. */
function broken(constraint: string | undefined): pg.DatabaseError {
  const error = new pg.DatabaseError('violates', 1, 'error')
  error.constraint = constraint
  return error
}
const meant = (error: unknown) => declaredProblem(meanings, error, services.serviceCreate)

test('a violated constraint becomes the first of its problems that the endpoint declares, with its field', () => {
  expect(meant(broken('names_key'))).toMatchObject({
    code: 'service-name-in-use',
    fields: { name: problems['service-name-in-use'].message },
  })
})

test('a violated constraint may become a problem without a field', () => {
  const problem = meant(broken('bare_key'))
  expect(problem?.code).toBe('service-name-in-use')
  expect(problem?.fields).toBeUndefined()
})

test('a violated constraint may become invalid input that names the field', () => {
  expect(meant(broken('module_fkey'))).toMatchObject({
    code: 'invalid-input',
    fields: { module_id: 'Módulo não encontrado.' },
  })
})

test('undeclared, unnamed and other errors stay unchanged', () => {
  for (const error of [
    broken('foreign_key'),
    broken('unknown_key'),
    broken(undefined),
    new Error('names_key'),
    undefined,
  ])
    expect(meant(error)).toBeUndefined()
})
