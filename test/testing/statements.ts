import pg from 'pg'
import { vi } from 'vitest'

/** A statement with its parameters. */
export interface Statement {
  text: string
  values: unknown[]
}

/** Returns the statements that are sent while the work runs, except background ones. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent = await statementsDuring(work)
  return sent.map(({ text }) => text).filter((text) => !isBackground(text))
}

/** Returns all statements that are sent while the work runs. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<Statement[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return spy.mock.calls.map((call: unknown[]) => statementOf(call))
  } finally {
    spy.mockRestore()
  }
}

/** Parses the arguments of a query: an object for a named statement (decision 41), otherwise text and values. */
function statementOf([statement, values]: unknown[]): Statement {
  if (typeof statement === 'string') return { text: statement, values: listOf(values) }
  const { text, values: named } = Object(statement) as { text?: unknown; values?: unknown }
  return { text: typeof text === 'string' ? text : '', values: listOf(named) }
}

const listOf = (values: unknown): unknown[] => (Array.isArray(values) ? values : [])

/**
 * Whether this is a background statement: heartbeats and checks of the listening connection, message delivery, audit sealing,
 * begin and commit, timeouts of new connections, the write-behind of sessions and API tokens, notices of expiring tokens, and the signing keys after a change.
 */
function isBackground(text: string): boolean {
  return (
    /^(select 1|begin|commit)$|^set statement_timeout\b|^select pg_notify\(/.test(text) ||
    /^\s*update (sessions|api_tokens) set (last_used_at|ended_at)\b[^]* skip locked/.test(text) ||
    /\bending_told_at\b|from "signing_keys"/.test(text) ||
    /from audit_pending|pg_current_snapshot|pg_try_advisory_lock|audit_(leaves|tiles|checkpoints)/.test(
      text,
    ) ||
    /"outbox"|\boutbox_pace\b/.test(text)
  )
}
