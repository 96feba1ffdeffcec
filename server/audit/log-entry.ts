import { sql } from 'kysely'
import type { JsonValue } from '../../database/database-types.ts'
import { canonicalJson } from './canonical-json.ts'

/** An event in the form in which the log seals it. */
export interface EntryRow {
  seq: number
  happened_at: string
  operation: string
  event: string
  user_id: number | null
  session_id: string | null
  company_id: number | null
  delegation_id: number | null
  api_token_id: number | null
  target: string | null
  confirmed_by: string | null
  request_id: string
  part_of: number | null
  commitments: JsonValue
}

/**
 * Columns of an entry, selected from `audit_entries e`. The time is UTC with microseconds, whatever the settings of the
 * connection are.
 */
export const entryColumns = sql`e.seq,
  to_char(e.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as happened_at,
  e.operation, e.event, e.user_id, e.session_id, e.company_id, e.delegation_id, e.api_token_id, e.target,
  e.confirmed_by, e.request_id, e.part_of, e.commitments`

/**
 * Serialises an event as a leaf of the tree, in canonical JSON (RFC 8785), so that equal events have equal bytes. Null
 * values are omitted, so that a column added later does not change existing leaves.
 */
export function writeEntry(row: EntryRow): Buffer {
  return Buffer.from(canonicalJson({ ...row }))
}

/** Returns the event number in a leaf, without verifying the leaf. */
export function eventOfEntry(entry: Buffer): number | undefined {
  const seq = /[{,]"seq":(\d+)[,}]/.exec(entry.toString())?.[1]
  return seq === undefined ? undefined : Number(seq)
}
