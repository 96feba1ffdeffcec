import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isModuleUrl, splitModuleUrl } from './module-url.ts'

describe('the URL of a module', () => {
  test.each([
    ['https://sistema.example/entrada/', { protocol: 'https://', url: 'sistema.example/entrada' }],
    ['HTTP://Sistema.Example', { protocol: 'http://', url: 'sistema.example' }],
    ['  localhost:3001 ', { protocol: 'https://', url: 'localhost:3001' }],
    ['[::1]:8080/x', { protocol: 'https://', url: '[::1]:8080/x' }],
    ['10.0.0.7/a-b_c.d~e', { protocol: 'https://', url: '10.0.0.7/a-b_c.d~e' }],
  ])('%j is split into protocol and remainder', (typed, parts) => {
    expect(splitModuleUrl(typed)).toEqual(parts)
    expect(isModuleUrl(splitModuleUrl(typed))).toBe(true)
  })

  test('gets the selected protocol if none was typed', () => {
    expect(splitModuleUrl('x.example', 'http://').protocol).toBe('http://')
    expect(splitModuleUrl('https://x.example', 'http://').protocol).toBe('https://')
  })

  test('is accepted only as a plain http URL with the visible host', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.stringMatching(/^(https?:\/\/)?[a-z0-9.:@%/\\?#[\]-]{0,30}$/),
    )
    fc.assert(
      fc.property(typed, (text) => {
        const parts = splitModuleUrl(text)
        if (!isModuleUrl(parts)) return
        const url = new URL(parts.protocol + parts.url)
        expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', ''])
        expect(`${url.protocol}//`).toBe(parts.protocol)
        expect(url.pathname.replace(/^\/$/, '')).toBe(parts.url.replace(/^[^/]*/, ''))
      }),
      { numRuns: 2000 },
    )
  })
})
