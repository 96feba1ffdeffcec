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

test('each invalid field is named once, with its first message', () => {
  expect(fields({ name: 'x' })).toEqual({ name: 'Curto.' })
})

test('a field in a list is named by its path', () => {
  expect(fields({ name: 'abc', spids: [{ spid: 'A' }, { spid: 1 }] })).toEqual({
    'spids.1.spid': 'É texto.',
  })
})

test('each unknown field is named, even one that every object inherits', () => {
  const unknown = fields({ name: 'abc', admin: true, toString: 1 })
  expect(Object.keys(unknown).sort()).toEqual(['admin', 'toString'])
})

test('an error of the whole input is named after its part of the request', () => {
  expect(Object.keys(fields(null))).toEqual(['body'])
})
