import { z } from 'zod'
import { onTheWire } from './on-the-wire.ts'

/** Days as people choose them: in São Paulo, wherever they and the server are (rulings §7 and §10). */

const saoPaulo = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' })

/** The day that it is in São Paulo at an instant, as YYYY-MM-DD. */
export function dayOf(instant: Date): string {
  return saoPaulo.format(instant)
}

/**
 * A day on the wire: YYYY-MM-DD, or an instant in UTC as ISO 8601, of which the day is read and not the hour; so that the
 * end of a day in UTC, as console.md §5 has it sent, is that day. It comes out as YYYY-MM-DD.
 */
export function dayOnTheWire(sentence: string) {
  return z
    .union([z.iso.date(), z.iso.datetime()], sentence)
    .transform((sent) => sent.slice(0, 10))
    .register(onTheWire, {
      type: 'string',
      pattern: String.raw`^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z)?$`,
      description: 'A day, or an instant in UTC of which the day is read.',
    })
}
