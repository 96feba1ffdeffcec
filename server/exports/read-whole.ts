import { setImmediate } from 'node:timers/promises'
import { exportRowsMax } from '../../contract/exports.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Db } from '../database/database.ts'
import { Overloaded } from '../shared/fair-queue.ts'

/** Number of rows per batch. Between batches the event loop continues. */
const batchSize = 100

/** A page of any list. */
export interface AnyPage<Row = unknown> {
  rows: readonly Row[]
  pagination: { totalRecords: number; totalPage: number }
}

interface ReadOptions<Row> {
  db: Db
  readPage: (db: Db, page: number) => Promise<AnyPage<Row>>
  /** Receives the rows in batches, in order. */
  onRows: (rows: readonly Row[]) => void
  /** Whether the client has disconnected. */
  isGone: () => boolean
}

/**
 * Reads all rows of a list page by page, and returns their number. All pages come from one snapshot, so that concurrent
 * saves neither repeat nor lose rows.
 */
export function readWhole<Row>({
  db,
  readPage,
  onRows,
  isGone,
}: ReadOptions<Row>): Promise<number> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      for (let page = 1; ; page += 1) {
        if (isGone()) throw new Overloaded()
        const { rows, pagination } = await readPage(snapshot, page)
        if (pagination.totalRecords > exportRowsMax) throw new Problem('export-too-large')
        for (let row = 0; row < rows.length; row += batchSize) {
          onRows(rows.slice(row, row + batchSize))
          await setImmediate()
        }
        if (page >= pagination.totalPage) return pagination.totalRecords
      }
    })
}
