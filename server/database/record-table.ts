import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Database } from '../../database/database-types.ts'
import type { Db } from './database.ts'

/** Tables whose rows have an id and count their updates (database/tables/shared-functions.sql, `touch`). */
type VersionedTable = {
  [T in keyof Database]: Selectable<Database[T]> extends { id: number; version: number } ? T : never
}[keyof Database]

type ColumnOf<T extends VersionedTable> = keyof Selectable<Database[T]> & string

/** How the rows of one table are locked, inserted and updated; `Row` holds the columns that the audit trail keeps. */
export interface RecordTable<Row, New, Changes> {
  /**
   * The row as it is, if it meets the condition, kept so until the transaction ends; others may still refer to it.
   * `whole` keeps them from that too.
   */
  lock(
    db: Db,
    id: number,
    condition: RawBuilder<boolean>,
    options?: { whole: boolean },
  ): Promise<Row | undefined>
  insert(db: Db, values: New): Promise<Row>
  /** Fails when the row is no longer what was locked, which is a fault of the code. */
  update(db: Db, before: Row & { id: number; version: number }, values: Changes): Promise<Row>
}

/** The statements of a table; `columns` are those that the audit trail keeps: named one by one, so that no secret comes along. */
export function recordTable<T extends VersionedTable, const C extends readonly ColumnOf<T>[]>(
  table: T,
  columns: C,
): RecordTable<
  Pick<Selectable<Database[T]>, C[number] | ('id' & ColumnOf<T>) | ('version' & ColumnOf<T>)>,
  Insertable<Database[T]>,
  Updateable<Database[T]>
> {
  type Row = Pick<
    Selectable<Database[T]>,
    C[number] | ('id' & ColumnOf<T>) | ('version' & ColumnOf<T>)
  >
  const kept = sql.join(
    ['id', ...columns, 'version'].map((column) => sql.ref(`${table}.${column}`)),
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
      const changes = entriesOf(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
      const { rows } = await sql<Row>`update ${sql.table(table)} set ${sql.join(changes)}
        where id = ${before.id} and version = ${before.version} returning ${kept}`.execute(db)
      return only(rows)
    },
  }
}

/** What is undefined is left as it is. */
function entriesOf(values: object): [string, unknown][] {
  return Object.entries(values).filter(([, value]) => value !== undefined)
}
