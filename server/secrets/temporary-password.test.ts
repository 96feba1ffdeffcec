import { expect, test } from 'vitest'
import { asMailed, newTemporaryPassword } from './temporary-password.ts'

const passwords = Array.from({ length: 500 }, newTemporaryPassword)

test('temporary passwords are groups of four without look-alikes, and are all different', () => {
  expect(passwords.filter((password) => !/^\w{4}(-\w{4})+$/.test(password))).toEqual([])
  expect(passwords.filter((password) => /[a-z01OI]/.test(password))).toEqual([])
  expect(new Set(passwords).size).toBe(500)
})

test('a temporary password has 120 bits', () => {
  const characters = passwords.map((password) => password.replaceAll('-', ''))
  const alphabet = new Set(characters.join(''))
  const length = Math.min(...characters.map((each) => each.length))
  expect(length * Math.log2(alphabet.size)).toBe(120)
})

test('each place of a temporary password contains every character of the alphabet', () => {
  const many = Array.from({ length: 3000 }, newTemporaryPassword)
  const first = many[0] ?? ''
  for (let place = 0; place < first.length; place++) {
    if (first.charAt(place) === '-') continue
    expect(new Set(many.map((password) => password.charAt(place))).size).toBe(32)
  }
})

test('a typed temporary password is accepted in any case, with or without hyphens and spaces', () => {
  const mailed = passwords[0] ?? ''
  for (const typed of [
    mailed,
    mailed.toLowerCase(),
    mailed.replaceAll('-', ''),
    mailed.replaceAll('-', ' '),
    ` ${mailed.toLowerCase().replaceAll('-', '–')} `,
  ])
    expect(asMailed(typed)).toBe(mailed)
})

test('any other text is unchanged, such as a chosen password or a group too few', () => {
  const mailed = passwords[0] ?? ''
  for (const typed of [
    'Jabuticaba-Azul-88-nuvem!',
    'JABUTICABA AZUL 88 NUVEM NO CEU!',
    mailed.slice(5).toLowerCase(),
    `${mailed}-abcd`,
    `${mailed.toLowerCase()}!`,
    '',
  ])
    expect(asMailed(typed)).toBe(typed)
})
