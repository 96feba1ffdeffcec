import { expect, it } from 'vitest'
import { addressWithCode } from './module-window.ts'

it('adds the code to the address of the module', () => {
  expect(addressWithCode('https://m.example/base/auth', 'a b')).toBe(
    'https://m.example/base/auth?code=a+b',
  )
})

it('refuses what is no web address', () => {
  expect(() => addressWithCode('javascript:alert(1)', 'x')).toThrow('Not a web address')
})
