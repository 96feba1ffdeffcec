import { describe, expect, it } from 'vitest'
import { ownAddress } from './wanted-address.ts'

describe('the address that a person is led on to', () => {
  it.each(['/service-list', '/module-list?serviceId=3&search=a%20b', '/sessions', '/home'])(
    'is kept where it is a guarded screen of this site: %s',
    (address) => {
      expect(ownAddress(address)).toBe(address)
    },
  )

  it.each([
    'https://elsewhere.example/service-list',
    '//elsewhere.example/service-list',
    '/\\elsewhere.example/service-list',
    '/x/..//elsewhere.example/service-list',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://[',
  ])('is never another site: %s', (address) => {
    expect(ownAddress(address)).toBeUndefined()
  })

  it.each(['/logout', '/auth?code=x', '/access-page', '/unallowed', '/nothing', '', null])(
    'is no station of the way itself and nothing unknown: %s',
    (address) => {
      expect(ownAddress(address)).toBeUndefined()
    },
  )
})
