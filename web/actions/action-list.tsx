import { IconPencil } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { actions, type Action } from '../../contract/actions.ts'
import { toActionForm } from '../paths.ts'
import { call } from '../api/api-client.ts'
import { formatInstant } from '../ui/format-date.ts'
import { IconLink } from '../links/icon-link.tsx'
import { NewLink } from '../links/new-link.tsx'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { useList } from '../list/use-list.ts'
import type { Column } from '../ui/data-table.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { ActiveMark } from '../ui/status-mark.tsx'

const columns: Column<Action, 'name' | 'path' | 'created_at' | 'status'>[] = [
  { header: 'Nome', sort: 'name', cell: ({ name }) => name },
  {
    header: 'Data de Criação',
    sort: 'created_at',
    cell: ({ created_at }) => formatInstant(created_at),
  },
  { header: 'Status', sort: 'status', cell: ({ active }) => <ActiveMark active={active} /> },
]

/** The actions of a function (console.md §2). */
export default function ActionList(): ReactElement {
  const { functionId = 0 } = useSearch({ from: '/action-list' })
  const allows = useAllowedActions('/action-list')
  const { page, props } = useList({
    query: actions.actionList.query,
    key: ['actionList', functionId],
    read: (query) => call('actionList', { params: { id: String(functionId) }, query }),
  })
  return (
    <ListPage
      title="Ações"
      subject={page && `Função: ${page.function.name}`}
      searchLabel="Buscar action"
      action={allows('create') && <NewLink {...toActionForm({ functionId })}>Nova Action</NewLink>}
      columns={columns}
      renderActions={({ id, name }) =>
        allows('update') && (
          <IconLink
            {...toActionForm({ actionId: id, functionId })}
            icon={IconPencil}
            label="Editar"
            of={name}
          />
        )
      }
      {...props}
    />
  )
}
