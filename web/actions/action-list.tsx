import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { toActionForm } from '../paths.ts'
import { EditLink } from '../links/edit-link.tsx'
import { NewLink } from '../links/new-link.tsx'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { createdColumn, nameColumn, statusColumn } from '../list/record-columns.tsx'
import { statusFilter } from '../list/list-filters.tsx'
import { useList } from '../list/use-list.ts'
import { ListPage } from '../ui/list-page.tsx'

/** The actions of a function (console.md §2). */
export default function ActionList(): ReactElement {
  const { functionId = 0 } = useSearch({ from: '/action-list' })
  const allows = useAllowedActions('/action-list')
  const { page, props } = useList('actionList', {
    params: { id: String(functionId) },
    filters: { status: statusFilter },
  })
  return (
    <ListPage
      title="Ações"
      subject={page && `Função: ${page.function.name}`}
      searchLabel="Buscar action"
      action={allows('create') && <NewLink {...toActionForm({ functionId })}>Nova Action</NewLink>}
      columns={[
        nameColumn(({ id }) => allows('update') && toActionForm({ actionId: id, functionId })),
        { ...createdColumn, header: 'Data de Criação' },
        statusColumn,
      ]}
      actionIcons={1}
      renderActions={({ id, name }) =>
        allows('update') && <EditLink {...toActionForm({ actionId: id, functionId })} of={name} />
      }
      {...props}
    />
  )
}
