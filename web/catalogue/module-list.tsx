import { useQuery } from '@tanstack/react-query'
import { IconKey, IconListCheck, IconUsersGroup } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import {
  toFunctionsOfModule,
  toModuleCreate,
  toModuleEdit,
  toModuleRecord,
  toProfilesOfModule,
  toSecretManagement,
} from '../paths.ts'
import { IconLink } from '../links/icon-link.tsx'
import { NewLink } from '../links/new-link.tsx'
import { Termo } from '../links/termo.tsx'
import { useAllowedActions, useIsAdministrator } from '../session-state/use-allowed-actions.ts'
import { queryOf } from '../api/query-of.ts'
import { recordStateColumns } from '../list/record-columns.tsx'
import { statusFilter, wordFilter } from '../list/list-filters.tsx'
import { RecordList } from '../list/record-list.tsx'
import type { ColumnsOf } from '../list/list-operation.ts'
import { useCreatedRows } from '../list/created-note.tsx'
import { useList } from '../list/use-list.ts'

const secretFilter = wordFilter('Secret', 'Todas as secrets', {
  1: 'Nunca usada ou antiga',
  0: 'Em dia',
})

const serviceColumn: ColumnsOf<'moduleList'>[number] = {
  header: 'Serviço',
  cell: ({ Service }) => Service.name,
  searched: false,
}

/**
 * List of a service's modules (console.md §2). Without a service, and with the filter of secrets, of all services, as
 * linked on HOME.
 */
export default function ModuleList(): ReactElement {
  const { serviceId: requested } = useSearch({ from: '/module-list' })
  const serviceId = requested || undefined
  const allows = useAllowedActions('/module-list')
  const managesSecrets = useIsAdministrator() && allows('secret')
  const service = useQuery({
    ...queryOf('serviceGet', { params: { id: String(serviceId) } }),
    enabled: serviceId !== undefined,
  })
  const { props } = useList('moduleList', {
    query: serviceId === undefined ? {} : { service_id: serviceId },
    filters: { status: statusFilter, ...(managesSecrets && { secret_due: secretFilter }) },
  })
  const subject = service.data && (
    <>
      <Termo of="service">Serviço</Termo>
      {`: ${service.data.name}`}
    </>
  )
  const created = useCreatedRows((id) => ({
    open: toModuleRecord(id, serviceId ?? 0),
    next: managesSecrets && {
      sentence: 'Agora gere a secret com que o módulo se identifica.',
      label: 'Gerar secret',
      target: toSecretManagement(id, serviceId ?? 0),
    },
  }))
  return (
    <RecordList
      title="Módulo"
      subject={serviceId === undefined ? undefined : (subject ?? null)}
      searchLabel="Buscar Módulo:"
      action={
        serviceId !== undefined &&
        allows('create') && <NewLink {...toModuleCreate(serviceId)}>Novo Módulo</NewLink>
      }
      open={({ id, service_id }) => allows('update') && toModuleRecord(id, service_id)}
      edit={({ id, service_id }) => allows('update') && toModuleEdit(id, service_id)}
      columns={
        serviceId === undefined ? [serviceColumn, ...recordStateColumns] : recordStateColumns
      }
      links={({ id, name, service_id }) => (
        <>
          {allows('secret') && (
            <IconLink
              {...toSecretManagement(id, service_id)}
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
      {...created}
      {...props}
    />
  )
}
