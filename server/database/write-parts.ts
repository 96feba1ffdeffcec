import { type OperationNodeSource, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * A write that is one statement: the parts of its `with`, by name, in their order. Where `written` gives a row, it was
 * written; the others rest on `written`, so that they write nothing where it gives none.
 */
export interface WriteParts extends Readonly<Record<string, OperationNodeSource>> {
  written: OperationNodeSource
}

/** The parts as they stand behind `with`. */
export function partsOf(write: WriteParts): RawBuilder<unknown> {
  return sql.join(Object.entries(write).map(([name, part]) => sql`${sql.ref(name)} as (${part})`))
}

/** Writes all of it, or nothing, and says so, where there was nothing to write. */
export async function writeParts(db: Db, write: WriteParts): Promise<boolean> {
  const { rows } = await sql`with ${partsOf(write)} select from written limit 1`.execute(db)
  return rows.length > 0
}
