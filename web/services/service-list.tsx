import { IconPuzzle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EditLink } from '../links/edit-link.tsx'
import { IconLink } from '../links/icon-link.tsx'
import { NewLink } from '../links/new-link.tsx'
import { recordColumns } from '../list/record-columns.tsx'
import { statusFilter } from '../list/list-filters.tsx'
import { useList } from '../list/use-list.ts'
import { toModuleList, toServiceForm } from '../paths.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { useScreenGranted } from '../session-state/use-screen-granted.ts'
import { ListPage } from '../ui/list-page.tsx'

/** The services (console.md §2). */
export default function ServiceList(): ReactNode {
  const allows = useAllowedActions('/service-list')
  const showsModules = useScreenGranted('/module-list')
  const { props } = useList('serviceList', { filters: { status: statusFilter } })
  return (
    <ListPage
      title="Serviços"
      searchLabel="Buscar Serviço"
      action={allows('create') && <NewLink {...toServiceForm()}>Novo Serviço</NewLink>}
      columns={recordColumns(({ id }) => allows('update') && toServiceForm(id))}
      actionIcons={2}
      renderActions={({ id, name }) => (
        <>
          {allows('update') && <EditLink {...toServiceForm(id)} of={name} />}
          {showsModules && (
            <IconLink {...toModuleList(id)} icon={IconPuzzle} label="Módulos" of={name} />
          )}
        </>
      )}
      {...props}
    />
  )
}
