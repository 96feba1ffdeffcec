import pg from 'pg'
import { vi } from 'vitest'

/** A statement and what it was asked with. */
export interface Statement {
  text: string
  values: unknown[]
}

/** The statements that go to the database while something is done, without those of the background. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent = await sentMeanwhile(work)
  return sent.map(({ text }) => text).filter((text) => !isBackground(text))
}

/** All statements that go to the database meanwhile, those of the background too. */
export async function sentMeanwhile(work: () => Promise<unknown>): Promise<Statement[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return spy.mock.calls.map((call: unknown[]) => statementOf(call))
  } finally {
    spy.mockRestore()
  }
}

/** One with a name is handed over as an object, one without as a text and its values (decision 41). */
function statementOf([statement, values]: unknown[]): Statement {
  if (typeof statement === 'string') return { text: statement, values: listOf(values) }
  const { text, values: named } = Object(statement) as { text?: unknown; values?: unknown }
  return { text: typeof text === 'string' ? text : '', values: listOf(named) }
}

const listOf = (values: unknown): unknown[] => (Array.isArray(values) ? values : [])

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
