import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldsOf } from './field-errors.ts'

const body = z.strictObject({
  name: z.string('É texto.').min(3, 'Curto.').regex(/^a/, 'Começa com a.'),
  spids: z.array(z.object({ spid: z.string('É texto.') })).optional(),
})

function fields(value: unknown): Record<string, string> {
  const { error } = body.safeParse(value)
  return error ? fieldsOf(error, 'body') : {}
}

test('each wrong field is named once, with its first sentence', () => {
  expect(fields({ name: 'x' })).toEqual({ name: 'Curto.' })
})

test('a field within a list is named by its path', () => {
  expect(fields({ name: 'abc', spids: [{ spid: 'A' }, { spid: 1 }] })).toEqual({
    'spids.1.spid': 'É texto.',
  })
})

test('each unknown field is named, even one that every object has', () => {
  const unknown = fields({ name: 'abc', admin: true, toString: 1 })
  expect(Object.keys(unknown).sort()).toEqual(['admin', 'toString'])
})

test('what is wrong as a whole is named by its part of the call', () => {
  expect(Object.keys(fields(null))).toEqual(['body'])
})
