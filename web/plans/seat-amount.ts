import { seatLimitMax, seatLimitMin } from '../../contract/plans.ts'
import { readWholeNumber } from '../../contract/whole-number.ts'

/** Seats as they are sent; of an empty field no number, so that it counts as not filled in. */
export function seatsOf(typed: string): number {
  const number = readWholeNumber(typed)
  if (typeof number === 'number') return number
  return typed.trim() === '' ? Number.NaN : Number(typed)
}

/**
 * What is typed as the seats of a loose plan: digits alone, from 1 to 99 (console.md §5). A number that is pasted, '10.00',
 * is what it is in an import.
 */
export function clampedSeats(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '')
  if (digits === '') return ''
  const number = readWholeNumber(typed)
  const seats = typeof number === 'number' && number >= 0 ? number : Number(digits)
  return String(Math.min(seatLimitMax, Math.max(seatLimitMin, seats)))
}
