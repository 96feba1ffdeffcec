import { IconKey } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { toModuleCreate, toModuleEdit, toSecretManagement } from '../paths.ts'
import { EditLink } from '../links/edit-link.tsx'
import { IconLink } from '../links/icon-link.tsx'
import { NewLink } from '../links/new-link.tsx'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { useApi } from '../api/use-api.ts'
import { createdColumn, nameColumn, statusColumn, updatedColumn } from '../list/record-columns.tsx'
import { statusFilter } from '../list/list-filters.tsx'
import { useList } from '../list/use-list.ts'
import { ListPage } from '../ui/list-page.tsx'

/** The modules of a service (console.md §2). */
export default function ModuleList(): ReactElement {
  const { serviceId = 0 } = useSearch({ from: '/module-list' })
  const allows = useAllowedActions('/module-list')
  const service = useApi('serviceGet', { params: { id: String(serviceId) } })
  const { props } = useList('moduleList', {
    query: { service_id: serviceId },
    filters: { status: statusFilter },
  })
  return (
    <ListPage
      title="Módulo"
      subject={service.data && `Serviço: ${service.data.name}`}
      searchLabel="Buscar Módulo:"
      action={allows('create') && <NewLink {...toModuleCreate(serviceId)}>Novo Módulo</NewLink>}
      columns={[nameColumn, createdColumn, updatedColumn, statusColumn]}
      renderActions={({ id, name }) => (
        <>
          {allows('update') && <EditLink {...toModuleEdit(id, serviceId)} of={name} />}
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
