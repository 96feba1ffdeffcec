import type { ReactElement } from 'react'
import { dataRequestFilters, dataRequestStates } from '../../contract/data-requests.ts'
import { correctionFields } from '../../contract/correction-fields.ts'
import { formatInstant } from '../../contract/shown.ts'
import { wordFilter } from '../list/list-filters.tsx'
import type { ColumnsOf } from '../list/list-operation.ts'
import { useList } from '../list/use-list.ts'
import { RecordLink } from '../links/record-link.tsx'
import { RelatedLink } from '../links/related-link.tsx'
import { toDataRequestForm } from '../paths.ts'
import { ListPage } from '../ui/list-page.tsx'
import { StatusMark } from '../ui/status-mark.tsx'

const columns: ColumnsOf<'dataRequestList'> = [
  {
    header: 'Pessoa',
    sort: 'name',
    clamp: true,
    cell: ({ id, name }) => <RecordLink {...toDataRequestForm(id)}>{name}</RecordLink>,
  },
  { header: 'E-mail', email: true, cell: ({ email }) => email },
  { header: 'Dado', sort: 'field', cell: ({ field }) => correctionFields[field] },
  {
    header: 'Pedido em',
    sort: 'created_at',
    kind: 'date',
    cell: ({ created_at }) => formatInstant(created_at),
  },
  { header: 'Prazo', sort: 'due_at', kind: 'date', cell: ({ due_at }) => formatInstant(due_at) },
  {
    header: 'Status',
    sort: 'state',
    kind: 'short',
    cell: ({ state }) => (
      <StatusMark on={state === 'answered'} late={state === 'late'}>
        {dataRequestStates[state]}
      </StatusMark>
    ),
  },
]

const stateFilter = wordFilter('Status', 'Todos os status', dataRequestFilters)
const fieldFilter = wordFilter('Dado', 'Todos os dados', correctionFields)

/** List of correction requests, open ones first by due date; an addition to the specification (decision 42). */
export default function DataRequestList(): ReactElement {
  const { props } = useList('dataRequestList', {
    filters: { state: stateFilter, field: fieldFilter },
  })
  return (
    <ListPage
      title="Pedidos de titulares"
      searchLabel="Buscar pedido"
      columns={columns}
      renderActions={({ id, name, field, state }) => {
        const word = state === 'answered' ? 'Ver' : 'Responder'
        return (
          <RelatedLink
            {...toDataRequestForm(id)}
            size="xs"
            aria-label={`${word}: ${correctionFields[field]} de ${name}`}
          >
            {word}
          </RelatedLink>
        )
      }}
      {...props}
    />
  )
}
