import { type RawBuilder, sql } from 'kysely'
import type { WriteParts } from './write-parts.ts'

/** A kind of write. One statement can execute several writes of the same kind. */
export interface BatchableKind {
  /** Columns of the rows, with their types. `digest bytea` is the key. */
  columns: RawBuilder<unknown>
  /** Parts that write the rows of `input`. The part `accepted` returns the `digest` of each row that is written. */
  parts: WriteParts
}

/** One row of a batchable write. Dates and bytes (`hexOf`) are passed as JSON. */
export interface BatchableWrite {
  kind: BatchableKind
  row: Readonly<Record<string, unknown>> & { readonly digest: string }
}

/**
 * What one statement writes: parts with their own SQL, or a row that can share its statement with other rows (decision
 * 48).
 */
export type StatementWrite = WriteParts | BatchableWrite

export const isBatchable = (write: StatementWrite): write is BatchableWrite => 'row' in write

/**
 * Query for the rows of these writes. The condition `length(digest) = 32` is true for every row. It makes PostgreSQL
 * estimate one row instead of a hundred, and therefore use the index on codes instead of scanning the table.
 */
export const inputRows = ({ columns }: BatchableKind, rows: readonly BatchableWrite['row'][]) =>
  sql`select input.* from json_to_recordset(${JSON.stringify(rows)}::json) as input (${columns}) where length(digest) = 32`

/** Returns the parts of a statement that executes only this write. */
export const singleWriteParts = (write: StatementWrite): WriteParts =>
  isBatchable(write) ? { input: inputRows(write.kind, [write.row]), ...write.kind.parts } : write

/** Returns bytes in PostgreSQL's hex format. */
export const hexOf = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`
