import { sql } from 'kysely'
import { type BatchedWrite, type BatchKind, hexOf } from '../database/batched-write.ts'
import type { Db } from '../database/database.ts'
import { isDatabaseAway } from '../database/database-away.ts'
import { partsOf } from '../database/write-parts.ts'
import { Batcher } from '../shared/batcher.ts'
import { type AuditEvent, entryOf } from './audit.ts'

interface Told {
  write: BatchedWrite
  event: AuditEvent
}

/** More of them make a statement no cheaper for each, and keep who comes next waiting. */
const most = 20

/** So long a batch waits for a row that somebody else keeps, in milliseconds; then each of it goes its own way. */
const patience = 50

/** Writes with their events, in one statement for all callers who come while one is on its way (decision 48). */
export class WriteBatches {
  readonly #db: Db
  readonly #batchers = new Map<BatchKind, Batcher<Told, boolean>>()

  constructor(db: Db) {
    this.#db = db
  }

  /** Whether it was written, with its event; where it wasn't there was nothing to write (any more). */
  write(write: BatchedWrite, event: AuditEvent): Promise<boolean> {
    // They would be for a transaction, or for a statement of its own.
    if (event.parts || event.confirmedBy !== undefined)
      throw new Error('A write of many records, or one that was confirmed, goes alone.')
    return this.#batcherOf(write.kind).ask({ write, event })
  }

  #batcherOf(kind: BatchKind): Batcher<Told, boolean> {
    const known = this.#batchers.get(kind)
    if (known) return known
    const batcher = new Batcher<Told, boolean>({
      together: (told) => writeAll(this.#db, kind, told, patience),
      // One that fails, or waits for somebody, takes nobody else along; what was written nobody knows if the database went.
      alone: async (told, failure) => {
        if (isDatabaseAway(failure)) throw failure
        return (await writeAll(this.#db, kind, [told], undefined)).includes(true)
      },
      keyOf: ({ write }) => write.row.digest,
      most,
    })
    this.#batchers.set(kind, batcher)
    return batcher
  }
}

async function writeAll(
  db: Db,
  kind: BatchKind,
  told: readonly Told[],
  lockTimeout: number | undefined,
): Promise<boolean[]> {
  const given = JSON.stringify(told.map(({ write }) => write.row))
  const events = JSON.stringify(told.map(eventRow))
  // The length keeps the planner from taking the rows for a hundred, for which it would read the whole table of codes.
  const { rows } = await sql<{ digest: string }>`
    with given as materialized (
      select given.*, set_config('lock_timeout', coalesce(${lockTimeout}::text, current_setting('lock_timeout')), true)
      from json_to_recordset(${given}::json) as given (${kind.columns}) where length(digest) = 32),
    ${partsOf(kind.parts)},
    told as (
      select event.* from written join json_to_recordset(${events}::json) as event (digest bytea, operation text,
        event text, user_id integer, session_id uuid, company_id integer, delegation_id integer, api_token_id integer,
        target text, request_id text, commitments jsonb, "values" json) using (digest)),
    made as (
      insert into audit_entries (operation, event, user_id, session_id, company_id, delegation_id, api_token_id,
        target, request_id, commitments)
      select operation, event, user_id, session_id, company_id, delegation_id, api_token_id,
        target, request_id, commitments from told
      returning seq, commitments),
    waiting as (insert into audit_pending (seq) select seq from made),
    kept as (
      insert into audit_values (seq, name, value, salt)
      select made.seq, value.name, value.value, value.salt
      from made join told using (commitments)
      cross join json_to_recordset(told.values) as value (name text, value text, salt bytea))
    select digest::text from told`.execute(db)
  const written = new Set(rows.map(({ digest }) => digest))
  return told.map(({ write }) => written.has(write.row.digest))
}

/** The event as the log and its table of values take it; each value has a salt, so that commitments tell events apart. */
function eventRow({ write, event }: Told) {
  const { entry, kept } = entryOf(event)
  return {
    digest: write.row.digest,
    operation: entry.operation,
    event: entry.event,
    user_id: entry.userId,
    session_id: entry.sessionId,
    company_id: entry.companyId,
    delegation_id: entry.delegationId,
    api_token_id: entry.apiTokenId,
    target: entry.target,
    request_id: entry.requestId,
    commitments: entry.commitments,
    values: kept.map(({ name, value, salt }) => ({ name, value, salt: hexOf(salt) })),
  }
}
