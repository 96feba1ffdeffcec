import type { AuditLogEndpoints } from '../../contract/audit-log.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { jobFor } from '../pipeline/work-order.ts'
import type { ExportQueue } from '../exports/export-queue.ts'
import { scopeOf } from '../scope/scope.ts'
import type { Clock } from '../shared/clock.ts'
import { FairQueue } from '../shared/fair-queue.ts'
import { auditExport } from './audit-export.ts'
import { readPage } from './audit-page.ts'
import { findCompanies, findPeople } from './audit-list-queries.ts'

/**
 * Maximum number of concurrent reads per process. Each read holds a connection, and a filter with few matches may take
 * seconds.
 */
const maxConcurrentReads = 4

/** Handlers that read the audit log. Only an export writes: it adds its own event. */
export function auditRoutes(
  parts: { clock: Clock },
  queue: ExportQueue,
): Handlers<AuditLogEndpoints> {
  const reading = new FairQueue({ name: 'audit', slots: maxConcurrentReads, limit: 256 })
  return {
    auditList: ({ read, who, query, request }) =>
      reading.run(jobFor(request, who), () => read((db) => readPage(db, scopeOf(who), query))),
    async auditChoice({ db, who, query: { kind, id, search } }) {
      const find = kind === 'user' ? findPeople : findCompanies
      return { rows: await find(db, scopeOf(who), { id, search }) }
    },
    auditExport: auditExport(parts, queue),
  }
}
