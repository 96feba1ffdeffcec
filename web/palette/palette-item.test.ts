import { describe, expect, it } from 'vitest'
import { matches } from './palette-item.ts'

describe('an item of the palette', () => {
  const item = { label: 'Função', hint: 'Bilhetagem', words: 'abrir' }

  it.each(['', 'funcao', 'BILHETAGEM função', '  abrir ', 'bil fun'])(
    'matches its words in any order, ignoring case and accents: "%s"',
    (typed) => {
      expect(matches(item, typed)).toBe(true)
    },
  )

  it('does not match if one of the words is missing', () => {
    expect(matches(item, 'função perfil')).toBe(false)
  })
})
