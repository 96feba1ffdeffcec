import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Changes } from '../database/changes.ts'
import type { Db } from '../database/database.ts'
import type { WriteAvailability } from '../database/write-availability.ts'

interface HealthSources {
  db: Db
  writes: WriteAvailability
  changes: Pick<Changes, 'notificationFailure'>
  log: FastifyBaseLogger
}

/** A failed check of readiness, with an explanation for the operator. */
interface FailedCheck {
  check: 'draining' | 'database' | 'writes' | 'notifications'
  explanation: string
}

/**
 * Serves `/api/health/live` and `/api/health/ready`. Ready means that the database is migrated, connected and writable,
 * that its notifications arrive, and that the server is not draining (rulings §9).
 */
export function registerHealth(
  fastify: FastifyInstance,
  sources: HealthSources,
  state: { readonly draining: boolean },
): void {
  let running: Promise<FailedCheck[]> | undefined
  // Anyone may ask, so concurrent requests share one check.
  const check = () => (running ??= failedChecks(sources).finally(() => (running = undefined)))
  fastify.get('/api/health/live', () => ({ result: { data: { status: 'live' } } }))
  fastify.get('/api/health/ready', async (_, reply) => {
    const failed = state.draining ? [draining] : await check()
    if (failed.length === 0) return { result: { data: { status: 'ready' } } }
    return reply.code(503).send({ result: { data: { status: 'not ready', failed } } })
  })
}

const draining: FailedCheck = { check: 'draining', explanation: 'the process is stopping' }

async function failedChecks({ db, writes, changes, log }: HealthSources): Promise<FailedCheck[]> {
  const connected = await isConnected(db, writes, (error) => log.warn({ err: error }, 'not ready'))
  if (!connected)
    return [
      {
        check: 'database',
        explanation:
          'the database did not respond within a second, or is not migrated; see the log',
      },
    ]
  const failed: FailedCheck[] = []
  if (!writes.available)
    failed.push({
      check: 'writes',
      explanation: 'the database is read-only, or its disk is full; see the log',
    })
  if (changes.notificationFailure !== undefined)
    failed.push({ check: 'notifications', explanation: changes.notificationFailure })
  return failed
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
