import type { RouteOptions } from 'fastify'

/**
 * Compression of long responses. Compressing costs more than most requests, so only responses to authenticated callers
 * are compressed per request. Public responses are sent uncompressed or precompressed. BREACH does not apply: responses
 * with secrets are shorter than the threshold, and another site cannot make a browser send the token, which is not in a
 * cookie.
 */
export const ofLongReads: NonNullable<RouteOptions['compress']> = {
  threshold: 4096,
  encodings: ['zstd', 'br', 'gzip'],
}
