import { IconPencil, IconPuzzle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { services, type Service } from '../../contract/services.ts'
import { toModuleList, toServiceForm } from '../paths.ts'
import { call } from '../api/api-client.ts'
import { formatInstant, formatUpdate } from '../ui/format-date.ts'
import { IconLink } from '../links/icon-link.tsx'
import { NewLink } from '../links/new-link.tsx'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { useList } from '../list/use-list.ts'
import { useScreenGranted } from '../session-state/use-screen-granted.ts'
import type { Column } from '../ui/data-table.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { ActiveMark } from '../ui/status-mark.tsx'

const columns: Column<Service, 'name' | 'created_at' | 'updated_at' | 'status'>[] = [
  { header: 'Nome', sort: 'name', cell: ({ name }) => name },
  {
    header: 'Data de criação',
    sort: 'created_at',
    cell: ({ created_at }) => formatInstant(created_at),
  },
  { header: 'Data de atualização', sort: 'updated_at', cell: (service) => formatUpdate(service) },
  { header: 'Status', sort: 'status', cell: ({ active }) => <ActiveMark active={active} /> },
]

/** The services (console.md §2). */
export default function ServiceList(): ReactNode {
  const allows = useAllowedActions('/service-list')
  const showsModules = useScreenGranted('/module-list')
  const { props } = useList({
    query: services.serviceList.query,
    key: ['serviceList'],
    read: (query) => call('serviceList', { query }),
  })
  return (
    <ListPage
      title="Serviços"
      searchLabel="Buscar Serviço"
      action={allows('create') && <NewLink {...toServiceForm()}>Novo Serviço</NewLink>}
      columns={columns}
      renderActions={({ id, name }) => (
        <>
          {allows('update') && (
            <IconLink {...toServiceForm(id)} icon={IconPencil} label="Editar" of={name} />
          )}
          {showsModules && (
            <IconLink {...toModuleList(id)} icon={IconPuzzle} label="Módulos" of={name} />
          )}
        </>
      )}
      {...props}
    />
  )
}
