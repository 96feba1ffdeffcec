import { expect, test } from 'vitest'
import { api } from '../../contract/api.ts'
import type { Endpoints } from '../../contract/endpoint.ts'
import { operationName, operationNames } from '../../contract/trail-operations.ts'

const endpoints: Endpoints = api
const audited = Object.keys(endpoints).filter((operation) => endpoints[operation]?.audit !== 'none')

test.each(audited)('audited operation %s has a Portuguese name', (operation) => {
  expect(operationNames).toHaveProperty(operation)
})

test('operation names are unique, so that a filter selects one operation', () => {
  const names = Object.values(operationNames)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('an operation without a name has a fallback', () => {
  expect(operationName('somethingElse')).toBe('Outra operação (somethingElse)')
  expect(operationName('serviceUpdate')).toBe('Atualização de serviço')
})
