const DAY = 86_400_000
const MINUTE = 60_000

/** So many days before the start of `today` (negative: after it), so that two fillings on one day are the same. */
export function daysBefore(today: Date, days: number, minutes = 0): Date {
  return new Date(today.getTime() - days * DAY + minutes * MINUTE)
}

/** São Paulo is three hours behind UTC all year round (rulings §10: the days of delegations are those of São Paulo). */
const saoPauloBehind = 180 * MINUTE

/** The first instant in São Paulo of the day so many days ago. */
export function startOfDay(today: Date, daysAgo: number): Date {
  return new Date(daysBefore(today, daysAgo).getTime() + saoPauloBehind)
}

/** The last instant of that day. */
export function endOfDay(today: Date, daysAgo: number): Date {
  return new Date(startOfDay(today, daysAgo - 1).getTime() - 1)
}

/** A fixed instant for rows made long ago: so many minutes after the start of 2024, Brazilian time. */
export function madeAt(minutes: number): Date {
  return new Date(Date.UTC(2024, 0, 2, 12) + minutes * MINUTE)
}
