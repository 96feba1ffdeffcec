import type { RawBuilder } from 'kysely'
import type { WriteParts } from './write-parts.ts'

/** Writes of one kind, which one statement does for many callers. */
export interface BatchKind {
  /** The columns of a row with their types, `digest bytea` among them, which tells the rows apart. */
  columns: RawBuilder<unknown>
  /** What is written, from the rows as `given`; `written` gives the `digest` of each that was. */
  parts: WriteParts
}

/** One caller's row of such a write; dates, and bytes as `hexOf` writes them, come as PostgreSQL reads them from JSON. */
export class BatchedWrite {
  readonly kind: BatchKind
  readonly row: Readonly<Record<string, unknown>> & { readonly digest: string }

  constructor(kind: BatchKind, row: BatchedWrite['row']) {
    this.kind = kind
    this.row = row
  }
}

/** Bytes as PostgreSQL reads and writes them. */
export const hexOf = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`
