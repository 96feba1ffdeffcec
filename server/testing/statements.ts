import pg from 'pg'
import { vi } from 'vitest'

/** The statements that go to the database while something is done, without those of the background. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return spy.mock.calls
      .map(([statement]) => textOf(statement))
      .filter((text) => !isBackground(text))
  } finally {
    spy.mockRestore()
  }
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const { text } = statement as { text?: unknown }
  return typeof text === 'string' ? text : ''
}

/**
 * Heartbeats of the listening connection, the search for messages to deliver, the sealer of the trail, the ends of
 * transactions, what the memories of sessions and API tokens write every now and then, and the look for tokens that end.
 */
function isBackground(text: string): boolean {
  return (
    /^(select 1|begin|commit)$/.test(text) ||
    /^\s*update (sessions|api_tokens) set (last_used_at|ended_at)\b[^]* skip locked/.test(text) ||
    /\bending_told_at\b/.test(text) ||
    /from audit_pending|pg_current_snapshot|pg_try_advisory_lock|audit_(leaves|tiles|checkpoints)/.test(
      text,
    ) ||
    /"outbox"|\boutbox_pace\b/.test(text)
  )
}
