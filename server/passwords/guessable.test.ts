import { describe, expect, test } from 'vitest'
import { isGuessable } from './guessable.ts'

/** A text of exactly the minimum length, from which nothing is removed. */
const random = 'kx7vqw9mzt'

describe('a password is guessable', () => {
  test('unless ten characters remain', () => {
    expect(isGuessable(random, [])).toBe(false)
    expect(isGuessable(random.slice(1), [])).toBe(true)
  })

  test.each([
    'portaria',
    'gestaodeacesso',
    'acesso',
    'operadora',
    'telecom',
    'associacao',
    'administrador',
    'password',
    'senha',
    'qwerty',
    'asdfgh',
    'zxcvbn',
    'iloveyou',
    'welcome',
    'admin',
    'letmein',
    'changeme',
    'teamo',
    'brasil',
  ])('with the word %s, which is removed', (word) => {
    expect(isGuessable(random.slice(1) + word, [])).toBe(true)
  })

  test.each([
    ['capitals and accents', 'SÉNHA'],
    ['digits and signs in place of letters', 'p0rt@ria'],
    ['3 and $ in place of letters', '$3nha'],
    ['a year', '1987'],
    ['a year whose digits could be letters', '2034'],
    ['a repeated character', 'ttttt'],
    ['repeated characters', 'mztmztmzt'],
    ['a sequence', 'uvwxyz'],
  ])('with %s, which is removed', (_, added) => {
    expect(isGuessable(random.slice(1) + added, [])).toBe(true)
  })

  test('with the user’s own name', () => {
    const password = 'marilia-CANDIDO-7!'
    expect(isGuessable(password, [])).toBe(false)
    expect(isGuessable(password, ['Marília Cândido'])).toBe(true)
  })

  test('with either part of the user’s own e-mail', () => {
    const own = ['Outra Pessoa', 'marilia.candido@rededados.example']
    expect(isGuessable('marilia-CANDIDO-7!', own)).toBe(true)
    expect(isGuessable(`${random.slice(1)}rededados`, own)).toBe(true)
    expect(isGuessable(`${random}rededados`, own)).toBe(false)
  })
})
