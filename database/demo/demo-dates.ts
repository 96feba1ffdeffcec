const DAY = 86_400_000
const MINUTE = 60_000

/**
 * Returns an instant `days` before the start of `today`; negative days are after it. Relative to the start of the day,
 * so that two runs on one day give the same rows.
 */
export function daysBefore(today: Date, days: number, minutes = 0): Date {
  return new Date(today.getTime() - days * DAY + minutes * MINUTE)
}

/** Offset of São Paulo from UTC, three hours all year. Delegations begin and end with days there (rulings §10). */
const saoPauloBehind = 180 * MINUTE

/** Returns the first instant of a day in São Paulo. */
export function startOfDay(today: Date, daysAgo: number): Date {
  return new Date(daysBefore(today, daysAgo).getTime() + saoPauloBehind)
}

/** Returns the last instant of a day in São Paulo. */
export function endOfDay(today: Date, daysAgo: number): Date {
  return new Date(startOfDay(today, daysAgo - 1).getTime() - 1)
}

/** Returns a fixed instant for old rows: `minutes` after the start of 2024, in Brazilian time. */
export function madeAt(minutes: number): Date {
  return new Date(Date.UTC(2024, 0, 2, 12) + minutes * MINUTE)
}
