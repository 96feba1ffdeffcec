import { expect, it } from 'vitest'
import { consoleModuleId } from '../../contract/constants.ts'
import { functionValues, normalFunction } from './function-values.ts'

const typed = {
  ...functionValues(undefined),
  module_id: String(consoleModuleId),
  environment: 'back' as const,
  method: 'POST' as const,
}

it('sends of a screen that it is got, and of an endpoint what was chosen', () => {
  expect(normalFunction({ ...typed, environment: 'front' }).method).toBe('GET')
  expect(normalFunction(typed).method).toBe('POST')
})

it('sends neither environment nor method of a function of another module', () => {
  const other = { ...typed, module_id: String(consoleModuleId + 1) }
  expect(normalFunction(other)).toMatchObject({ environment: '', method: '' })
})

it('takes a url for the same with and without the slash before it', () => {
  expect(normalFunction({ ...typed, url: ' /pedidos ' }).url).toBe('pedidos')
  expect(normalFunction({ ...typed, url: 'pedidos' }).url).toBe('pedidos')
})
