import { describe, expect, it } from 'vitest'
import { maskTyped } from '../companies/cnpj-mask.ts'
import { clampedSeats } from '../plans/seat-amount.ts'
import { digitsOf, lettersOf } from '../users/typed-letters.ts'
import { retype } from './retype.ts'

/** A field with this text, in which `|` is the caret. */
function fieldOf(marked: string) {
  const caret = marked.indexOf('|')
  return {
    value: marked.replace('|', ''),
    selectionStart: caret,
    setSelectionRange(start: number) {
      this.selectionStart = start
    },
  }
}

describe('the caret', () => {
  it.each([
    ['a letter among the digits of a telephone', digitsOf, '5511a|98765', '5511|98765'],
    ['a mark that is pasted before them', digitsOf, '+55 11 9|8765', '55119|8765'],
    ['nothing that is left out', digitsOf, '55|11', '55|11'],
    ['a figure in a name', lettersOf, 'Ana1| Lima', 'Ana| Lima'],
    ['a letter among seats', clampedSeats, '1a|2', '1|2'],
    ['more seats than there may be', clampedSeats, '990|', '99|'],
    ['a place at the end of a CNPJ, behind its mark', maskTyped, '112|', '11.2|'],
    ['a place in the middle of a CNPJ', maskTyped, '119|.222.333/0001-81', '11.9|22.233/3000-18'],
    ['a mark of a CNPJ that is taken away', maskTyped, '11|222.333', '11|.222.333'],
    ['nothing of a CNPJ', maskTyped, '|11222', '|11.222'],
  ] as const)('stays where it is after %s', (_, keep, typed, kept) => {
    const field = fieldOf(typed)
    expect(retype(field, keep)).toBe(kept.replace('|', ''))
    const { value, selectionStart } = field
    expect(`${value.slice(0, selectionStart)}|${value.slice(selectionStart)}`).toBe(kept)
  })
})

describe('a telephone', () => {
  it.each([
    '\u202a+55 (11) 98765\u20114321\u202c',
    '\u206655 11 98765\u20134321\u2069',
    '\uff15\uff15\uff11\uff11\uff19\uff18\uff17\uff16\uff15\uff14\uff13\uff12\uff11',
  ])('pasted as %j is its digits', (pasted) => {
    expect(digitsOf(pasted)).toBe('5511987654321')
  })
})
