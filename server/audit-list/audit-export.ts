import {
  exportRowsHeader,
  type AuditLogEndpoints,
  auditExportMax,
  auditPage,
} from '../../contract/audit-log.ts'
import type { Bytes } from '../../contract/endpoint.ts'
import type { Call } from '../pipeline/call.ts'
import { transaction } from '../pipeline/handler.ts'
import { Problem } from '../pipeline/problem.ts'
import type { ExportQueue } from '../exports/export-queue.ts'
import { fileNameOf } from '../exports/file-name.ts'
import { scopeOf } from '../scope/scope.ts'
import type { Clock } from '../shared/clock.ts'
import { auditLogFiles } from './audit-lines.ts'
import { readPage, requireOrder } from './audit-page.ts'
import { tallyEvents } from './audit-list-queries.ts'

type Export = AuditLogEndpoints['auditExport']

interface PreparedExport {
  total: number
  from: string
}

/** Maximum number of events per page; only one page is in memory. */
const maxEventsPerPage = 500

/**
 * Streams the audit log as a file. Events are append-only, so pages that start at a fixed position are consistent
 * without a long-running snapshot. The transaction that adds the export's own event commits before the first byte is
 * sent. Each page is read only after the client has consumed the previous one, so that a slow client holds no
 * connection.
 */
export function auditExport({ clock }: { clock: Clock }, queue: ExportQueue) {
  return transaction<Export, PreparedExport>({
    async beforeTransaction(call) {
      const { format: _, ...filters } = call.query
      requireOrder(filters)
      queue.admit(orderOf(call))
      const scope = scopeOf(call.who)
      const tally = await queue.runPart(orderOf(call), () =>
        call.read((db) => tallyEvents(db, { scope, filters, countLimit: auditExportMax + 1 })),
      )
      if (tally.total > auditExportMax) throw new Problem('trail-export-too-large')
      return tally
    },
    run(call, { total, from }) {
      const { format, ...filters } = call.query
      call.audit({ target: 'list:auditList', after: { rows: total, format, ...filters } })
      call.setHeader(
        'content-disposition',
        `attachment; filename="${fileNameOf('Auditoria', clock.now(), format)}"`,
      )
      call.setHeader(exportRowsHeader, String(total))
      const bytes: Bytes = {
        // Streams after the transaction of the audit event has ended, so not with `call.db`.
        content: eventsFrom(call, from, queue),
        type: auditLogFiles[format].type,
      }
      return Promise.resolve(bytes)
    },
  })
}

const orderOf = ({ who, request: { isGone }, onResponseSent }: Call<Export>) => ({
  userId: who.userId,
  isGone,
  onResponseSent,
})

async function* eventsFrom(
  call: Call<Export>,
  from: string,
  queue: ExportQueue,
): AsyncGenerator<Uint8Array> {
  const { format, ...filters } = call.query
  const { head, lines } = auditLogFiles[format]
  const scope = scopeOf(call.who)
  if (head !== '') yield Buffer.from(head)
  for (let before: string | null = from; before !== null;) {
    const query = { ...filters, take: maxEventsPerPage, before }
    const page = await queue.runPart(orderOf(call), () =>
      call.read((db) => readPage(db, scope, query)),
    )
    // The schema strips the fields that the list does not return.
    const { rows, names, older } = auditPage.parse(page)
    if (rows.length > 0) yield Buffer.from(lines(rows, names))
    before = older
  }
}
