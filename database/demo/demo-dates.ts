const DAY = 86_400_000
const MINUTE = 60_000

/**
 * Returns the instant `days` before and `minutes` after `today`; negative days are in the future. `today` is the start
 * of the current day, so that two runs on one day give the same rows.
 */
export function daysBefore(today: Date, days: number, minutes = 0): Date {
  return new Date(today.getTime() - days * DAY + minutes * MINUTE)
}

/** Offset of São Paulo from UTC, three hours all year. Delegations begin and end with its days (rulings §10). */
const saoPauloBehind = 180 * MINUTE

/** Returns the first instant of a day in São Paulo. */
export function startOfDay(today: Date, daysAgo: number): Date {
  return new Date(daysBefore(today, daysAgo).getTime() + saoPauloBehind)
}

/** Returns the last instant of a day in São Paulo. */
export function endOfDay(today: Date, daysAgo: number): Date {
  return new Date(startOfDay(today, daysAgo - 1).getTime() - 1)
}

/** Returns a fixed instant for old rows: `minutes` after 09:00 on 2 January 2024 in São Paulo. */
export function madeAt(minutes: number): Date {
  return new Date(Date.UTC(2024, 0, 2, 12) + minutes * MINUTE)
}
