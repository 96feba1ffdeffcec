import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Bytes, Endpoint, Redirect } from '../../contract/endpoint.ts'

/**
 * Returns the response of a handler in the form that Fastify sends: data in the envelope (rulings §2), a redirect, or
 * bytes.
 */
export function present(endpoint: Endpoint, output: unknown, reply: FastifyReply): unknown {
  if (endpoint.success instanceof z.ZodType) return stripUndeclared(endpoint.success, output)
  if ('redirect' in endpoint.success) return reply.redirect((output as Redirect).location, 302)
  const { content, type } = output as Bytes
  return reply.type(type).send(content instanceof Uint8Array ? content : Readable.from(content))
}

/** Puts data into the envelope. Removes all fields that the contract does not declare. */
export const stripUndeclared = (schema: z.ZodType, output: unknown): unknown => ({
  result: { data: schema.parse(output) },
})
