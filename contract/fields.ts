import { z } from 'zod'
import { openApiSchemas } from './on-the-wire.ts'
import { emailOf } from './typed-email.ts'

/** Schemas of fields that many endpoints share. Screens, typed client and server use them. */

/** Identifier of a row: a positive 32-bit integer. */
export const id = z.int().min(1).max(2_147_483_647)
/**
 * Schema of one id or a list of ids; the output has no duplicates. `required` is the error message if both are missing.
 */
export function idsOf(max: number, required: string) {
  return z
    .union([id, z.array(id).max(max)], required)
    .transform((sent) => [...new Set(Array.isArray(sent) ? sent : [sent])])
}
/** Schema of an id in a path or query, which arrives as text. */
export const idInPath = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Identificador inválido.')
  .transform(Number)
  .pipe(id)
  .register(openApiSchemas, { type: 'integer', minimum: 1, maximum: 2_147_483_647 })
/** Status in requests and responses: 1 active, 0 inactive. */
export const status = z.literal([1, 0], 'Escolha 1 (ativo) ou 0 (inativo).')
/**
 * Version number of a row, incremented by each save. A client sends it back with its changes; the server refuses them
 * if the row was saved in between (rulings §7).
 */
export const version = z.int().min(1).max(2_147_483_647)
/** A signed token in a request body. */
export const accessToken = z.string().min(1).max(4096)
/** E-mail as typed; compared in lower case. */
export const email = emailOf()
export const spid = z.string().regex(/^[0-9A-Za-z]{1,30}$/)
/** Instant in UTC as ISO 8601 text; handlers may return a `Date`. */
export const instant = z
  .union([z.date(), z.iso.datetime()])
  .transform((value) => (value instanceof Date ? value.toISOString() : value))
  .register(openApiSchemas, { type: 'string', format: 'date-time' })
