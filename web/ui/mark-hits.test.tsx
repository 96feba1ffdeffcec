import { expect, test } from 'vitest'
import { findHits } from './mark-hits.tsx'

const hits = (text: string, ...words: string[]) =>
  findHits(text, words).map(([start, end]) => text.slice(start, end))

test('a word is found at any position, ignoring case and accents', () => {
  expect(hits('Função de Medição', 'funcao', 'MEDI')).toEqual(['Função', 'Medi'])
  expect(hits('Balcao, balcão', 'balcão')).toEqual(['Balcao', 'balcão'])
})

test('a hit in decomposed text includes the combining accent', () => {
  expect(hits('A\u0301gua', 'a')).toEqual(['A\u0301', 'a'])
  expect(hits('A\u0301gua', 'águ')).toEqual(['A\u0301gu'])
})

test('overlapping and adjacent hits are merged', () => {
  expect(findHits('pedidos', ['pedi', 'dido'])).toEqual([[0, 6]])
  expect(findHits('abcd', ['ab', 'cd'])).toEqual([[0, 4]])
})

test('% and _ match literally, and a missing word gives no hit', () => {
  expect(hits('50% de_a', '%', '_')).toEqual(['%', '_'])
  expect(hits('Pedidos', '%', '')).toEqual([])
})
