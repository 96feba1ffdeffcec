import { setImmediate } from 'node:timers/promises'
import { exportRowsMax } from '../../contract/exports.ts'
import { Problem } from '../binder/problem.ts'
import type { Db } from '../database/database.ts'
import { Overloaded } from '../shared/fair-queue.ts'

/** So many rows go on at a time; everybody else's requests have their turns in between. */
const rowsInATurn = 100

/** One page of whichever list. */
export interface AnyPage<Row = unknown> {
  rows: readonly Row[]
  pagination: { totalRecords: number; totalPage: number }
}

interface Reading<Row> {
  db: Db
  readPage: (db: Db, page: number) => Promise<AnyPage<Row>>
  /** Takes the rows, some at a time, in their order. */
  onRows: (rows: readonly Row[]) => void
  /** Whether nobody waits for it any more. */
  isGone: () => boolean
}

/**
 * Reads all rows of a list, page by page of one snapshot: what is saved meanwhile neither repeats nor loses a row.
 * Answers how many there are.
 */
export function readWhole<Row>({ db, readPage, onRows, isGone }: Reading<Row>): Promise<number> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      for (let page = 1; ; page += 1) {
        if (isGone()) throw new Overloaded()
        const { rows, pagination } = await readPage(snapshot, page)
        if (pagination.totalRecords > exportRowsMax) throw new Problem('export-too-large')
        for (let row = 0; row < rows.length; row += rowsInATurn) {
          onRows(rows.slice(row, row + rowsInATurn))
          await setImmediate()
        }
        if (page >= pagination.totalPage) return pagination.totalRecords
      }
    })
}
