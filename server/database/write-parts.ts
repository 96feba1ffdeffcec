import { type OperationNodeSource, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * A write in one statement: the parts of its `with` clause by name, in order. The part `accepted` returns a row if the
 * write takes place. All other parts depend on it and write nothing if it returns no row.
 */
export interface WriteParts extends Readonly<Record<string, OperationNodeSource>> {
  accepted: OperationNodeSource
}

/** Returns the parts as a `with` clause. */
export function withClause(write: WriteParts): RawBuilder<unknown> {
  const parts = Object.entries(write).map(([name, part]) => sql`${sql.ref(name)} as (${part})`)
  return sql`with ${sql.join(parts)}`
}

/** Executes the write. Returns false if nothing was written. */
export async function writeParts(db: Db, write: WriteParts): Promise<boolean> {
  const { rows } = await sql`${withClause(write)} select from accepted limit 1`.execute(db)
  return rows.length > 0
}
