import { exportRowsHeader, type trail, trailExportMax, trailPage } from '../../contract/trail.ts'
import type { Bytes } from '../../contract/endpoint.ts'
import { type Call, prepared } from '../binder/call.ts'
import { Problem } from '../binder/problem.ts'
import type { Db } from '../database/database.ts'
import type { ExportDesk } from '../exports/export-desk.ts'
import { fileNameOf } from '../exports/file-name.ts'
import { scopeOf } from '../scope/scope.ts'
import type { Clock } from '../shared/clock.ts'
import { trailFiles } from './trail-lines.ts'
import { readPage, requireOrder } from './trail-page.ts'
import { tallyEvents } from './trail-queries.ts'

type Export = typeof trail.auditExport

interface Begun {
  total: number
  from: string
  db: Db
}

/** So many events are read, and in memory, at a time. */
const eventsAtOnce = 500

/**
 * The trail as a file, sent as it is read: events don't change and are only added, so that what lies before the position
 * at which it began is the same on every page, without a snapshot that would be held for minutes. Its event is written
 * before its first byte leaves. A page is read when the one before it was taken: whoever reads slowly holds no connection.
 */
export function trailExport({ clock }: { clock: Clock }, desk: ExportDesk) {
  return prepared<Export, Begun>({
    async prepare(call) {
      const { format: _, ...asked } = call.query
      requireOrder(asked)
      desk.take(orderOf(call))
      const scope = scopeOf(call.who)
      const tally = await desk.turn(orderOf(call), () =>
        tallyEvents(call.db, { scope, asked, most: trailExportMax + 1 }),
      )
      if (tally.total > trailExportMax) throw new Problem('trail-export-too-large')
      // Read from when the transaction of its event is over.
      return { ...tally, db: call.db }
    },
    write(call, { total, from, db }) {
      const { format, ...asked } = call.query
      call.audit({ target: 'list:auditList', after: { rows: total, format, ...asked } })
      call.setHeader(
        'content-disposition',
        `attachment; filename="${fileNameOf('Auditoria', clock.now(), format)}"`,
      )
      call.setHeader(exportRowsHeader, String(total))
      const bytes: Bytes = {
        content: eventsFrom({ ...call, db }, from, desk),
        type: trailFiles[format].type,
      }
      return Promise.resolve(bytes)
    },
  })
}

const orderOf = ({ who, request: { isGone }, whenAnswered }: Call<Export>) => ({
  userId: who.userId,
  isGone,
  whenAnswered,
})

async function* eventsFrom(
  call: Call<Export>,
  from: string,
  desk: ExportDesk,
): AsyncGenerator<Uint8Array> {
  const { format, ...asked } = call.query
  const { head, lines } = trailFiles[format]
  const scope = scopeOf(call.who)
  if (head !== '') yield Buffer.from(head)
  for (let before: string | null = from; before !== null;) {
    const query = { ...asked, take: eventsAtOnce, before }
    const page = await desk.turn(orderOf(call), () => readPage(call.db, scope, query))
    // What the list doesn't answer, no file holds.
    const { rows, names, older } = trailPage.parse(page)
    if (rows.length > 0) yield Buffer.from(lines(rows, names))
    before = older
  }
}
