import { expect, test } from 'vitest'
import { api } from '../../contract/api.ts'
import type { Endpoints } from '../../contract/endpoint.ts'
import { operationName, operationTitles } from '../../contract/operation-titles.ts'

const endpoints: Endpoints = api

test('operation titles are unique, so that a filter selects one operation', () => {
  const titles = Object.values(operationTitles)
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
})

test('operations with the same audit event describe the event in the same words', () => {
  const words = new Map<string, Set<string>>()
  for (const { audit } of Object.values(endpoints))
    if (audit !== 'none')
      words.set(audit.event, new Set([...(words.get(audit.event) ?? []), audit.past]))
  expect([...words].filter(([, past]) => past.size > 1)).toEqual([])
})

test('an operation without a title has a fallback', () => {
  expect(operationName('somethingElse')).toBe('Outra operação (somethingElse)')
  expect(operationName('serviceUpdate')).toBe('Atualização de serviço')
})
