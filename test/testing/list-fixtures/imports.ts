import { administratorProfileId } from '../../../contract/constants.ts'
import { importOutcomes } from '../../../contract/imports.ts'
import type { Db } from '../../../server/database/database.ts'
import { insertImport } from '../import-scenario.ts'
import { type ListFixture, listFixture } from './list-fixture.ts'
import { idsOf, names, rows, scattered } from '../list-values.ts'

/** Returns the newest administrator: the caller who reads the list. */
async function lastAdministrator(db: Db): Promise<number> {
  const { user_id } = await db
    .selectFrom('user_profiles')
    .select('user_id')
    .where('profile_id', '=', administratorProfileId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return user_id
}

/** The rows of an import. */
export const importListFixtures = {
  importRowList: listFixture('importRowList', {
    unique: ['line'],
    async seed({ db, clock }) {
      const userId = await lastAdministrator(db)
      const { id } = await insertImport(db, { userId, now: clock.now() })
      const values = rows.map((row) => ({
        import_id: id,
        line: 200 + ((row * 5) % rows.length),
        cells: '{"name":"encoberta"}',
        outcome: scattered(importOutcomes, row, 3),
        label: scattered(names, row, 1),
        refusals: '[]',
        same: '{"rows":1,"lines":"2"}',
        changes: '[]',
      }))
      const made = await db.insertInto('import_rows').values(values).returning('id').execute()
      return {
        ids: idsOf(made),
        params: { id: String(id), kind: 'companies' },
        hidden: ['encoberta'],
      }
    },
    context: () => Promise.resolve(undefined),
    read: (who, query, { id }) =>
      who.call('importRowList', { query, params: { kind: 'companies', id } }),
    see: (row) => ({
      sorts: { outcome: importOutcomes.indexOf(row.outcome), line: row.line },
      filters: { outcome: row.outcome },
      searched: { label: row.label, line: String(row.line) },
    }),
  }),
} satisfies Record<string, ListFixture>
