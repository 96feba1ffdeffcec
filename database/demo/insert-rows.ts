import type { Insertable } from 'kysely'
import type pg from 'pg'
import type { Database } from '../database-types.ts'

/** Inserts rows in one statement. All rows name the same columns; the other columns get their defaults. */
export async function insertRows<T extends keyof Database>(
  client: pg.ClientBase,
  table: T,
  rows: readonly Insertable<Database[T]>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  if (rows.some((row) => Object.keys(row).join(', ') !== columns)) {
    throw new Error(`Rows of ${table} name different columns.`)
  }
  await client.query(
    `insert into ${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows, bytesAsHex)],
  )
}

/** Bytes as the text from which PostgreSQL reads them, since JSON can't carry bytes. */
function bytesAsHex(this: unknown, key: string, value: unknown): unknown {
  const original: unknown = Reflect.get(Object(this), key)
  return Buffer.isBuffer(original) ? `\\x${original.toString('hex')}` : value
}
