import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { WriteAvailability } from '../database/write-availability.ts'

/**
 * Serves `/api/health/live` and `/api/health/ready`. Ready means that the database is migrated, connected and writable,
 * and the server is not draining (rulings §9).
 */
export function registerHealth(
  fastify: FastifyInstance,
  { db, writes, log }: { db: Db; writes: WriteAvailability; log: FastifyBaseLogger },
  state: { readonly draining: boolean },
): void {
  fastify.get('/api/health/live', () => ({ result: { data: { status: 'live' } } }))
  fastify.get('/api/health/ready', async (_, reply) => {
    const ready =
      !state.draining &&
      (await isConnected(db, writes, (error) => log.warn({ err: error }, 'not ready'))) &&
      writes.available
    return reply
      .code(ready ? 200 : 503)
      .send({ result: { data: { status: ready ? 'ready' : 'not ready' } } })
  })
}

/** Maximum time for the readiness check in milliseconds, so that a stalled database is noticed by probes. */
const readinessLimit = 1000

async function isConnected(
  db: Db,
  writes: WriteAvailability,
  onError: (error: unknown) => void,
): Promise<boolean> {
  try {
    const answered = sql<{ read_only: boolean }>`
      select current_setting('transaction_read_only')::boolean as read_only
      from schema_migrations limit 1`.execute(db)
    const { rows } = await within(readinessLimit, answered)
    writes.noteReadOnly(rows[0]?.read_only ?? false)
    return true
  } catch (error) {
    onError(error)
    return false
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const expiry = setTimeout(milliseconds, undefined, { ref: false }).then((): never => {
    throw new Error(`The database did not respond within ${milliseconds} ms.`)
  })
  return Promise.race([work, expiry])
}
