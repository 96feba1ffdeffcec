import type { AuditEvent, ExportFormat } from '../../contract/trail.ts'
import { trailDifference } from '../../contract/trail-difference.ts'
import { operationName } from '../../contract/trail-operations.ts'
import { recordKindName } from '../../contract/trail-records.ts'
import { shownInstant } from '../../contract/shown.ts'
import { byteOrderMark, csvLines } from '../exports/csv.ts'

/** A column of the file, in the words of the screen. */
interface Column {
  header: string
  text: (row: AuditEvent) => string | number | null
}

const confirmations: Readonly<Record<string, string>> = {
  password: 'Senha',
  federated: 'Provedor de identidade',
}

const columns: readonly Column[] = [
  { header: 'Quando', text: (row) => shownInstant(row.happened_at) },
  { header: 'Quem', text: ({ user }) => user && (user.name ?? `Usuário ${user.id}`) },
  {
    header: 'Por delegação de',
    text: ({ delegation }) => delegation && (delegation.by ?? `Delegação ${delegation.id}`),
  },
  {
    header: 'Empresa',
    text: ({ company }) => company && (company.name ?? `Empresa ${company.id}`),
  },
  { header: 'Operação', text: ({ operation }) => operationName(operation) },
  {
    header: 'Registro',
    text: ({ record }) => record && `${recordKindName(record.kind)} ${record.id}`,
  },
  { header: 'Nome do registro', text: ({ record }) => record?.name ?? null },
  { header: 'O que mudou', text: changesOf },
  {
    header: 'Confirmação',
    text: ({ confirmed_by }) => confirmed_by && (confirmations[confirmed_by] ?? confirmed_by),
  },
  {
    header: 'Endereço',
    text: ({ address, erased }) => (erased.includes('address') ? 'apagado' : address),
  },
  { header: 'Dispositivo', text: ({ user_agent }) => user_agent },
  { header: 'Evento', text: ({ id }) => id },
  { header: 'Requisição', text: ({ request_id }) => request_id },
]

/** What changed, a line each. */
function changesOf({ before, after, erased, withheld }: AuditEvent): string | null {
  if (withheld) return 'Fora do seu alcance'
  const gone = erased.includes('before') || erased.includes('after')
  const lines = trailDifference(before, after).map(({ label, from, to }) =>
    from === '' ? `${label}: ${to}` : `${label}: ${from} → ${to === '' ? '(vazio)' : to}`,
  )
  return (gone ? ['apagado', ...lines] : lines).join('\n') || null
}

/** How a file of events is written: what it begins with, and the lines of some events. */
export const trailFiles: Readonly<
  Record<
    ExportFormat,
    { type: string; head: string; lines: (rows: readonly AuditEvent[]) => string }
  >
> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: byteOrderMark + csvLines([columns.map(({ header }) => header)]),
    lines: (rows) => csvLines(rows.map((row) => columns.map(({ text }) => text(row)))),
  },
  jsonl: {
    type: 'application/jsonl',
    head: '',
    lines: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  },
}
