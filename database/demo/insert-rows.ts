import type { Insertable } from 'kysely'
import type pg from 'pg'
import type { Database } from '../database-types.ts'

/** Inserts rows in one statement. All rows must have the same columns; other columns get their defaults. */
export async function insertRows<T extends keyof Database>(
  client: pg.ClientBase,
  table: T,
  rows: readonly Insertable<Database[T]>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  if (rows.some((row) => Object.keys(row).join(', ') !== columns)) {
    throw new Error(`Rows of ${table} have different columns.`)
  }
  await client.query(
    `insert into ${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows, bytesAsHex)],
  )
}

/** Encodes bytes in PostgreSQL's hex format, since JSON cannot contain bytes. */
function bytesAsHex(this: unknown, key: string, value: unknown): unknown {
  const original: unknown = Reflect.get(Object(this), key)
  return Buffer.isBuffer(original) ? `\\x${original.toString('hex')}` : value
}
