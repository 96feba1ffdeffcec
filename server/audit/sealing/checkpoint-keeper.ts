import { open } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/database.ts'
import { readNewestCheckpoint } from './sealing-queries.ts'
import { saveKept } from './log-state.ts'

/** Destination of checkpoints, outside the database, which an attacker may be able to rewrite. */
type Place = NonNullable<Config['auditCheckpoints']>

/** Timeout of a request in milliseconds. */
const requestTimeout = 10_000
/** Back-off in milliseconds: the first pause, which doubles, and the maximum. */
const [firstPause, longestPause] = [1000, 60_000]

interface KeeperParts {
  db: Db
  place: Place
  log: Logger
}

/**
 * Copies each new head to the external destination, with retries. Skipped heads are not sent later, since a newer head
 * covers all earlier events.
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

  /** Sends the newest head, unless a send is running or waiting for its retry. */
  wake(): void {
    if (this.#running || performance.now() < this.#notBefore) return
    this.#running = this.#keep().finally(() => (this.#running = undefined))
  }

  /** Tries once more and waits for the result. */
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
      this.#kept = newest.size
      await saveKept(db, newest.size)
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

/** Resolves once the note is on disk. */
async function append(path: string, note: string): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await file.write(`${note}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Resolves once the destination has responded with success. */
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
