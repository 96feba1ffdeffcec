import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyRequest } from 'fastify'

/** Returns the client's preferred coding among these, case-insensitively (RFC 9110 §8.4.1, §12.5.3); null for none. */
export function acceptedCoding({ headers }: FastifyRequest, codings: string[]): string | null {
  return negotiate((headers['accept-encoding'] ?? '').toLowerCase(), codings)
}
