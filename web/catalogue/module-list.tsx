import { useQuery } from '@tanstack/react-query'
import { IconKey, IconListCheck, IconUsersGroup } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { modules } from '../../contract/modules.ts'
import {
  toFunctionsOfModule,
  toModuleCreate,
  toModuleEdit,
  toProfilesOfModule,
  toSecretManagement,
} from '../paths.ts'
import { IconLink } from '../links/icon-link.tsx'
import { NewLink } from '../links/new-link.tsx'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { queryOf } from '../api/query-of.ts'
import { recordStateColumns } from '../list/record-columns.tsx'
import { statusFilter } from '../list/list-filters.tsx'
import { RecordList } from '../list/record-list.tsx'
import { useList } from '../list/use-list.ts'

/** List of a service's modules (console.md §2). */
export default function ModuleList(): ReactElement {
  const { serviceId = 0 } = useSearch({ from: '/module-list' })
  const allows = useAllowedActions('/module-list')
  const service = useQuery(queryOf('serviceGet', { params: { id: String(serviceId) } }))
  const { props } = useList(modules, 'moduleList', {
    query: { service_id: serviceId },
    filters: { status: statusFilter },
  })
  return (
    <RecordList
      title="Módulo"
      subject={service.data && `Serviço: ${service.data.name}`}
      searchLabel="Buscar Módulo:"
      action={allows('create') && <NewLink {...toModuleCreate(serviceId)}>Novo Módulo</NewLink>}
      open={({ id }) => allows('update') && toModuleEdit(id, serviceId)}
      columns={recordStateColumns}
      links={({ id, name }) => (
        <>
          {allows('secret') && (
            <IconLink
              {...toSecretManagement(id, serviceId)}
              icon={IconKey}
              label="Gerenciar Secret"
              of={name}
            />
          )}
          <IconLink {...toFunctionsOfModule(id)} icon={IconListCheck} label="Funções" of={name} />
          <IconLink {...toProfilesOfModule(id)} icon={IconUsersGroup} label="Perfis" of={name} />
        </>
      )}
      actionIcons={4}
      {...props}
    />
  )
}
