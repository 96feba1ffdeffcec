import type { AuditFilters } from '../contract/audit-log.ts'
import { readPage } from '../server/audit-list/audit-page.ts'
import { writeEvent } from '../test/testing/audit-scenario.ts'
import type { FilledLog } from './fill-audit-log.ts'

/** A read or write of the audit log, repeated to measure its duration. */
export interface AuditMeasure {
  name: string
  ask: (log: FilledLog, round: number) => Promise<unknown>
}

function page(name: string, filters: AuditFilters = {}, deep = false): AuditMeasure {
  return {
    name,
    async ask({ db, middle }) {
      const before = deep ? middle : undefined
      const { rows } = await readPage(db, 'everything', { ...filters, take: 50, before })
      // Two filters may match no event together, which is their slowest case.
      if (rows.length === 0 && Object.keys(filters).length < 2)
        throw new Error(`${name} found nothing.`)
    },
  }
}

const company = (companyId: number): AuditMeasure => ({
  name: 'a company reads its own, first page',
  ask: ({ db }) => readPage(db, { companyId }, { take: 50 }),
})

/** Reads of the first page, and of pages in the middle of the log (`deep`), with different filters. */
export const auditMeasures: readonly AuditMeasure[] = [
  page('first page'),
  page('deep page', {}, true),
  page('person', { user_id: 7 }),
  page('person, deep', { user_id: 7 }, true),
  page('company', { company_id: 3 }),
  page('company, deep', { company_id: 3 }, true),
  page('frequent operation', { operation: 'authLocal' }),
  page('frequent operation, deep', { operation: 'authLocal' }, true),
  page('rare operation', { operation: 'networkUnlock' }),
  page('record', { record: 'user:11' }),
  page('days', { since: '2026-03-01', until: '2026-03-02' }),
  page('person and frequent operation', { user_id: 7, operation: 'authLocal' }),
  page('company and rare operation', { company_id: 3, operation: 'networkUnlock' }),
  company(3),
]

/** Writes events. Its duration includes the update of the indexes that the reads need. */
export const writeMeasure: AuditMeasure = {
  name: '100 events written',
  ask: ({ db }, round) =>
    db.transaction().execute(async (writing) => {
      for (let n = 0; n < 100; n++)
        await writeEvent(writing, {
          userId: 1 + (n % 900),
          companyId: 1 + ((round + n) % 40),
          target: `user:${n}`,
        })
    }),
}
