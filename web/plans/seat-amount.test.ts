import { describe, expect, test } from 'vitest'
import { clampedSeats, seatsOf } from './seat-amount.ts'

describe('the seats of a plan are parsed as a number', () => {
  test.each([
    ['10', 10],
    ['10.00', 10],
    ['99.0', 99],
    ['1.000', 1000],
    ['12.000', 12_000],
    ['10.5', 10.5],
    ['', Number.NaN],
    ['1,000', Number.NaN],
  ])('%j is %j', (typed, seats) => {
    expect(seatsOf(typed)).toBe(seats)
  })
})

describe('the seats of a loose plan are limited to digits from 1 to 99', () => {
  test.each([
    ['10', '10'],
    ['10.', '10'],
    ['10.00', '10'],
    ['99.0', '99'],
    ['1.000', '99'],
    ['1,000', '99'],
    ['0', '1'],
    ['-5', '5'],
    ['abc', ''],
  ])('%j becomes %j', (typed, shown) => {
    expect(clampedSeats(typed)).toBe(shown)
  })
})
