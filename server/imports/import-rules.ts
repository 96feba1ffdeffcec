import type { z } from 'zod'
import type { JsonValue } from '../../database/database-types.ts'
import type { AuditPart } from '../audit/audit.ts'
import type { Principal } from '../binder/principal.ts'
import type { Db } from '../database/database.ts'
import type { ValueList } from './template/import-template.ts'

/** Why a row can't be done; `column` is the key of its column, or null where the whole row is meant. */
export interface Refusal {
  column: string | null
  sentence: string
}

/** A record as people read it, by the title of the column. */
export type Shown = Readonly<Record<string, string>>

/** A record as the trail keeps it; an undo puts it back as this says. */
export type Snapshot = { id: number; version: number } & { [column: string]: JsonValue }

/** What the database knows of the record that a row is about. */
export interface RowMatch<Values> {
  /** What makes two rows speak of one record; undefined where the row doesn't say which. */
  key: string | undefined
  label: string
  refusals: readonly Refusal[]
  existing: { record: Snapshot; shown: Shown } | undefined
  /** What whoever commits should know, in sentences. */
  warnings?: readonly string[]
  /** How the record reads afterwards. */
  shown: Shown
  /** What is written; undefined where the row is refused. */
  values: Values | undefined
}

/** A record that a line is to make. */
export interface RowInsert<Values> {
  line: number
  values: Values
}

/** A record that a line is to change. */
export interface RowUpdate<Values> extends RowInsert<Values> {
  before: Snapshot
}

/** A record that an import made (`before` is null) or changed; its id is 0 where it is nobody's to name. */
export interface AppliedRow {
  line: number
  before: Snapshot | null
  after: Snapshot
}

/** Everything that is particular to the records of one kind; who imports is asked, found and written by it. */
export interface ImportRules<Row, Values> {
  /** As the trail names a record and what happens to it: `company` gives `company:12` and `company.created`. */
  name: string
  /** Refuses whoever may not write one of them alone. */
  requireWriter: (who: Principal) => void
  schema: z.ZodType<Row>
  /** What a row is called that says too little to be looked for. */
  labelOf: (cells: Readonly<Record<string, string>>) => string
  /** Looks for all rows at once; with `lock` what is found stays so until the transaction ends. */
  find: (
    db: Db,
    rows: readonly Row[],
    options: { lock: boolean },
  ) => Promise<(row: Row) => RowMatch<Values>>
  /** Makes records; fewer come back where one has come to be meanwhile. */
  insert: (db: Db, inserts: readonly RowInsert<Values>[]) => Promise<AppliedRow[]>
  /** Changes records that are locked. */
  update: (db: Db, changes: readonly RowUpdate<Values>[]) => Promise<AppliedRow[]>
  undo: UndoRules
  /** What the rows that are done do together, in sentences, where their number doesn't say it. */
  effects?: (values: readonly Values[]) => string[]
  /** What the trail says of a row, where that is no record of its own. */
  trail?: TrailOfRows
  /** Values that the template lists for the bearer. */
  lists?: (db: Db, who: Principal) => Promise<ValueList[]>
}

/** What the trail says of a row that was done, and of one that was taken back. */
export interface TrailOfRows {
  done: (row: AppliedRow) => AuditPart
  undone: (row: AppliedRow) => AuditPart
}

/** How what an import did is taken back; a fixed number of statements each. */
export interface UndoRules {
  /** Locks these records; the versions of those that are still there, by id. */
  lock: (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, number>>
  /** Which of these records that it made or changed somebody has come to rely on, by id. */
  findUsed: (db: Db, applied: readonly AppliedRow[]) => Promise<readonly number[]>
  /** Puts changed records back; how they are now, in the same order. */
  restore: (db: Db, applied: readonly (AppliedRow & { before: Snapshot })[]) => Promise<Snapshot[]>
  /** Takes made records away; whatever else refers to one of them makes the database refuse. */
  remove: (db: Db, ids: readonly number[]) => Promise<void>
}
