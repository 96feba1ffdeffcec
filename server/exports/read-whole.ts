import { exportRowsMax } from '../../contract/exports.ts'
import type { ListPage } from '../../contract/list.ts'
import { Problem } from '../binder/problem.ts'
import type { Db } from '../database/database.ts'
import { Overloaded } from '../secrets/fair-queue.ts'

interface Reading {
  db: Db
  readPage: (db: Db, page: number) => Promise<ListPage>
  /** Takes the rows of each page, in their order. */
  onRows: (rows: ListPage['rows']) => void
  /** Whether nobody waits for it any more. */
  isGone: () => boolean
}

/**
 * Reads all rows of a list, page by page of one snapshot: what is saved meanwhile neither repeats nor loses a row.
 * Answers how many there are.
 */
export function readWhole({ db, readPage, onRows, isGone }: Reading): Promise<number> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      for (let page = 1; ; page += 1) {
        if (isGone()) throw new Overloaded()
        const { rows, pagination } = await readPage(snapshot, page)
        if (pagination.totalRecords > exportRowsMax) throw new Problem('export-too-large')
        onRows(rows)
        if (page >= pagination.totalPage) return pagination.totalRecords
      }
    })
}
