import type { RawBuilder } from 'kysely'
import type { ProblemCode } from '../../contract/problems.ts'
import type { RecordKind as RecordKindName } from '../../contract/record-kinds.ts'
import type { JsonValue } from '../../database/database-types.ts'
import { auditRow } from '../audit/audit-row.ts'
import type { AuditDetails } from '../audit/audit.ts'
import type { Db } from '../database/database.ts'
import type { RecordTable } from '../database/record-table.ts'
import type { ConfirmIdentity } from './call.ts'
import type { Principal } from './principal.ts'
import { Problem } from './problem.ts'

/** One write: its transaction, its caller, and what adds to its audit event. */
export interface Write {
  db: Db
  who: Principal
  audit: (details: AuditDetails) => void
}

/** A write of an endpoint with `confirm.when`. */
export interface ConfirmableWrite extends Write {
  confirmIdentity: ConfirmIdentity
}

/** Plain values only: the trail keeps them as they are, dates as text. */
type Versioned = { id: number; version: number } & Readonly<Record<string, JsonValue | Date>>

/** What all writes of one kind of record have in common, such as all writes of services. */
export interface RecordKind<Row extends Versioned, New, Changes, Out> {
  /** As the trail names it: `service` gives `service:12`. */
  name: RecordKindName
  missing: ProblemCode
  table: RecordTable<Row, New, Changes>
  /** The rows that the bearer sees; what is not among them is missing, whatever the verb (rulings §5). */
  inScope: (who: Principal) => RawBuilder<boolean>
  /** Refuses whoever may not make such a record, whatever the screens grant. */
  requireCreator: (who: Principal) => void
  /** Refuses whoever sees the row but may not write it. */
  requireWriter: (who: Principal, row: Row) => void
  /** The record as it goes out. */
  read: (db: Db, who: Principal, id: number) => Promise<Out>
  /** Whether others may not even refer to the row while it is replaced. */
  lockWhole?: boolean
}

/** The row to write on, kept as it is until the transaction ends: in scope, and the bearer's to write. */
export async function lockRecord<Row extends Versioned>(
  { db, who }: Write,
  {
    table,
    inScope,
    missing,
    requireWriter,
    lockWhole = false,
  }: RecordKind<Row, never, never, unknown>,
  id: number,
): Promise<Row> {
  const row = requireFound(await table.lock(db, id, inScope(who), { whole: lockWhole }), missing)
  requireWriter(who, row)
  return row
}

/** Inserts a record for somebody who may, tells the trail, and answers it as it goes out. */
export async function createRecord<Row extends Versioned, New, Out>(
  { db, who, audit }: Write,
  { table, name, requireCreator, read }: RecordKind<Row, New, never, Out>,
  values: New,
): Promise<Out> {
  requireCreator(who)
  const made = await table.insert(db, values)
  audit({ target: `${name}:${made.id}`, after: auditRow(made) })
  return read(db, who, made.id)
}

interface Replacement<Row, Changes> {
  id: number
  values: Changes
  /** The version that the save rests on; absent where an integration saves whatever is there. */
  version: number | undefined
  /** The rules of this resource that depend on what is there; throws a problem. */
  check?: (before: Row) => void | Promise<void>
}

/**
 * Replaces a record: locked and in scope, the bearer's to write, still what the bearer read (rulings §7), allowed by the
 * resource's own rules; then tells the trail what it was and is, and answers it as it goes out.
 */
export async function replaceRecord<Row extends Versioned, Changes, Out>(
  write: Write,
  kind: RecordKind<Row, never, Changes, Out>,
  { id, values, version, check }: Replacement<Row, Changes>,
): Promise<Out> {
  const { db, who, audit } = write
  const before = await lockRecord(write, kind, id)
  if (version !== undefined && version !== before.version) throw new Problem('changed-meanwhile')
  await check?.(before)
  const after = await kind.table.update(db, before, values)
  audit({
    target: `${kind.name}:${id}`,
    before: auditRow(before),
    after: auditRow(after),
  })
  return kind.read(db, who, id)
}

/** What was found, or the problem that it is missing. */
export function requireFound<T>(found: T | undefined, missing: ProblemCode): T {
  if (found === undefined) throw new Problem(missing)
  return found
}
