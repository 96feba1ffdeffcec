import { type OperationNodeSource, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * A write in one statement: the parts of its `with` clause by name, in order. The part `written` returns a row if it
 * was written. All other parts depend on `written` and write nothing if it returns no row.
 */
export interface WriteParts extends Readonly<Record<string, OperationNodeSource>> {
  written: OperationNodeSource
}

/** Returns the parts as the content of a `with` clause. */
export function partsOf(write: WriteParts): RawBuilder<unknown> {
  return sql.join(Object.entries(write).map(([name, part]) => sql`${sql.ref(name)} as (${part})`))
}

/** Executes the write. Returns false if nothing was written. */
export async function writeParts(db: Db, write: WriteParts): Promise<boolean> {
  const { rows } = await sql`with ${partsOf(write)} select from written limit 1`.execute(db)
  return rows.length > 0
}
