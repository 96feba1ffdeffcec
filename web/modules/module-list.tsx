import { IconKey, IconPencil } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { modules, type Module } from '../../contract/modules.ts'
import { toModuleCreate, toModuleEdit, toSecretManagement } from '../paths.ts'
import { call } from '../api/api-client.ts'
import { formatInstant, formatUpdate } from '../ui/format-date.ts'
import { IconLink } from '../links/icon-link.tsx'
import { NewLink } from '../links/new-link.tsx'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { useApi } from '../api/use-api.ts'
import { useList } from '../list/use-list.ts'
import type { Column } from '../ui/data-table.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { ActiveMark } from '../ui/status-mark.tsx'

const columns: Column<Module, 'name' | 'created_at' | 'updated_at' | 'status'>[] = [
  { header: 'Nome', sort: 'name', cell: ({ name }) => name },
  {
    header: 'Data de criação',
    sort: 'created_at',
    cell: ({ created_at }) => formatInstant(created_at),
  },
  { header: 'Data de atualização', sort: 'updated_at', cell: (module) => formatUpdate(module) },
  { header: 'Status', sort: 'status', cell: ({ status }) => <ActiveMark active={status === 1} /> },
]

/** The modules of a service (console.md §2). */
export default function ModuleList(): ReactElement {
  const { serviceId = 0 } = useSearch({ from: '/module-list' })
  const allows = useAllowedActions('/module-list')
  const service = useApi('serviceGet', { params: { id: String(serviceId) } })
  const { props } = useList({
    query: modules.moduleList.query,
    key: ['moduleList', serviceId],
    read: (query) => call('moduleList', { query: { ...query, service_id: serviceId } }),
  })
  return (
    <ListPage
      title="Módulo"
      subject={service.data && `Serviço: ${service.data.name}`}
      searchLabel="Buscar Módulo:"
      action={allows('create') && <NewLink {...toModuleCreate(serviceId)}>Novo Módulo</NewLink>}
      columns={columns}
      renderActions={({ id, name }) => (
        <>
          {allows('update') && (
            <IconLink {...toModuleEdit(id, serviceId)} icon={IconPencil} label="Editar" of={name} />
          )}
          {allows('secret') && (
            <IconLink
              {...toSecretManagement(id, serviceId)}
              icon={IconKey}
              label="Gerenciar Secret"
              of={name}
            />
          )}
        </>
      )}
      {...props}
    />
  )
}
