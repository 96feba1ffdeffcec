import { z } from 'zod'
import { api, type ExportOperation, type resources } from '../../contract/api.ts'
import type { Endpoint, Endpoints } from '../../contract/endpoint.ts'
import type { ListPage } from '../../contract/list.ts'
import type { Table } from '../../contract/table.ts'
import { type Call, type Handler, type Handlers, prepared } from '../binder/call.ts'
import type { Clock } from '../shared/clock.ts'
import { byteOrderMark, csvLines } from './csv.ts'
import { ExportDesk } from './export-desk.ts'
import { fileNameOf } from './file-name.ts'
import { readWhole } from './read-whole.ts'

/** So many rows are read at a time; everybody else's requests take their turns in between. */
const rowsAtOnce = 1000

type ExportRoutes = Pick<Handlers<typeof api>, ExportOperation>

/** A handler for the export of every list: it asks the handler of the list, page by page (decision 28). */
export function exportRoutes(
  { clock }: { clock: Clock },
  handlers: Handlers<typeof resources>,
): ExportRoutes {
  const desk = new ExportDesk()
  const endpoints: Endpoints = api
  // Each was checked against its own endpoint; lists are read by plain handlers.
  const handlerOf = handlers as unknown as Record<string, Handler<Endpoint>>
  const exporters = Object.entries(endpoints).flatMap(([operation, { exports: name }]) => {
    if (name === undefined) return []
    const [endpoint, handler] = [endpoints[name], handlerOf[name]]
    if (!endpoint || !handler) throw new Error(`${operation} has no list.`)
    return [[operation, exporterOf({ name, endpoint, handler }, desk, clock)]]
  })
  // By name, as the contract makes the operations.
  return Object.fromEntries(exporters) as ExportRoutes
}

interface List {
  name: string
  endpoint: Endpoint
  handler: Handler<Endpoint>
}

/** The file is whole before its event is written, and both are before its first byte leaves. */
function exporterOf({ name, endpoint, handler }: List, desk: ExportDesk, clock: Clock) {
  const { success, table } = endpoint
  if (!table || !(success instanceof z.ZodType)) throw new Error(`${name} is no list.`)
  return prepared<Endpoint, { content: Buffer; rows: number }>({
    prepare(call) {
      const { who, request, whenAnswered } = call
      if (!who) throw new Error(`${name} is public.`)
      const { isGone } = request
      return desk.run({ userId: who.userId, isGone, whenAnswered }, async () => {
        const columns = columnsFor(call, table)
        const lines = (cells: Parameters<typeof csvLines>[0]) => Buffer.from(csvLines(cells))
        const parts = [Buffer.from(byteOrderMark), lines([columns.map(({ header }) => header)])]
        const rows = await readWhole({
          db: call.db,
          isGone,
          async readPage(db, page) {
            // What a page is asked for is known of every list; the rest is its own query, checked already.
            const query = { ...Object(call.query), page, take: rowsAtOnce } as never
            return success.parse(await handler({ ...call, db, query })) as ListPage
          },
          onRows: (found) =>
            // The rows of a list fit its own table.
            parts.push(lines(found.map((row) => columns.map(({ text }) => text(row as never))))),
        })
        return { content: Buffer.concat(parts), rows }
      })
    },
    write({ audit, query, params, setHeader }, { content, rows }) {
      const asked = JSON.parse(JSON.stringify({ ...Object(params), ...Object(query) })) 
      audit({ target: `list:${name}`, after: { rows, asked } })
      const file = fileNameOf(table.name, clock.now())
      setHeader('content-disposition', `attachment; filename="${file}"`)
      return Promise.resolve({ content, type: 'text/csv; charset=utf-8' } as never)
    },
  })
}

function columnsFor({ who }: Call<Endpoint>, { columns }: Table<never>) {
  const administrator = who?.place?.grants.administrator === true
  return columns.filter(({ administratorsOnly }) => administrator || !administratorsOnly)
}
