import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Bytes, Endpoint, Redirect } from '../../contract/endpoint.ts'

/** What a handler answered, as Fastify sends it: data in its envelope (rulings §2), another address, or bytes. */
export function present(endpoint: Endpoint, output: unknown, reply: FastifyReply): unknown {
  if (endpoint.success instanceof z.ZodType) return presentData(endpoint.success, output)
  if ('redirect' in endpoint.success) return reply.redirect((output as Redirect).location, 302)
  const { content, type } = output as Bytes
  return reply.type(type).send(content instanceof Uint8Array ? content : Readable.from(content))
}

/** Only what the contract declares goes out: the schema strips the rest. */
export const presentData = (schema: z.ZodType, output: unknown): unknown => ({
  result: { data: schema.parse(output) },
})
