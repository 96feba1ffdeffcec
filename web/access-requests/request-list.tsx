import type { ReactElement } from 'react'
import { accessRequestStates, type AccessRequest } from '../../contract/access-requests.ts'
import { formatInstant, shownDay } from '../../contract/shown.ts'
import { wordFilter } from '../list/list-filters.tsx'
import type { ColumnsOf } from '../list/list-operation.ts'
import { moduleFilter, recordFilter } from '../list/record-filter.tsx'
import { useList } from '../list/use-list.ts'
import { RecordLink } from '../links/record-link.tsx'
import { RelatedLink } from '../links/related-link.tsx'
import { toRequestForm } from '../paths.ts'
import { useSeesEveryCompany } from '../session-state/use-allowed-actions.ts'
import type { Column } from '../ui/data-table.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { RequestState } from './request-state.tsx'
import { partText } from './requested-place.ts'

const columnsOf = (everyCompany: boolean): ColumnsOf<'accessRequestList'> => [
  {
    header: 'Pessoa',
    sort: 'name',
    clamp: true,
    cell: ({ id, requester }) => <RecordLink {...toRequestForm(id)}>{requester.name}</RecordLink>,
  },
  { header: 'Módulo', sort: 'module', clamp: true, cell: moduleOf },
  ...(everyCompany ? [companyColumn] : []),
  {
    header: 'Pedido em',
    sort: 'created_at',
    kind: 'date',
    cell: ({ created_at }) => formatInstant(created_at),
  },
  {
    header: 'Até',
    kind: 'short',
    priority: 4,
    cell: ({ end_date }) => end_date && shownDay(end_date),
  },
  {
    header: 'Vence em',
    sort: 'expires_at',
    kind: 'date',
    priority: 4,
    cell: ({ expires_at }) => formatInstant(expires_at),
  },
  { header: 'Situação', sort: 'state', kind: 'status', cell: (row) => <RequestState {...row} /> },
]

const companyColumn: Column<AccessRequest, 'company'> = {
  header: 'Empresa',
  sort: 'company',
  clamp: true,
  cell: ({ company }) => company.name,
}

/** The module with its SPID, or with the function that is requested. */
function moduleOf(request: AccessRequest): string {
  const { module, spid } = request
  return [module.name, spid !== null && `SPID ${spid}`, partText(request)]
    .filter(Boolean)
    .join(' · ')
}

const awaitsMeFilter = wordFilter('Decisão', 'Todos os pedidos', { 1: 'Espera a minha decisão' })
const stateFilter = wordFilter('Situação', 'Todas as situações', accessRequestStates)
const companyFilter = recordFilter('companyList', 'Empresa', 'Todas as empresas')

/** Requests for access, newest first; an addition to the specification (decision 101). */
export default function RequestList(): ReactElement {
  const everyCompany = useSeesEveryCompany('/request-list')
  const { props } = useList('accessRequestList', {
    refreshEvery: 15_000,
    filters: {
      awaits_me: awaitsMeFilter,
      state: stateFilter,
      module_id: moduleFilter,
      ...(everyCompany && { company_id: companyFilter }),
    },
  })
  return (
    <ListPage
      title="Pedidos de acesso"
      searchLabel="Buscar pedido"
      nothingYet="Ninguém pediu acesso."
      nothingDoor="open"
      columns={columnsOf(everyCompany)}
      renderActions={({ id, requester, module, awaits_me }) => {
        const word = awaits_me ? 'Decidir' : 'Ver'
        return (
          <RelatedLink
            {...toRequestForm(id)}
            size="xs"
            aria-label={`${word}: ${module.name} para ${requester.name}`}
          >
            {word}
          </RelatedLink>
        )
      }}
      {...props}
    />
  )
}
