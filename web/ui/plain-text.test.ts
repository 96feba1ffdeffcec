import { expect, it } from 'vitest'
import { holdsAll, wordsOf } from './plain-text.ts'

it('takes what was typed apart at its spaces, without case and accents', () => {
  expect(wordsOf('  FUNÇÃO  de\tMedição ')).toEqual(['funcao', 'de', 'medicao'])
  expect(wordsOf(' ')).toEqual([])
})

it.each(['', '  ', 'medicao fun', 'FUNÇÃO', 'ﬁm'])(
  'finds a text that holds every word of "%s"',
  (typed) => {
    expect(holdsAll('Função de medição, fim', typed)).toBe(true)
  },
)

it('does not find a text that lacks one of the words', () => {
  expect(holdsAll('Função de medição', 'função perfil')).toBe(false)
})
