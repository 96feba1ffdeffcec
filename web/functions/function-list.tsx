import { IconListCheck, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { functions, type FunctionRow } from '../../contract/functions.ts'
import { toActionList, toFunctionCreate, toFunctionEdit } from '../paths.ts'
import { call } from '../api/api-client.ts'
import { formatInstant, formatUpdate } from '../ui/format-date.ts'
import { IconLink } from '../links/icon-link.tsx'
import { NewLink } from '../links/new-link.tsx'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { useList } from '../list/use-list.ts'
import { useScreenGranted } from '../session-state/use-screen-granted.ts'
import { useServiceFilter } from '../list/use-service-filter.ts'
import type { Column } from '../ui/data-table.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { ActiveMark } from '../ui/status-mark.tsx'

type Sort = 'name' | 'module' | 'url' | 'created_at' | 'updated_at' | 'status'

const columns: Column<FunctionRow, Sort>[] = [
  { header: 'Nome', sort: 'name', cell: ({ name }) => name },
  { header: 'Módulo', sort: 'module', cell: ({ module }) => module.name },
  // Kept with a leading '/', shown without (console.md §3).
  { header: 'Url', sort: 'url', cell: ({ url }) => url.replace(/^\//, '') },
  {
    header: 'Data de criação',
    sort: 'created_at',
    cell: ({ created_at }) => formatInstant(created_at),
  },
  { header: 'Data de atualização', sort: 'updated_at', cell: (row) => formatUpdate(row) },
  { header: 'Status', sort: 'status', cell: ({ status }) => <ActiveMark active={status === 1} /> },
]

/** The functions of the modules (console.md §2). */
export default function FunctionList(): ReactNode {
  const allows = useAllowedActions('/function-list')
  const showsActions = useScreenGranted('/action-list')
  const service_id = useServiceFilter()
  const { props } = useList({
    query: functions.functionList.query,
    key: ['functionList', service_id],
    read: (query) => call('functionList', { query: { ...query, service_id } }),
  })
  return (
    <ListPage
      title="Função"
      searchLabel="Buscar Função"
      action={allows('create') && <NewLink {...toFunctionCreate()}>Nova Função</NewLink>}
      columns={columns}
      renderActions={({ id, name }) => (
        <>
          {allows('update') && (
            <IconLink {...toFunctionEdit(id)} icon={IconPencil} label="Editar" of={name} />
          )}
          {showsActions && (
            <IconLink {...toActionList(id)} icon={IconListCheck} label="Ações" of={name} />
          )}
        </>
      )}
      {...props}
    />
  )
}
