import { expect, test } from 'vitest'
import { Cookie } from './cookie.ts'

const options = { maxAge: 3_600_000, sameSite: 'Strict' } as const
const secure = new Cookie('portaria', 'https://acesso.example', options)
const local = new Cookie('portaria', 'http://localhost:3000', { ...options, sameSite: 'Lax' })

test('a cookie is limited to this host, hidden from scripts, and expires after its maximum age', () => {
  expect(secure.serialize('abc')).toBe(
    '__Host-portaria=abc; Path=/; HttpOnly; SameSite=Strict; Max-Age=3600; Secure',
  )
})

test('on plain-http localhost it has neither prefix nor Secure, which browsers refuse there', () => {
  expect(local.serialize('abc')).toBe('portaria=abc; Path=/; HttpOnly; SameSite=Lax; Max-Age=3600')
})

test('its value is found among others, with any spaces between them', () => {
  expect(secure.read('a=1; __Host-portaria=abc; b=2')).toBe('abc')
  expect(secure.read('a=1;__Host-portaria=abc')).toBe('abc')
  expect(secure.read('__Host-portaria=a=b')).toBe('a=b')
  expect(local.read('portaria=xyz')).toBe('xyz')
})

test('a cookie with a longer name or without the prefix is ignored', () => {
  for (const header of [
    undefined,
    '',
    'portaria=abc',
    'x__Host-portaria=abc',
    '__Host-portariax=a',
  ])
    expect(secure.read(header)).toBeUndefined()
  expect(local.read('__Host-portaria=abc')).toBeUndefined()
})
