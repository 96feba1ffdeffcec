import { once } from './once.ts'

/**
 * Calendar days in the time zone of São Paulo, regardless of the time zones of user and server (rulings §7 and §10).
 */

const saoPaulo = once(() => new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }))

/** Returns the day in São Paulo at an instant, as YYYY-MM-DD. */
export function dayOf(instant: Date): string {
  return saoPaulo().format(instant)
}

/** Returns the first instant of a day in São Paulo, or undefined if the day does not exist. */
export function startOfDay(day: string): Date | undefined {
  // Midnight is at 02:00 or 03:00 UTC. If the clocks go forward at midnight, the day begins at 01:00 local time.
  const starts = ['02:00', '03:00'].map((time) => new Date(`${day}T${time}:00Z`))
  return starts.find((start) => !Number.isNaN(start.getTime()) && dayOf(start) === day)
}

/** Returns the last millisecond of a day in São Paulo. The day must exist. */
export function endOfDay(day: string): Date {
  const next = startOfDay(dayAfter(day, 1))
  if (!next) throw new Error(`The day ${day} does not exist.`)
  return new Date(next.getTime() - 1)
}

/** Returns the day this many calendar days after a day YYYY-MM-DD. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
