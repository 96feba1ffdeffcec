import type { z } from 'zod'
import type { JsonValue } from '../../database/database-types.ts'
import type { AuditPart } from '../audit/audit.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import type { ValueList } from './template/import-template.ts'

/** Reason why a row can't be applied. `column` is a column key; null if the reason concerns the whole row. */
export interface Refusal {
  column: string | null
  sentence: string
}

/** Displayed values of a record, by column header. */
export type Shown = Readonly<Record<string, string>>

/** Values of a record as stored in the audit log. An undo restores them. */
export type Snapshot = { id: number; version: number } & { [column: string]: JsonValue }

/** Result of looking up and validating a row. */
export interface RowMatch<Values> {
  /** Identity of the record, for the detection of duplicate rows; undefined if the row identifies none. */
  key: string | undefined
  label: string
  refusals: readonly Refusal[]
  existing: { record: Snapshot; shown: Shown } | undefined
  /** Sentences to show before the commit. */
  warnings?: readonly string[]
  /** The record after the import. */
  shown: Shown
  /** Values to write; undefined if the row is refused. */
  values: Values | undefined
}

/** A row that creates a record. */
export interface RowInsert<Values> {
  line: number
  values: Values
}

/** A row that changes a record. */
export interface RowUpdate<Values> extends RowInsert<Values> {
  before: Snapshot
}

/**
 * An applied row. `before` is null if the row created the record. The id is 0 if it must not be revealed to the
 * importer.
 */
export interface AppliedRow {
  line: number
  before: Snapshot | null
  after: Snapshot
}

/** The rules of one kind of import. */
export interface ImportRules<Row, Values> {
  /** Prefix of audit targets and events, for example `company` for `company:12` and `company.created`. */
  name: string
  /** Throws for callers who may not write a single record of this kind. */
  requireWriter: (who: Principal) => void
  schema: z.ZodType<Row>
  /** Label of a row that failed validation. */
  labelOf: (cells: Readonly<Record<string, string>>) => string
  /**
   * Reads the data for all rows with a fixed number of statements. `lock` locks the records found until the transaction
   * ends.
   */
  find: (
    db: Db,
    rows: readonly Row[],
    options: { lock: boolean },
  ) => Promise<(row: Row) => RowMatch<Values>>
  /** Creates records. Returns fewer rows if a record was created concurrently. */
  insert: (db: Db, inserts: readonly RowInsert<Values>[]) => Promise<AppliedRow[]>
  /** Updates records that were locked before. Returns fewer rows if something that belongs to them was removed. */
  update: (db: Db, changes: readonly RowUpdate<Values>[]) => Promise<AppliedRow[]>
  undo: UndoRules
  /** Returns sentences about combined effects of the rows that the counts don't show. */
  effects?: (values: readonly Values[]) => string[]
  /** Returns the audit record of each row. If absent, each row is recorded as a change of its record. */
  rowAudit?: RowAudit
  /** Returns the lists of valid values for the template, limited to values that the caller may use. */
  lists?: (db: Db, who: Principal) => Promise<ValueList[]>
}

/** Audit records of an applied row and of an undone row. */
export interface RowAudit {
  done: (row: AppliedRow) => AuditPart
  undone: (row: AppliedRow) => AuditPart
}

/** Steps of an undo. Each one has a fixed number of statements. */
export interface UndoRules {
  /** Locks the records and returns the versions of those that still exist, by id. */
  lock: (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, number>>
  /** Returns the ids of records that have been used since the import. */
  findUsed: (db: Db, applied: readonly AppliedRow[]) => Promise<readonly number[]>
  /** Restores changed records and returns them in the same order. */
  restore: (db: Db, applied: readonly (AppliedRow & { before: Snapshot })[]) => Promise<Snapshot[]>
  /** Deletes created records. The database refuses if another record refers to one of them. */
  remove: (db: Db, ids: readonly number[]) => Promise<void>
}
