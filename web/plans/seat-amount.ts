import { seatLimitMax, seatLimitMin } from '../../contract/plans.ts'

/** Seats as they are sent; of an empty field no number, so that it counts as not filled in. */
export function seatsOf(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed)
}

/** What is typed as the seats of a loose plan: digits alone, from 1 to 99 (console.md §5). */
export function clampedSeats(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '')
  if (digits === '') return ''
  return String(Math.min(seatLimitMax, Math.max(seatLimitMin, Number(digits))))
}
