import type { Selectable } from 'kysely'
import type { CompanySpid } from '../../contract/spids.ts'
import type { Database } from '../../database/database-types.ts'
import { type RecordTable, recordTable } from '../database/record-table.ts'
import { insertSpids, listSpids, replaceSpids } from './spid-queries.ts'

type CompanyValues = Pick<
  Selectable<Database['companies']>,
  'name' | 'email' | 'document' | 'active' | 'assignment_days_max'
>

/**
 * A company with its SPIDs, as recorded in the audit log. After a save that deleted SPIDs, also the number of ended
 * assignments.
 */
export type CompanyRecord = CompanyValues & {
  id: number
  version: number
  spids: { spid: string; description: string }[]
  user_profiles_ended?: number
  people_concerned?: number
}

const table = recordTable('companies', [
  'name',
  'email',
  'document',
  'active',
  'assignment_days_max',
])

/** Locks and saves a company together with its SPIDs: one record, one version, one audit event. */
export const companyTable: RecordTable<
  CompanyRecord,
  Omit<CompanyValues, 'active'> & { spids: readonly CompanySpid[] },
  Omit<CompanyValues, 'assignment_days_max'> & {
    spids: readonly CompanySpid[] | undefined
    /** If undefined, it does not change. */
    assignment_days_max: number | null | undefined
  }
> = {
  async lock(db, id, condition, options) {
    const row = await table.lock(db, id, condition, options)
    return row && { ...row, spids: await listSpids(db, id) }
  },
  async insert(db, { spids, ...values }) {
    const row = await table.insert(db, values)
    await insertSpids(db, row.id, spids)
    return { ...row, spids: await listSpids(db, row.id) }
  },
  async update(db, before, { spids, document, ...values }) {
    // An unchanged key column is not part of the UPDATE. Otherwise the UPDATE would lock the row more strongly and
    // block foreign-key checks.
    const changes = document === before.document ? values : { ...values, document }
    const row = await table.update(db, before, changes)
    if (!spids) return { ...row, spids: before.spids }
    const ended = await replaceSpids(db, row.id, before.spids, spids)
    return {
      ...row,
      spids: await listSpids(db, row.id),
      ...(before.spids.length > 0 && {
        user_profiles_ended: ended.user_profiles,
        people_concerned: ended.people,
      }),
    }
  },
}
