import { open } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/database.ts'
import { readNewestCheckpoint } from './sealing-queries.ts'
import { saveKept } from './log-state.ts'

/** Destination of checkpoints. It is outside the database, because an attacker may be able to rewrite the database. */
type Place = NonNullable<Config['auditCheckpoints']>

/** Timeout of a request in milliseconds. */
const requestTimeout = 10_000
/**
 * The first pause before a retry, and the maximum, in milliseconds. Each pause is twice as long as the previous one.
 */
const [firstPause, longestPause] = [1000, 60_000]

interface KeeperParts {
  db: Db
  place: Place
  log: Logger
}

/**
 * Copies new checkpoints to the external destination, with retries. After a failure only the newest checkpoint is sent,
 * because it covers all earlier events.
 */
export class CheckpointKeeper {
  readonly #parts: KeeperParts
  #kept = 0
  #running: Promise<void> | undefined
  #pause = firstPause
  #notBefore = 0

  constructor(parts: KeeperParts) {
    this.#parts = parts
  }

  /** Sends the newest checkpoint, unless another attempt is running or a pause has not ended. */
  wake(): void {
    if (this.#running || performance.now() < this.#notBefore) return
    this.#running = this.#keep().finally(() => (this.#running = undefined))
  }

  /** Waits for the running attempt and then makes a last one. */
  async finish(): Promise<void> {
    await this.#running
    await this.#keep()
  }

  async #keep(): Promise<void> {
    const { db, place, log } = this.#parts
    try {
      const newest = await readNewestCheckpoint(db)
      if (!newest || newest.size <= this.#kept) return
      await (place.kind === 'file' ? append(place.path, newest.note) : post(place.url, newest.note))
      // If this fails, the next attempt stores the checkpoint again, which is harmless.
      await saveKept(db, newest.size)
      this.#kept = newest.size
      if (this.#pause > firstPause) log.info('audit checkpoints are stored externally again')
      this.#pause = firstPause
    } catch (error) {
      if (this.#pause === firstPause)
        log.error({ err: error }, 'cannot store an audit checkpoint externally; retrying')
      this.#notBefore = performance.now() + this.#pause
      this.#pause = Math.min(this.#pause * 2, longestPause)
    }
  }
}

/** Resolves when the note is on disk. */
async function append(path: string, note: string): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await file.write(`${note}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Resolves when the destination has responded with success. */
async function post(url: string, note: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: note,
    redirect: 'error',
    signal: AbortSignal.timeout(requestTimeout),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`AUDIT_CHECKPOINTS responded with ${answer.status}.`)
}
