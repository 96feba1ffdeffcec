import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Database } from '../../database/database-types.ts'
import type { Db } from './database.ts'
import { setStatus, statusOf } from './record-status.ts'

/** Tables whose rows have an id and a version (database/tables/shared-functions.sql, `touch`). */
type VersionedTable = {
  [T in keyof Database]: Selectable<Database[T]> extends { id: number; version: number } ? T : never
}[keyof Database]

/**
 * Columns of a table. A table with the column `active` also has `status`, whose value is read from and written to
 * `active` (record-status.ts).
 */
type Columns<T extends VersionedTable> = Selectable<Database[T]> & Status<T>
type Status<T extends VersionedTable> = 'active' extends keyof Database[T]
  ? { status: 0 | 1 }
  : unknown
type ColumnOf<T extends VersionedTable> = keyof Columns<T> & string

/** Lock, insert and update statements of a table. `Row` consists of the audited columns. */
export interface RecordTable<Row, New, Changes> {
  /**
   * Locks and returns the row if it meets the condition. Unless `whole` is set, the lock allows inserts of rows that
   * reference this row.
   */
  lock(
    db: Db,
    id: number,
    condition: RawBuilder<boolean>,
    options?: { whole: boolean },
  ): Promise<Row | undefined>
  insert(db: Db, values: New): Promise<Row>
  /** Throws if the row has changed since it was locked, which is a programming error. */
  update(db: Db, before: Row & { id: number; version: number }, values: Changes): Promise<Row>
}

/** Returns the statements of a table. `columns` lists the audited columns by name, so that no secret is included. */
export function recordTable<T extends VersionedTable, const C extends readonly ColumnOf<T>[]>(
  table: T,
  columns: C,
): RecordTable<
  Pick<Columns<T>, C[number] | ('id' & ColumnOf<T>) | ('version' & ColumnOf<T>)>,
  Insertable<Database[T]>,
  Updateable<Database[T]> & Partial<Status<T>>
> {
  type Row = Pick<Columns<T>, C[number] | ('id' & ColumnOf<T>) | ('version' & ColumnOf<T>)>
  const kept = sql.join(
    ['id', ...columns, 'version'].map((column) =>
      column === 'status' ? sql`${statusOf(table)} as status` : sql.ref(`${table}.${column}`),
    ),
  )
  const only = (rows: Row[]): Row => {
    const [row] = rows
    if (!row) throw new Error(`A row of ${table} that was locked has changed.`)
    return row
  }
  return {
    async lock(db, id, condition, { whole } = { whole: false }) {
      const strength = whole ? sql`update` : sql`no key update`
      const { rows } = await sql<Row>`select ${kept} from ${sql.table(table)}
        where ${sql.ref(`${table}.id`)} = ${id} and (${condition}) for ${strength}`.execute(db)
      return rows[0]
    },
    async insert(db, values) {
      const given = entriesOf(values)
      const { rows } = await sql<Row>`insert into ${sql.table(table)}
        (${sql.join(given.map(([column]) => sql.ref(column)))})
        values (${sql.join(given.map(([, value]) => sql`${value}`))}) returning ${kept}`.execute(db)
      return only(rows)
    },
    async update(db, before, values) {
      const changes = entriesOf(values).map(([column, value]) =>
        column === 'status' ? setStatus(value) : sql`${sql.ref(column)} = ${value}`,
      )
      const { rows } = await sql<Row>`update ${sql.table(table)} set ${sql.join(changes)}
        where id = ${before.id} and version = ${before.version} returning ${kept}`.execute(db)
      return only(rows)
    },
  }
}

/** Omits undefined values. */
function entriesOf(values: object): [string, unknown][] {
  return Object.entries(values).filter(([, value]) => value !== undefined)
}
