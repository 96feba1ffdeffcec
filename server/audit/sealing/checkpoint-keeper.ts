import { open } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/database.ts'
import { readNewestCheckpoint } from './sealing-queries.ts'
import { saveKept } from './log-state.ts'

/** Where heads are kept: out of reach of whoever could rewrite the database. */
type Place = NonNullable<Config['auditCheckpoints']>

/** How long an address may take to answer. */
const patience = 10_000
/** Between tries while it fails: the first pause, which doubles, and the longest. */
const [firstPause, longestPause] = [1000, 60_000]

interface KeeperParts {
  db: Db
  place: Place
  log: Logger
}

/**
 * Keeps the newest head elsewhere, each time there is a newer one. While that fails it is tried again and again; what was
 * missed meanwhile the next head stands for, since it is over all before it.
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

  /** Looks whether there is a newer head, unless it is at it, or waits to try again. */
  wake(): void {
    if (this.#running || performance.now() < this.#notBefore) return
    this.#running = this.#keep().finally(() => (this.#running = undefined))
  }

  /** Tries once more and waits for it. */
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
      if (this.#pause > firstPause) log.info('heads of the trail are kept elsewhere again')
      this.#pause = firstPause
    } catch (error) {
      if (this.#pause === firstPause)
        log.error({ err: error }, 'cannot keep a head of the trail elsewhere; trying on')
      this.#notBefore = performance.now() + this.#pause
      this.#pause = Math.min(this.#pause * 2, longestPause)
    }
  }
}

/** Kept when it is on the disk. */
async function append(path: string, note: string): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await file.write(`${note}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Kept when the address says so. */
async function post(url: string, note: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: note,
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`AUDIT_CHECKPOINTS answered ${answer.status}.`)
}
