import { z } from 'zod'
import type { JsonValue } from '../../database/database-types.ts'
import { api, type ExportOperation, type resources } from '../../contract/api.ts'
import type { Bytes, Endpoint, Endpoints } from '../../contract/endpoint.ts'
import type { Table, TableColumn } from '../../contract/table.ts'
import type { Call } from '../pipeline/call.ts'
import { type Run, type Handlers, transaction } from '../pipeline/handler.ts'
import { scopeOf } from '../scope/scope.ts'
import type { Clock } from '../shared/clock.ts'
import { byteOrderMark, csvLines } from './csv.ts'
import type { ExportQueue } from './export-queue.ts'
import { fileNameOf } from './file-name.ts'
import { type AnyPage, readWhole } from './read-whole.ts'

/**
 * Number of rows per statement. The number is high because each statement reads all rows of the previous pages again.
 */
const rowsPerStatement = 10_000

type ExportRoutes = Pick<Handlers<typeof api>, ExportOperation>

/** A list endpoint, without its row type. */
interface List {
  name: string
  /** Schema that strips undeclared fields. */
  rows: z.ZodType<readonly object[]>
  table: Table<never>
  run: Run<Endpoint>
}

/**
 * Returns the handlers of all exports. Each export reads its rows page by page through the handler of the list
 * (decision 28).
 */
export function exportRoutes(
  { clock }: { clock: Clock },
  handlers: Handlers<typeof resources>,
  queue: ExportQueue,
): ExportRoutes {
  const endpoints: Endpoints = api
  // TypeScript checked each handler against its own endpoint. From here on they share one type.
  const runOf = handlers as unknown as Record<string, Run<Endpoint>>
  const exporters = Object.entries(endpoints).flatMap(([operation, { exports: name = '' }]) => {
    const [endpoint, run] = [endpoints[name], runOf[name]]
    if (!endpoint?.table || !run || !(endpoint.success instanceof z.ZodObject)) return []
    const rows = endpoint.success.shape['rows'] as List['rows']
    return [[operation, exporterOf({ name, rows, table: endpoint.table, run }, queue, clock)]]
  })
  return Object.fromEntries(exporters) as ExportRoutes
}

/**
 * Returns the handler of an export. It reads the whole file, then writes the audit event, and then sends the first
 * byte.
 */
function exporterOf(list: List, queue: ExportQueue, clock: Clock) {
  return transaction<Endpoint, File>({
    beforeTransaction(call) {
      const { who, request, onResponseSent } = call
      if (!who) throw new Error(`The list ${list.name} is public.`)
      const order = { userId: who.userId, isGone: request.isGone, onResponseSent }
      return queue.run(order, () => call.read((db) => fileOf(list, { ...call, db })))
    },
    run({ audit, query, params, setHeader }, { content, rows }) {
      audit({ target: `list:${list.name}`, after: { rows, ...asJson(params), ...asJson(query) } })
      const name = fileNameOf(list.table.name, clock.now())
      setHeader('content-disposition', `attachment; filename="${name}"`)
      const bytes: Bytes = { content, type: 'text/csv; charset=utf-8' }
      // The success type of this endpoint is bytes, which the generic endpoint type does not express.
      return Promise.resolve(bytes as never)
    },
  })
}

interface File {
  content: Buffer
  rows: number
}

async function fileOf({ rows: schema, table, run }: List, call: Call<Endpoint>): Promise<File> {
  const columns = columnsFor(call, table)
  const parts = [byteOrderMark, csvLines([columns.map(({ header }) => header)])]
  const rows = await readWhole({
    db: call.db,
    isGone: call.request.isGone,
    async readPage(db, page) {
      const query = { ...asJson(call.query), page, take: rowsPerStatement }
      const found: unknown = await run({ ...call, db, query })
      return found as AnyPage
    },
    onRows: (found) =>
      parts.push(csvLines(schema.parse(found).map((row) => cellsOf(columns, row)))),
  })
  return { content: Buffer.from(parts.join('')), rows }
}

function columnsFor({ who }: Call<Endpoint>, { columns }: Table<never>) {
  const all = who !== undefined && scopeOf(who) === 'everything'
  return columns.filter(({ everyCompanyOnly }) => all || !everyCompanyOnly)
}

/** Returns the cells of a row. The cast is safe because rows and table belong to the same list. */
function cellsOf(columns: readonly TableColumn<never>[], row: object) {
  return columns.map(({ text }) => text(row as never))
}

/** Casts parameters to JSON. They come from JSON or a URL, so they are JSON values. */
function asJson(parameters: unknown): Record<string, JsonValue | undefined> {
  return Object(parameters) as Record<string, JsonValue | undefined>
}
