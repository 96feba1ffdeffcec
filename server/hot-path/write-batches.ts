import { sql } from 'kysely'
import { insertEvents } from '../audit/audit-queries.ts'
import { type AuditEvent, singleEventRow } from '../audit/audit.ts'
import { SingleStatements, type StatementWriter } from '../audit/statement-writer.ts'
import { isDatabaseUnavailable } from '../database/database-unavailable.ts'
import type { Db } from '../database/database.ts'
import {
  type BatchableWrite,
  type BatchableKind,
  inputRows,
  isBatchable,
  type StatementWrite,
} from '../database/statement-write.ts'
import { Batcher } from '../shared/batcher.ts'

interface BatchEntry {
  write: BatchableWrite
  event: AuditEvent
}

/** Maximum number of writes per statement. A larger batch makes no write cheaper, and delays the next batch. */
const maxEntries = 20

/** Milliseconds that a batch waits for a locked row. Afterwards each of its writes is executed alone. */
const lockTimeout = 50

/**
 * Executes batchable writes (decision 48). Writes that arrive while a batch is running form the next batch, which is
 * one statement.
 */
export class WriteBatches implements StatementWriter {
  readonly #db: Db
  readonly #single: SingleStatements
  readonly #batchers = new Map<BatchableKind, Batcher<BatchEntry, boolean>>()

  constructor(db: Db) {
    this.#db = db
    this.#single = new SingleStatements(db)
  }

  write(write: StatementWrite, event: AuditEvent | undefined): Promise<boolean> {
    return event && !event.parts && isBatchable(write)
      ? this.#batcherOf(write.kind).run({ write, event })
      : this.#single.write(write, event)
  }

  #batcherOf(kind: BatchableKind): Batcher<BatchEntry, boolean> {
    const existing = this.#batchers.get(kind)
    if (existing) return existing
    const batcher = new Batcher<BatchEntry, boolean>({
      runBatch: (entries) => writeBatch(this.#db, kind, entries),
      // If the batch fails or reaches the lock timeout, each write is retried alone. After a lost connection the outcome is
      // unknown, so all of them fail.
      runAlone: async ({ write, event }, failure) => {
        if (isDatabaseUnavailable(failure)) throw failure
        return this.#single.write(write, event)
      },
      keyOf: ({ write }) => write.row.digest,
      max: maxEntries,
    })
    this.#batchers.set(kind, batcher)
    return batcher
  }
}

async function writeBatch(
  db: Db,
  kind: BatchableKind,
  entries: readonly BatchEntry[],
): Promise<boolean[]> {
  const rows = entries.map(({ write }) => write.row)
  const inserted = await insertEvents(
    db,
    entries.map(({ event }) => singleEventRow(event)),
    {
      write: {
        timeout: sql`select set_config('lock_timeout', ${lockTimeout}::text, true)`,
        input: sql`select input.* from timeout, (${inputRows(kind, rows)}) as input`,
        ...kind.parts,
      },
      key: { name: 'digest', type: sql`bytea`, of: (index) => rows[index]?.digest ?? '' },
    },
  )
  const written = new Set(inserted.map(({ key }) => key))
  return rows.map(({ digest }) => written.has(digest))
}
