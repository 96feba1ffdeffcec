import { maskCnpj } from '../../contract/cnpj.ts'
import type { Bytes } from '../../contract/endpoint.ts'
import { importHeaders } from '../../contract/import-kinds.ts'
import type { userExports } from '../../contract/user-exports.ts'
import { type Handlers, prepared } from '../binder/call.ts'
import { byteOrderMark, csvLines } from '../exports/csv.ts'
import type { ExportDesk } from '../exports/export-desk.ts'
import { fileNameOf } from '../exports/file-name.ts'
import { readWhole } from '../exports/read-whole.ts'
import type { Clock } from '../shared/clock.ts'
import { listUserLines, type UserLine } from './user-export-queries.ts'

interface File {
  content: Buffer
  rows: number
}

/** So many lines a statement reads: few statements, since each passes over the lines before its own once more. */
const linesAtOnce = 10_000

/** People with what they hold as the file that an import of them takes; whole before its first byte leaves (decision 28). */
export function userExportRoutes(
  { clock }: { clock: Clock },
  desk: ExportDesk,
): Handlers<typeof userExports> {
  return {
    userExport: prepared<typeof userExports.userExport, File>({
      prepare({ db, who, query, request: { isGone }, whenAnswered }) {
        const parts = [byteOrderMark, csvLines([importHeaders('users')])]
        return desk.run({ userId: who.userId, isGone, whenAnswered }, async () => {
          const rows = await readWhole<UserLine>({
            db,
            isGone,
            readPage: (snapshot, page) =>
              listUserLines(snapshot, who, query, { page, take: linesAtOnce, now: clock.now() }),
            onRows: (lines) => parts.push(csvLines(lines.map((line) => cellsOf(line)))),
          })
          return { content: Buffer.from(parts.join('')), rows }
        })
      },
      write({ audit, query, setHeader }, { content, rows }) {
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

/** In the order of the import's columns. */
function cellsOf(line: UserLine) {
  const { name, email, phone_number, code, document, spid, service, module, profile } = line
  const cnpj = document === null ? null : maskCnpj(document)
  return [name, email, phone_number, code, cnpj, spid, service, module, profile]
}
