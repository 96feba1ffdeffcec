import { z } from 'zod'
import { onTheWire } from './on-the-wire.ts'

/** Days as people choose them: in São Paulo, wherever they and the server are (rulings §7 and §10). */

const saoPaulo = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' })

/** The day that it is in São Paulo at an instant, as YYYY-MM-DD. */
export function dayOf(instant: Date): string {
  return saoPaulo.format(instant)
}

/** The first instant of a day in São Paulo; undefined where there is no such day. */
export function startOfDay(day: string): Date | undefined {
  // Midnight there is at 2:00 or 3:00 of UTC. Where clocks go forward at midnight, the day begins at 1:00 instead.
  const starts = ['02:00', '03:00'].map((time) => new Date(`${day}T${time}:00Z`))
  return starts.find((start) => !Number.isNaN(start.getTime()) && dayOf(start) === day)
}

/** An instant as ISO 8601 has it, with room for every fraction of a second that somebody may send. */
const instantMax = 32

/**
 * A day on the wire: YYYY-MM-DD, or an instant in UTC as ISO 8601, of which the day is read and not the hour; so that the
 * end of a day in UTC, as console.md §5 has it sent, is that day. It comes out as YYYY-MM-DD.
 */
export function dayOnTheWire(sentence: string) {
  return z
    .union([z.iso.date().max(10), z.iso.datetime().max(instantMax)], sentence)
    .transform((sent) => sent.slice(0, 10))
    .register(onTheWire, {
      type: 'string',
      maxLength: instantMax,
      pattern: String.raw`^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z)?$`,
      description: 'A day, or an instant in UTC of which the day is read.',
    })
}
