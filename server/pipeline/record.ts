import type { RawBuilder } from 'kysely'
import type { ProblemCode } from '../../contract/problems.ts'
import type { RecordKind as RecordKindName } from '../../contract/record-kinds.ts'
import type { JsonValue } from '../../database/database-types.ts'
import { auditRow } from '../audit/audit-row.ts'
import type { AuditDetails, BulkAuditDetails } from '../audit/audit.ts'
import type { Db } from '../database/database.ts'
import type { RecordTable } from '../database/record-table.ts'
import type { ConfirmIdentity } from './call.ts'
import type { Principal } from './principal.ts'
import { Problem } from './problem.ts'

/** A write: its transaction, its caller, and the function that adds details to its audit event. */
export interface Write {
  db: Db
  who: Principal
  audit: (details: AuditDetails) => void
}

/** A write that may change several records. Each of them has its own event below the event of the write. */
export interface BulkWrite extends Write {
  audit: (details: BulkAuditDetails) => void
}

/** A write of an endpoint with `confirm.when`. */
export interface ConfirmableWrite extends Write {
  confirmIdentity: ConfirmIdentity
}

/** Type of an audited row. Contains only values that the audit log can store unchanged; dates are stored as text. */
export type VersionedRow = { id: number; version: number } & Readonly<
  Record<string, JsonValue | Date>
>

/** Rules that apply to all writes of one kind of record, such as services. */
export interface RecordKind<Row extends VersionedRow, New, Changes, Out> {
  /** Name in audit targets: `service` gives `service:12`. */
  name: RecordKindName
  missing: ProblemCode
  table: RecordTable<Row, New, Changes>
  /** Condition: the caller may see the row. For all methods, other rows count as missing (rulings §5). */
  inScope: (who: Principal) => RawBuilder<boolean>
  /** Throws if the caller may not create such a record, although a screen grants it. */
  requireCreator: (who: Principal) => void
  /** Throws if the caller may see the row but may not write it. */
  requireWriter: (who: Principal, row: Row) => void
  /** Returns the record for the response. */
  read: (db: Db, who: Principal, id: number) => Promise<Out>
  /** Whether the lock also blocks new foreign-key references to the row. */
  lockWhole?: boolean
}

/** Locks and returns a row that is in scope and that the caller may write. */
export async function lockRecord<Row extends VersionedRow>(
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

/** Creates a record: checks the permission, inserts the row, audits it, and returns the record for the response. */
export async function createRecord<Row extends VersionedRow, New, Out>(
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
  /** Version that the client has read. If undefined, any version is overwritten, which only integrations do. */
  version: number | undefined
  /** Checks the old row by the rules of the resource. Throws a problem. */
  check?: (before: Row) => void | Promise<void>
}

/**
 * Replaces a record. Locks it, and checks scope, permission, version (rulings §7) and the rules of the resource. Then
 * updates the row, audits the values before and after, and returns the record for the response.
 */
export async function replaceRecord<Row extends VersionedRow, Changes, Out>(
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

/** Returns the value, or throws the problem if it is undefined. */
export function requireFound<T>(found: T | undefined, missing: ProblemCode): T {
  if (found === undefined) throw new Problem(missing)
  return found
}
