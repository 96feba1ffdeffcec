import { sql } from 'kysely'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { imports } from '../../contract/imports.ts'
import type { Db } from '../database/database.ts'
import { filtered, findPage } from '../database/list-page.ts'
import { searchedLine } from '../database/row-search.ts'
import type { PreviewRow, SameRefusal } from './preview-rows.ts'

const sorts = {
  outcome: sql`import_rows.rank`,
  line: sql`import_rows.line`,
}

/** Lists the rows of an import. The caller must have checked that the import belongs to the sender. */
export function listImportRows(
  db: Db,
  importId: number,
  list: QueryOf<typeof imports.importRowList>,
) {
  return findPage({
    list,
    from: db.selectFrom('import_rows'),
    rows: db
      .selectFrom('import_rows')
      .select(['id', 'line', 'label', 'record_id'])
      .select([
        sql<PreviewRow['outcome']>`outcome`.as('outcome'),
        sql<PreviewRow['refusals']>`refusals`.as('refusals'),
        sql<PreviewRow['changes']>`changes`.as('changes'),
        sql<string[]>`warnings`.as('warnings'),
        sql<SameRefusal | null>`same`.as('same'),
      ]),
    conditions: [
      sql<boolean>`import_rows.import_id = ${importId}`,
      // The list shows one entry for all rows refused for the same reasons. A search finds each of these rows.
      ...(list.search === undefined
        ? [sql<boolean>`(import_rows.outcome <> 'refused' or import_rows.same is not null)`]
        : []),
      ...filtered(list, { outcome: (outcome) => sql`import_rows.outcome = ${outcome}` }),
    ],
    searched: searchedLine('import_rows'),
    sorts,
    id: sql.ref('import_rows.id'),
  })
}
