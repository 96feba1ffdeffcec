import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { lockKeys } from '../../../database/lock-keys.ts'
import type { Logger } from 'pino'
import type { Db } from '../../database/database.ts'
import type { NoteSigner } from '../log/signed-note.ts'
import { sealAll } from './seal.ts'

/**
 * Milliseconds between checks for new events, or for the lock of another process. Events are sealed within a second.
 */
const interval = 500

/**
 * Idle time after which PostgreSQL closes the connection that holds the lock. A crashed machine does not close it
 * itself.
 */
const idleTimeout = '5s'

interface SealerParts {
  /** A separate pool of one connection, which holds the lock. */
  db: Db
  signer: NoteSigner
  log: Logger
  /** Called after each poll. */
  sealed: () => void
}

/**
 * Seals events until the signal aborts, and then once more. Only one process seals at a time. The lock belongs to its
 * connection, so another process takes over when the connection ends.
 */
export async function runSealer(parts: SealerParts, signal: AbortSignal): Promise<void> {
  let lastError = ''
  while (!signal.aborted) {
    try {
      await parts.db.connection().execute((db) => sealWhileFirst(db, parts, signal))
      lastError = ''
    } catch (error) {
      // Logs a repeated error only once.
      if (lastError !== String(error)) parts.log.error({ err: error }, 'cannot seal the audit log')
      lastError = String(error)
    }
    await rest(signal)
  }
}

async function sealWhileFirst(db: Db, parts: SealerParts, signal: AbortSignal): Promise<void> {
  if (!(await takeLock(db))) return
  try {
    while (!signal.aborted) {
      await sealAll(db, parts.signer)
      parts.sealed()
      await rest(signal)
    }
    await sealAll(db, parts.signer)
    parts.sealed()
  } finally {
    await giveLockBack(db)
  }
}

/** Seals all events that may be sealed now. Returns false if another process has the lock. */
export function sealNow(db: Db, signer: NoteSigner): Promise<boolean> {
  return db.connection().execute(async (first) => {
    if (!(await takeLock(first))) return false
    try {
      await sealAll(first, signer)
    } finally {
      await giveLockBack(first)
    }
    return true
  })
}

async function takeLock(db: Db): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_lock(${lockKeys.sealing}) as mine`.execute(db)
  if (!rows[0]?.mine) return false
  await sql`select set_config(name, ${idleTimeout}, false)
    from unnest(array['idle_session_timeout', 'idle_in_transaction_session_timeout']) as name`.execute(
    db,
  )
  return true
}

async function giveLockBack(db: Db): Promise<void> {
  await sql`reset idle_session_timeout`.execute(db)
  await sql`reset idle_in_transaction_session_timeout`.execute(db)
  await sql`select pg_advisory_unlock(${lockKeys.sealing})`.execute(db)
}

async function rest(signal: AbortSignal): Promise<void> {
  // The pause rejects on abort, which is not an error here.
  await pause(interval, undefined, { signal }).catch(() => undefined)
}
