import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Changes } from '../database/changes.ts'
import type { Db } from '../database/database.ts'
import type { WriteAvailability } from '../database/write-availability.ts'

interface HealthSources {
  /** Must not be the pool of the calls: if slow calls use all its connections, the database is still available. */
  db: Db
  writes: WriteAvailability
  changes: Pick<Changes, 'notificationFailure'>
  log: FastifyBaseLogger
}

/** A failed check of readiness, with an explanation for the operator. */
interface FailedCheck {
  check: 'draining' | 'database' | 'writes' | 'notifications'
  explanation: string
  /** Cause for the log. */
  error?: unknown
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
  const logState = stateLogger(sources.log)
  // Anyone may ask, so concurrent requests share one check.
  const runChecks = () =>
    (running ??= failedChecks(sources)
      .then(logState)
      .finally(() => (running = undefined)))
  fastify.get('/api/health/live', () => ({ result: { data: { status: 'live' } } }))
  fastify.get('/api/health/ready', async (_, reply) => {
    const found = state.draining ? [draining] : await runChecks()
    if (found.length === 0) return { result: { data: { status: 'ready' } } }
    const failed = found.map(({ check, explanation }) => ({ check, explanation }))
    return reply.code(503).send({ result: { data: { status: 'not ready', failed } } })
  })
}

const draining: FailedCheck = { check: 'draining', explanation: 'the process is stopping' }

/** Returns a function that logs each change of the failed checks. A line for each request could flood the log. */
function stateLogger(log: FastifyBaseLogger): (failed: FailedCheck[]) => FailedCheck[] {
  let last = ''
  return (failed) => {
    const checks = failed.map(({ check }) => check)
    const state = checks.join(' ')
    const error = failed.find((one) => one.error !== undefined)?.error
    if (state !== last && state === '') log.info('ready again')
    else if (state !== last)
      log.warn({ checks, ...(error !== undefined && { err: error }) }, 'not ready')
    last = state
    return failed
  }
}

async function failedChecks({ db, writes, changes }: HealthSources): Promise<FailedCheck[]> {
  try {
    writes.noteReadOnly(await readOnlyState(db))
  } catch (error) {
    const explanation =
      'the database did not respond within a second, or is not migrated; see the log'
    return [{ check: 'database', explanation, error }]
  }
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

/** Returns whether transactions are read-only. Throws if the database does not respond in time. */
async function readOnlyState(db: Db): Promise<boolean> {
  const query = sql<{ read_only: boolean }>`
    select current_setting('transaction_read_only')::boolean as read_only
    from schema_migrations limit 1`
  const { rows } = await within(readinessLimit, query.execute(db))
  return rows[0]?.read_only ?? false
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const expiry = setTimeout(milliseconds, undefined, { ref: false }).then((): never => {
    throw new Error(`The database did not respond within ${milliseconds} ms.`)
  })
  return Promise.race([work, expiry])
}
