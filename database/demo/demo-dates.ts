const DAY = 86_400_000
const MINUTE = 60_000

/** An instant some days before (or, negative, after) the start of today, so that two fills on one day agree. */
export function daysBefore(today: Date, days: number, minutes = 0): Date {
  return new Date(today.getTime() - days * DAY + minutes * MINUTE)
}

/** The last second of a day in UTC: how dates of delegations are sent (console.md §5). */
export function endOfDay(today: Date, daysAgo: number): Date {
  return new Date(today.getTime() - (daysAgo - 1) * DAY - 1000)
}

/** A fixed instant in the past, for what was made long ago: some minutes after the start of 2024, Brazilian time. */
export function madeAt(minutes: number): Date {
  return new Date(Date.UTC(2024, 0, 2, 12) + minutes * MINUTE)
}
