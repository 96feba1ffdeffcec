const DAY = 86_400_000
const MINUTE = 60_000

/** So many days before the start of `today` (negative: after it), so that two fillings on one day are the same. */
export function daysBefore(today: Date, days: number, minutes = 0): Date {
  return new Date(today.getTime() - days * DAY + minutes * MINUTE)
}

/** The last second in UTC of the day so many days ago: dates of delegations are sent like that (console.md §5). */
export function endOfDay(today: Date, daysAgo: number): Date {
  return new Date(today.getTime() - (daysAgo - 1) * DAY - 1000)
}

/** A fixed instant for rows made long ago: so many minutes after the start of 2024, Brazilian time. */
export function madeAt(minutes: number): Date {
  return new Date(Date.UTC(2024, 0, 2, 12) + minutes * MINUTE)
}
