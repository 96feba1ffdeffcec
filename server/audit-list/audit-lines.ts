import { formatInstant } from '../../contract/shown.ts'
import type { AuditEvent, ExportFormat } from '../../contract/audit-log.ts'
import type { RecordNames } from '../../contract/audit-record-names.ts'
import { operationName } from '../../contract/operation-titles.ts'
import {
  addressOf,
  changesOf,
  companyOf,
  confirmationOf,
  delegatorOf,
  hiddenChangesText,
  recordIdOf,
  actorLabel,
} from '../../contract/audit-words.ts'
import { byteOrderMark, csvLines } from '../exports/csv.ts'

/**
 * A column of the file, with the label of the screen. Unlike the screen, the file also contains names of records and
 * unabbreviated devices.
 */
interface Column {
  header: string
  text: (row: AuditEvent, names: RecordNames) => string | number | null
}

const columns: readonly Column[] = [
  { header: 'Quando', text: (row) => formatInstant(row.happened_at) },
  { header: 'Quem', text: actorLabel },
  { header: 'Por delegação de', text: delegatorOf },
  { header: 'Empresa', text: companyOf },
  { header: 'Operação', text: ({ operation }) => operationName(operation) },
  { header: 'Registro', text: recordIdOf },
  { header: 'Nome do registro', text: ({ record }) => record?.name ?? null },
  { header: 'O que mudou', text: changedLines },
  { header: 'Confirmação', text: confirmationOf },
  { header: 'Endereço', text: addressOf },
  { header: 'Dispositivo', text: ({ user_agent }) => user_agent },
  { header: 'Evento', text: ({ id }) => id },
  { header: 'Parte do evento', text: ({ part_of }) => part_of },
  { header: 'Nº do usuário', text: ({ user }) => user?.id ?? null },
  { header: 'Nº da empresa', text: ({ company }) => company?.id ?? null },
  { header: 'Requisição', text: ({ request_id }) => request_id },
]

/** Returns the changes of an event, one per line. */
function changedLines(row: AuditEvent, names: RecordNames): string {
  if (row.withheld) return hiddenChangesText
  return changesOf(row, names)
    .map(({ label, from, to }) => `${label}: ${from === '' ? to : `${from} → ${to}`}`)
    .join('\n')
}

/** File formats: content type, first bytes, and the lines of some events. */
export const auditLogFiles: Readonly<
  Record<
    ExportFormat,
    {
      type: string
      head: string
      lines: (rows: readonly AuditEvent[], names: RecordNames) => string
    }
  >
> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: byteOrderMark + csvLines([columns.map(({ header }) => header)]),
    lines: (rows, names) =>
      csvLines(rows.map((row) => columns.map(({ text }) => text(row, names)))),
  },
  jsonl: {
    type: 'application/jsonl',
    head: '',
    lines: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  },
}
