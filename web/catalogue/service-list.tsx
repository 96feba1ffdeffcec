import { IconPuzzle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconLink } from '../links/icon-link.tsx'
import { NewLink } from '../links/new-link.tsx'
import { statusFilter } from '../list/list-filters.tsx'
import { recordStateColumns } from '../list/record-columns.tsx'
import { RecordList } from '../list/record-list.tsx'
import { useCreatedRows } from '../list/created-note.tsx'
import { useList } from '../list/use-list.ts'
import { toFormOf, toModuleCreate, toModuleList, toNewOf } from '../paths.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'

/** List of services (console.md §2). */
export default function ServiceList(): ReactNode {
  const allows = useAllowedActions('/service-list')
  const { props } = useList('serviceList', { filters: { status: statusFilter } })
  const created = useCreatedRows((id) => ({
    open: allows('update') && toFormOf('service', id),
    next: {
      sentence: 'Agora cadastre os módulos do serviço.',
      label: 'Cadastrar módulo',
      target: toModuleCreate(id),
    },
  }))
  return (
    <RecordList
      title="Serviços"
      searchLabel="Buscar Serviço"
      action={allows('create') && <NewLink {...toNewOf('service')}>Novo Serviço</NewLink>}
      open={({ id }) => allows('update') && toFormOf('service', id)}
      columns={recordStateColumns}
      links={({ id, name }) => (
        <IconLink {...toModuleList(id)} icon={IconPuzzle} label="Módulos" of={name} />
      )}
      actionIcons={2}
      {...created}
      {...props}
    />
  )
}
