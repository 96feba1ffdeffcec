import { seatLimitMax, seatLimitMin } from '../../contract/limits.ts'
import { readWholeNumber } from '../../contract/whole-number.ts'
import { boundedCount } from '../ui/bounded-count.ts'

/**
 * Parses the number of seats for the request body. An empty field returns NaN, so that validation reports it as
 * missing.
 */
export function seatsOf(typed: string): number {
  const number = readWholeNumber(typed)
  if (typeof number === 'number') return number
  return typed.trim() === '' ? Number.NaN : Number(typed)
}

/**
 * Restricts the typed seats of a loose plan to digits, from 1 to 99 (console.md §5). A pasted number such as '10.00' is
 * read as in an import.
 */
export function clampedSeats(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '')
  if (digits === '') return ''
  const number = readWholeNumber(typed)
  const seats = typeof number === 'number' && number >= 0 ? number : Number(digits)
  return String(Math.min(seatLimitMax, Math.max(seatLimitMin, seats)))
}

/** Formats a number of seats: '1 licença', '12 licenças'. */
export const seatCount = (count: number): string =>
  boundedCount({ count, more: false }, 'licença', 'licenças')
