import { expect, it } from 'vitest'
import { addressWithCode } from './module-window.ts'

it('adds the code to the URL of the module', () => {
  expect(addressWithCode('https://m.example/base/auth', 'a b')).toBe(
    'https://m.example/base/auth?code=a+b',
  )
})

it('rejects a URL that is not http or https', () => {
  expect(() => addressWithCode('javascript:alert(1)', 'x')).toThrow('Not an http(s) URL')
})
