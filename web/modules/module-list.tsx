import { IconKey, IconListCheck, IconUsersGroup } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import {
  toFunctionsOfModule,
  toModuleCreate,
  toModuleEdit,
  toProfilesOfModule,
  toSecretManagement,
} from '../paths.ts'
import { EditLink } from '../links/edit-link.tsx'
import { IconLink } from '../links/icon-link.tsx'
import { NewLink } from '../links/new-link.tsx'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { useScreenGranted } from '../session-state/use-screen-granted.ts'
import { useApi } from '../api/use-api.ts'
import { recordColumns } from '../list/record-columns.tsx'
import { statusFilter } from '../list/list-filters.tsx'
import { useList } from '../list/use-list.ts'
import { ListPage } from '../ui/list-page.tsx'

/** The modules of a service (console.md §2). */
export default function ModuleList(): ReactElement {
  const { serviceId = 0 } = useSearch({ from: '/module-list' })
  const allows = useAllowedActions('/module-list')
  const showsFunctions = useScreenGranted('/function-list')
  const showsProfiles = useScreenGranted('/profile-list')
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
      columns={recordColumns(({ id }) => allows('update') && toModuleEdit(id, serviceId))}
      actionIcons={4}
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
          {showsFunctions && (
            <IconLink {...toFunctionsOfModule(id)} icon={IconListCheck} label="Funções" of={name} />
          )}
          {showsProfiles && (
            <IconLink {...toProfilesOfModule(id)} icon={IconUsersGroup} label="Perfis" of={name} />
          )}
        </>
      )}
      {...props}
    />
  )
}
