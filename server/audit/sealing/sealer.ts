import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { lockKeys } from '../../../database/lock-keys.ts'
import type { Logger } from 'pino'
import type { Db } from '../../database/database.ts'
import type { NoteSigner } from '../log/signed-note.ts'
import { sealAll } from './seal.ts'

/** An event is sealed within a second; so long it is looked for one, or for the place of a sealer that is gone. */
const interval = 500

/** Whoever has the lock and says nothing for so long has lost it: a machine that is gone closes no connection. */
const silence = '5s'

interface SealerParts {
  /** A pool of its own, of one connection, to which the lock belongs. */
  db: Db
  signer: NoteSigner
  log: Logger
  /** Told after each look at what waits. */
  sealed: () => void
}

/**
 * Seals events into the log for as long as the process runs. Of several processes one does; the lock is its connection's,
 * so when either dies the next one takes over. What can still be sealed at the end is.
 */
export async function keepSealing(parts: SealerParts, signal: AbortSignal): Promise<void> {
  let told = ''
  while (!signal.aborted) {
    try {
      await parts.db.connection().execute((db) => sealWhileFirst(db, parts, signal))
      told = ''
    } catch (error) {
      // What lasts is said once, not twice a second.
      if (told !== String(error)) parts.log.error({ err: error }, 'cannot seal the trail')
      told = String(error)
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

/** Seals what can be sealed by now, unless another process does; whether it was ours to do. */
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
  await sql`select set_config(name, ${silence}, false)
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
  // Being woken by the end isn't a failure.
  await pause(interval, undefined, { signal }).catch(() => undefined)
}
