import type { RouteOptions } from 'fastify'

/**
 * How long answers are compressed for whoever takes it. To compress takes longer than most of what is asked for, so only
 * what somebody reads who was let in is compressed as it is sent: what is open to all comes as it is, or as it was
 * compressed once. A secret's answer is shorter, and no other site can make a browser ask for one beside its own words
 * (BREACH): who asks shows a token that no cookie holds.
 */
export const ofLongReads: NonNullable<RouteOptions['compress']> = {
  threshold: 4096,
  encodings: ['zstd', 'br', 'gzip'],
}
