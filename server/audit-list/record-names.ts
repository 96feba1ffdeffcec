import { type RawBuilder, sql } from 'kysely'
import type { RecordNames } from '../../contract/audit-record-names.ts'
import { recordParts } from '../../contract/audit-records.ts'
import type { Db } from '../database/database.ts'
import type { Scope } from '../scope/scope.ts'
import { nameQueries } from './record-tables.ts'

/** Kinds of records with a scope. The values of their events are hidden from users who can't see the record. */
export const scopedKinds: readonly string[] = Object.keys(nameQueries)

/**
 * Selects the current name of an event's record; null if the record is out of scope or deleted. `kind` and `id` are the
 * parts of the event's target.
 */
export function recordName(
  scope: Scope,
  kind: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<string | null> {
  const cases = Object.entries(nameQueries).map(
    ([of, name]) => sql`when ${sql.lit(of)} then (${name(scope, id)})`,
  )
  return sql<string | null>`case ${kind} ${sql.join(cases, sql` `)} end`
}

/** Returns the current names of those of these records (such as `company:2`) that are in scope. Uses one statement. */
export async function findRecordNames(
  db: Db,
  scope: Scope,
  records: readonly string[],
): Promise<RecordNames> {
  const requested = records.flatMap((record) => {
    const { kind, id } = recordParts(record)
    return /^\d{1,9}$/.test(id) ? [{ record, kind, id: Number(id) }] : []
  })
  if (requested.length === 0) return {}
  const { rows } = await sql<{ record: string; name: string | null }>`
    select requested.record, ${recordName(scope, sql`requested.kind`, sql`requested.id`)} as name
    from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as requested(record text, kind text, id integer)`.execute(
    db,
  )
  return Object.fromEntries(
    rows.flatMap(({ record, name }) => (name === null ? [] : [[record, name]])),
  )
}
