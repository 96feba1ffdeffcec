/** Days as people choose them and the wire says them: `2026-11-22`, in São Paulo (rulings §10). */

const saoPaulo = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' })

/** The day that it is in São Paulo at an instant. */
export function dayOf(instant: Date): string {
  return saoPaulo.format(instant)
}

/** The first instant of a day in São Paulo; undefined where there is no such day. */
export function startOfDay(day: string): Date | undefined {
  // Midnight there is at 2:00 or 3:00 of UTC. Where clocks go forward at midnight, the day begins at 1:00 instead.
  const starts = ['02:00', '03:00'].map((time) => new Date(`${day}T${time}:00Z`))
  return starts.find((start) => !Number.isNaN(start.getTime()) && dayOf(start) === day)
}
