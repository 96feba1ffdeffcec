import { z } from 'zod'
import { openApiSchemas } from './on-the-wire.ts'

/** Maximum length of an ISO 8601 instant with fractions of a second. */
const instantMax = 32

/**
 * Schema of a day in requests: YYYY-MM-DD, or an ISO 8601 instant in UTC. The output is YYYY-MM-DD. The time of an
 * instant is ignored, because console.md §5 sends the end of the day in UTC.
 */
export function wireDay(sentence: string) {
  return z
    .union([z.iso.date().max(10), z.iso.datetime().max(instantMax)], sentence)
    .transform((sent) => sent.slice(0, 10))
    .register(openApiSchemas, {
      type: 'string',
      maxLength: instantMax,
      pattern: String.raw`^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z)?$`,
      description: 'A day, or an instant in UTC whose time is ignored.',
    })
}
