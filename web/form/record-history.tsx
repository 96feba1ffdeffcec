import { useQuery } from '@tanstack/react-query'
import { changesOf, hiddenChangesText, userLabel } from '../../contract/audit-words.ts'
import type { AuditEvent } from '../../contract/audit-log.ts'
import type { RecordNames } from '../../contract/audit-record-names.ts'
import { operationName } from '../../contract/operation-titles.ts'
import type { RecordKind } from '../../contract/record-kinds.ts'
import { formatInstant } from '../../contract/shown.ts'
import { queryOf } from '../api/query-of.ts'
import { RelatedLink } from '../links/related-link.tsx'
import { toHistoryOf } from '../paths.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'
import { ChangeList } from '../ui/change-list.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { ListNote, ListUnreadable } from '../ui/list-note.tsx'
import { RecordCard } from './record-parts.tsx'

/** Number of the newest events shown; the audit log has the others. */
const shownEvents = 10

const columns = (names: RecordNames): readonly Column<AuditEvent>[] => [
  { header: 'Quando', kind: 'date', cell: ({ happened_at }) => formatInstant(happened_at) },
  { header: 'Operação', kind: 'text', cell: ({ operation }) => operationName(operation) },
  { header: 'Quem', kind: 'name', cell: userLabel },
  {
    header: 'O que mudou',
    kind: 'long',
    cell: (event) =>
      event.withheld ? (
        hiddenChangesText
      ) : (
        <ChangeList label="O que mudou" changes={changesOf(event, names)} />
      ),
  },
]

interface RecordHistoryProps {
  of: RecordKind
  id: number
}

/** Tab of a record with its newest audit events. Only for users who may open the audit log (decision 40). */
export function RecordHistory({ of, id }: RecordHistoryProps) {
  const record = `${of}:${id}`
  const { data, error, refetch } = useQuery(
    queryOf('auditList', { query: { record, take: shownEvents } }),
  )
  useEndedSession(error)
  const empty = data?.rows.length === 0
  return (
    <RecordCard
      id="historico"
      title="Histórico"
      action={<RelatedLink {...toHistoryOf(record)}>Ver na Auditoria</RelatedLink>}
    >
      {error && <ListUnreadable onRetry={() => void refetch()} />}
      {!error && !empty && (
        <DataTable
          label="Histórico"
          columns={columns(data?.names ?? {})}
          rows={data?.rows}
          expectedRows={shownEvents}
        />
      )}
      <ListNote>{empty && 'Este registro ainda não tem eventos na auditoria.'}</ListNote>
    </RecordCard>
  )
}
