import { expect, test } from 'vitest'
import { csvLines } from './csv.ts'

test('cells are separated by semicolons, lines end with CRLF, and cells are quoted only if needed', () => {
  const rows = [
    ['Nome', 'Quantidade'],
    ['Voz; dados', 12],
    ['"Órbita"', -3],
    ['duas\nlinhas', null],
  ]
  expect(csvLines(rows)).toBe(
    'Nome;Quantidade\r\n"Voz; dados";12\r\n"""Órbita""";-3\r\n"duas\nlinhas";\r\n',
  )
})

test.each([
  ['=1+1', "'=1+1"],
  ['+5511900000000', "'+5511900000000"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\tTab', "'\tTab"],
  [' =1+1', "' =1+1"],
  ['＝1+1', "'＝1+1"],
  // In a program that separates cells at commas, a formula could begin within the text.
  ['a,=HYPERLINK(1),b', "a,'=HYPERLINK(1),b"],
  ['a, @x', "a,' @x"],
  ['Sul - Sudeste, a = b', 'Sul - Sudeste, a = b'],
])('%j stays text', (cell, written) => {
  expect(csvLines([[cell]])).toBe(`${written}\r\n`)
})

test.each(['\r=1', 'a\n=1', 'a\r=1', '\n=1'])('%j stays text, in quotes', (cell) => {
  expect(csvLines([[cell]])).toMatch(/^"'?a?[\r\n]'=1"\r\n$/)
})
