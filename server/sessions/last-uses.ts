import type { SessionState } from '../pipeline/principal.ts'

/** So many last uses are written at once. */
const writtenAtOnce = 2000

/**
 * The sessions whose last use the database has yet to be told. Each call of a person notes one, so the session itself says
 * that it is among them: only the first use after a writing asks here for it. What memory has let go since is held until it is
 * told: as many as were used since the last writing.
 */
export class LastUses {
  readonly #unwritten = new Map<string, SessionState>()

  note(session: SessionState, now: number): void {
    session.lastUsedAt = now
    if (session.unwritten) return
    session.unwritten = true
    const older = this.#unwritten.get(session.id)
    // It was read anew since, and the latest use is of what was read.
    if (older) older.unwritten = false
    this.#unwritten.set(session.id, session)
  }

  /** In milliseconds since 1970; 0 where the database knows it. */
  of(id: string): number {
    return this.#unwritten.get(id)?.lastUsedAt ?? 0
  }

  /** A use that can't be written stays: a session in use must not look idle for its sake. */
  async write(tell: (lastUses: ReadonlyMap<string, number>) => Promise<void>): Promise<void> {
    const sessions = [...this.#unwritten.values()]
    for (let from = 0; from < sessions.length; from += writtenAtOnce)
      await this.#writeSome(sessions.slice(from, from + writtenAtOnce), tell)
  }

  async #writeSome(
    sessions: readonly SessionState[],
    tell: (lastUses: ReadonlyMap<string, number>) => Promise<void>,
  ): Promise<void> {
    const told = new Map(sessions.map(({ id, lastUsedAt }) => [id, lastUsedAt]))
    await tell(told)
    for (const session of sessions) {
      const used = session.lastUsedAt !== told.get(session.id)
      if (used || this.#unwritten.get(session.id) !== session) continue
      session.unwritten = false
      this.#unwritten.delete(session.id)
    }
  }
}
