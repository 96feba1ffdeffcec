import { describe, expect, it } from 'vitest'
import { ownAddress } from './return-to.ts'

describe('a return URL', () => {
  it.each(['/service-list', '/module-list?serviceId=3&search=a%20b', '/sessions', '/home'])(
    'is accepted if it is a guarded screen of this site: %s',
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
  ])('is rejected if it leads to another site: %s', (address) => {
    expect(ownAddress(address)).toBeUndefined()
  })

  it.each(['/logout', '/auth?code=x', '/access-page', '/unallowed', '/nothing', '', null])(
    'is rejected if it is a screen of the sign-in or unknown: %s',
    (address) => {
      expect(ownAddress(address)).toBeUndefined()
    },
  )
})
