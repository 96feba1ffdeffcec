import { expect, it } from 'vitest'
import { holdsAll, wordsOf } from './plain-text.ts'

it('a search is split at white space and folded to lower case without accents', () => {
  expect(wordsOf('  FUNÇÃO  de\tMedição ')).toEqual(['funcao', 'de', 'medicao'])
  expect(wordsOf(' ')).toEqual([])
})

it.each(['', '  ', 'medicao fun', 'FUNÇÃO', 'ﬁm'])(
  'a text that contains every word of "%s" matches',
  (typed) => {
    expect(holdsAll('Função de medição, fim', typed)).toBe(true)
  },
)

it('a text that lacks one of the words does not match', () => {
  expect(holdsAll('Função de medição', 'função perfil')).toBe(false)
})
