import type { ReactElement } from 'react'
import { formatDue } from '../../contract/erasures.ts'
import { formatInstant } from '../../contract/shown.ts'
import { wordFilter } from '../list/list-filters.tsx'
import type { ColumnsOf } from '../list/list-operation.ts'
import { useList } from '../list/use-list.ts'
import { RecordLink } from '../links/record-link.tsx'
import { RelatedLink } from '../links/related-link.tsx'
import { toErasureForm } from '../paths.ts'
import { ListPage } from '../ui/list-page.tsx'
import { StatusMark } from '../ui/status-mark.tsx'

const columns: ColumnsOf<'erasureList'> = [
  {
    header: 'Nome',
    sort: 'name',
    clamp: true,
    cell: ({ id, name }) => <RecordLink {...toErasureForm(id)}>{name}</RecordLink>,
  },
  { header: 'E-mail', sort: 'email', email: true, cell: ({ email }) => email },
  {
    header: 'Excluído em',
    sort: 'deleted_at',
    kind: 'date',
    cell: ({ deleted_at }) => formatInstant(deleted_at),
  },
  { header: 'Fim do prazo', kind: 'date', cell: ({ erasable_at }) => formatInstant(erasable_at) },
  {
    header: 'Status',
    // Wider than a status column, so that 'Prazo cumprido' fits on one line.
    kind: 'text',
    cell: ({ due }) => <StatusMark on={!due}>{formatDue(due)}</StatusMark>,
  },
]

const dueFilter = wordFilter('Status', 'Todos os status', {
  1: formatDue(true),
  0: formatDue(false),
})

/**
 * List of deleted users whose data is not yet erased, oldest deletion first; an addition to the specification (decision
 * 42).
 */
export default function ErasureList(): ReactElement {
  const { props } = useList('erasureList', { filters: { due: dueFilter } })
  return (
    <ListPage
      title="Dados a apagar"
      searchLabel="Buscar pessoa"
      columns={columns}
      renderActions={({ id, name }) => (
        <RelatedLink {...toErasureForm(id)} size="xs" aria-label={`Ver o que é apagado: ${name}`}>
          Ver
        </RelatedLink>
      )}
      {...props}
    />
  )
}
