import { expect, test } from 'vitest'
import { findHits } from './mark-hits.tsx'

const hits = (text: string, ...words: string[]) =>
  findHits(text, words).map(([start, end]) => text.slice(start, end))

test('finds every word wherever it stands, whatever case and accents', () => {
  expect(hits('Função de Medição', 'funcao', 'MEDI')).toEqual(['Função', 'Medi'])
  expect(hits('Balcao, balcão', 'balcão')).toEqual(['Balcao', 'balcão'])
})

test('finds letters whose accents are characters of their own, and keeps the accents with them', () => {
  expect(hits('A\u0301gua', 'a')).toEqual(['A\u0301', 'a'])
  expect(hits('A\u0301gua', 'águ')).toEqual(['A\u0301gu'])
})

test('makes one hit of words that overlap or touch', () => {
  expect(findHits('pedidos', ['pedi', 'dido'])).toEqual([[0, 6]])
  expect(findHits('abcd', ['ab', 'cd'])).toEqual([[0, 4]])
})

test('takes % and _ for the letters they are, and finds nothing in what lacks the word', () => {
  expect(hits('50% de_a', '%', '_')).toEqual(['%', '_'])
  expect(hits('Pedidos', '%', '')).toEqual([])
})
