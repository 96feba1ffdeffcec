import { api, type Operation } from '../../contract/api.ts'
import { maskCnpj } from '../../contract/cnpj.ts'
import type { Bytes } from '../../contract/endpoint.ts'
import { importKinds } from '../../contract/import-kinds.ts'
import { extraColumnSources, type userExports } from '../../contract/user-exports.ts'
import type { Db } from '../database/database.ts'
import { type Handlers, transaction } from '../pipeline/handler.ts'
import type { Principal } from '../pipeline/principal.ts'
import { byteOrderMark, csvLines } from '../exports/csv.ts'
import type { ExportQueue } from '../exports/export-queue.ts'
import { fileNameOf } from '../exports/file-name.ts'
import { readWhole } from '../exports/read-whole.ts'
import { awaitsApproval } from '../recoveries/recovery-approval.ts'
import { scopeOf, scopeThrough, scopeToInvite } from '../scope/scope.ts'
import type { Clock } from '../shared/clock.ts'
import { type ExportScopes, listUserLines, type UserLine } from './user-export-queries.ts'

interface File {
  content: Buffer
  rows: number
}

/**
 * Maximum number of lines per statement. The number is high because each page reads all lines of the previous pages
 * again.
 */
const maxLinesPerPage = 10_000

/**
 * Exports users with their assignments, as a file that can be imported. The file is complete before the response starts
 * (decision 28).
 */
export function userExportRoutes(
  { clock }: { clock: Clock },
  queue: ExportQueue,
): Handlers<typeof userExports> {
  return {
    userExport: transaction<typeof userExports.userExport, File>({
      beforeTransaction({ read, who, query, request: { isGone }, onResponseSent }) {
        const scopes = scopesOf(who, clock.now())
        const columns = columnsFor(who)
        const headers = columns.map((name) => importKinds.users.columns[name].header)
        const fileFrom = async (db: Db): Promise<File> => {
          const parts = [byteOrderMark, csvLines([headers])]
          const rows = await readWhole<UserLine>({
            db,
            isGone,
            readPage: (snapshot, page) =>
              listUserLines(snapshot, scopes, query, {
                page,
                take: maxLinesPerPage,
                now: clock.now(),
              }),
            onRows: (lines) =>
              parts.push(csvLines(lines.map((line) => columns.map((name) => cellOf(line, name))))),
          })
          return { content: Buffer.from(parts.join('')), rows }
        }
        const order = { userId: who.userId, isGone, onResponseSent }
        return queue.run(order, () => read(fileFrom))
      },
      run({ audit, query, setHeader }, { content, rows }) {
        audit({ target: 'list:userSearch', after: { rows, ...query } })
        setHeader(
          'content-disposition',
          `attachment; filename="${fileNameOf('Usuários', clock.now())}"`,
        )
        const bytes: Bytes = { content, type: 'text/csv; charset=utf-8' }
        return Promise.resolve(bytes)
      },
    }),
  }
}

type Column = keyof typeof importKinds.users.columns
const allColumns = Object.keys(importKinds.users.columns) as Column[]
const operationOf: Partial<Record<Column, Operation>> = extraColumnSources

/** Returns the columns of the import that the caller may read, in the order of the import. */
function columnsFor(who: Principal): Column[] {
  return allColumns.filter((name) => {
    const operation = operationOf[name]
    return operation === undefined || scopeThrough(who, api[operation]) !== undefined
  })
}

/** Returns the scope of each part of a line: the same scope as in the read operation that shows this part. */
const scopesOf = (who: Principal, now: Date): ExportScopes => ({
  people: scopeOf(who),
  invited: scopeToInvite(who),
  recovering: awaitsApproval(who, now),
  code: scopeThrough(who, api[extraColumnSources.code]),
  held: scopeThrough(who, api[extraColumnSources.profile]),
})

function cellOf(line: UserLine, name: Column): string | null {
  if (name === 'document' && line.document !== null) return maskCnpj(line.document)
  return line[name]
}
