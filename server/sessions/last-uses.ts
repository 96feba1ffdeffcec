import type { SessionState } from '../pipeline/principal.ts'

/** Maximum number of sessions per UPDATE. */
const maxBatch = 2000

/**
 * Write-behind buffer for `sessions.last_used_at`. A flag on the session marks that it is in the buffer, so that most
 * calls only set a field: only the first use after a write adds to the map. A session stays here until its use is
 * written, even if the cache evicts it.
 */
export class LastUses {
  readonly #unwritten = new Map<string, SessionState>()

  record(session: SessionState, now: number): void {
    session.lastUsedAt = now
    if (session.unwritten) return
    session.unwritten = true
    const older = this.#unwritten.get(session.id)
    // The session was read again in the meantime. The new object has the latest use.
    if (older) older.unwritten = false
    this.#unwritten.set(session.id, session)
  }

  /** Returns the last use that is not written yet, in milliseconds since 1970; 0 if there is none. */
  of(id: string): number {
    return this.#unwritten.get(id)?.lastUsedAt ?? 0
  }

  /**
   * Writes the buffered uses. If a write fails, its uses stay in the buffer, so that a session in use does not look
   * idle.
   */
  async flush(write: (lastUses: ReadonlyMap<string, number>) => Promise<void>): Promise<void> {
    const sessions = [...this.#unwritten.values()]
    for (let from = 0; from < sessions.length; from += maxBatch)
      await this.#flushBatch(sessions.slice(from, from + maxBatch), write)
  }

  async #flushBatch(
    sessions: readonly SessionState[],
    write: (lastUses: ReadonlyMap<string, number>) => Promise<void>,
  ): Promise<void> {
    const written = new Map(sessions.map(({ id, lastUsedAt }) => [id, lastUsedAt]))
    await write(written)
    for (const session of sessions) {
      const usedSince = session.lastUsedAt !== written.get(session.id)
      if (usedSince || this.#unwritten.get(session.id) !== session) continue
      session.unwritten = false
      this.#unwritten.delete(session.id)
    }
  }
}
