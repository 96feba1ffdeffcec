import { expect, it } from 'vitest'
import { consoleModuleId } from '../../contract/constants.ts'
import { functionValues, normalFunction } from './function-values.ts'

const typed = {
  ...functionValues(undefined),
  module_id: String(consoleModuleId),
  environment: 'back' as const,
  method: 'POST' as const,
}

it('a screen is sent with GET, an endpoint with the selected method', () => {
  expect(normalFunction({ ...typed, environment: 'front' }).method).toBe('GET')
  expect(normalFunction(typed).method).toBe('POST')
})

it('environment and method are cleared for a function of another module', () => {
  const other = { ...typed, module_id: String(consoleModuleId + 1) }
  expect(normalFunction(other)).toMatchObject({ environment: '', method: '' })
})

it('a url with a leading slash equals one without', () => {
  expect(normalFunction({ ...typed, url: ' /pedidos ' }).url).toBe('pedidos')
  expect(normalFunction({ ...typed, url: 'pedidos' }).url).toBe('pedidos')
})
