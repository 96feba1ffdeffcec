import { expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

it('values are written as plain text and read back as text', () => {
  expect(stringifySearch({ id: 5, serviceId: '1', search: undefined })).toBe('?id=5&serviceId=1')
  expect(parseSearch('?id=5&serviceId=1')).toEqual({ id: '5', serviceId: '1' })
})

it('a code that looks like a number is read as text', () => {
  expect(parseSearch('?code=12345678901234567890')).toEqual({ code: '12345678901234567890' })
})
