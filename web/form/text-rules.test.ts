import { expect, test } from 'vitest'
import { actions } from '../../contract/actions.ts'
import { functions } from '../../contract/functions.ts'
import { modules } from '../../contract/modules.ts'
import { services } from '../../contract/services.ts'
import { textRules } from './text-rules.ts'

test('a text that the contract requires is required and has the maximum length of the contract', () => {
  const body = services.serviceUpdate.body
  expect(textRules(body, 'name')).toEqual({ required: true, maxLength: 30 })
  expect(textRules(body, 'description')).toEqual({ required: true, maxLength: 500 })
})

test('an optional text is not required and has the maximum length of the contract', () => {
  expect(textRules(actions.actionUpdate.body, 'path')).toEqual({ maxLength: 200 })
  expect(textRules(functions.functionUpdate.body, 'code')).toEqual({ maxLength: 50 })
})

test('the rules of a transformed body are those of its input', () => {
  expect(textRules(modules.moduleUpdate.body, 'name')).toEqual({ required: true, maxLength: 30 })
  expect(textRules(modules.moduleUpdate.body, 'url')).toEqual({ maxLength: 500 })
})

test('a field that is not a text, or not in the body, has no rules', () => {
  expect(textRules(services.serviceUpdate.body, 'active')).toEqual({})
  expect(textRules(services.serviceUpdate.body, 'somewhere')).toEqual({})
})
