import { type RawBuilder, sql } from 'kysely'
import type { WriteParts } from './write-parts.ts'

/** The writes of one kind, of which one statement can execute several. */
export interface BatchKind {
  /** Columns of a row with their types; `digest bytea` is the key of a row. */
  columns: RawBuilder<unknown>
  /** Writes the rows of `given`; `written` returns the `digest` of each row that was written. */
  parts: WriteParts
}

/** One row of such a write. Dates and bytes (`hexOf`) are passed as JSON. */
export interface BatchableWrite {
  kind: BatchKind
  row: Readonly<Record<string, unknown>> & { readonly digest: string }
}

/** What one statement writes: its own SQL, or a row that may share a statement with others (decision 48). */
export type StatementWrite = WriteParts | BatchableWrite

export const isBatchable = (write: StatementWrite): write is BatchableWrite => 'row' in write

/**
 * Query for the rows of these writes, with the alias `given`. `length(digest) = 32` holds for every row; because of it
 * PostgreSQL estimates one row instead of a hundred, and uses the index of the table of codes instead of reading it
 * completely.
 */
export const givenRows = ({ columns }: BatchKind, rows: readonly BatchableWrite['row'][]) =>
  sql`select given.* from json_to_recordset(${JSON.stringify(rows)}::json) as given (${columns}) where length(digest) = 32`

/** The write as a statement of its own. */
export const partsAlone = (write: StatementWrite): WriteParts =>
  isBatchable(write) ? { given: givenRows(write.kind, [write.row]), ...write.kind.parts } : write

/** Bytes in the format in which PostgreSQL reads and prints them. */
export const hexOf = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`
