import { describe, expect, it } from 'vitest'
import { maskTyped } from '../companies/cnpj-mask.ts'
import { clampedSeats } from '../plans/seat-amount.ts'
import { digitsOf, lettersOf } from '../users/typed-letters.ts'
import { retype } from './retype.ts'

/** A text field; `|` marks the caret. */
function fieldOf(text: string) {
  const caret = text.indexOf('|')
  return {
    value: text.replace('|', ''),
    selectionStart: caret,
    setSelectionRange(start: number) {
      this.selectionStart = start
    },
  }
}

describe('the caret', () => {
  it.each([
    ['a letter typed into a phone number', digitsOf, '5511a|98765', '5511|98765'],
    ['punctuation pasted before digits', digitsOf, '+55 11 9|8765', '55119|8765'],
    ['a digit', digitsOf, '55|11', '55|11'],
    ['a digit typed into a name', lettersOf, 'Ana1| Lima', 'Ana| Lima'],
    ['a letter typed into a number of seats', clampedSeats, '1a|2', '1|2'],
    ['a number of seats over the maximum', clampedSeats, '990|', '99|'],
    ['a digit at the end of a CNPJ, after a separator', maskTyped, '112|', '11.2|'],
    ['a digit in the middle of a CNPJ', maskTyped, '119|.222.333/0001-81', '11.9|22.233/3000-18'],
    ['a deleted separator of a CNPJ', maskTyped, '11|222.333', '11|.222.333'],
    ['a CNPJ with the caret at the start', maskTyped, '|11222', '|11.222'],
  ] as const)('stays after the same characters: %s', (_, filter, typed, expected) => {
    const field = fieldOf(typed)
    expect(retype(field, filter)).toBe(expected.replace('|', ''))
    const { value, selectionStart } = field
    expect(`${value.slice(0, selectionStart)}|${value.slice(selectionStart)}`).toBe(expected)
  })
})

describe('a phone number', () => {
  it.each([
    '\u202a+55 (11) 98765\u20114321\u202c',
    '\u206655 11 98765\u20134321\u2069',
    '\uff15\uff15\uff11\uff11\uff19\uff18\uff17\uff16\uff15\uff14\uff13\uff12\uff11',
  ])('pasted as %j is reduced to its digits', (pasted) => {
    expect(digitsOf(pasted)).toBe('5511987654321')
  })
})
