import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { toActionForm, toProfileList } from '../paths.ts'
import { NewLink } from '../links/new-link.tsx'
import { Termo } from '../links/termo.tsx'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { createdColumn, statusColumn } from '../list/record-columns.tsx'
import { statusFilter } from '../list/list-filters.tsx'
import { RecordList } from '../list/record-list.tsx'
import { useCreatedRows } from '../list/created-note.tsx'
import { useList } from '../list/use-list.ts'

/** List of a function's actions (console.md §2). */
export default function ActionList(): ReactElement {
  const { functionId = 0 } = useSearch({ from: '/action-list' })
  const allows = useAllowedActions('/action-list')
  const { page, props } = useList('actionList', {
    params: { id: String(functionId) },
    filters: { status: statusFilter },
  })
  const created = useCreatedRows((id) => ({
    open: allows('update') && toActionForm({ actionId: id, functionId }),
    next: {
      sentence: 'Agora escolha nos perfis quem pode executá-la.',
      label: 'Ver perfis',
      target: toProfileList(),
    },
  }))
  return (
    <RecordList
      title="Ações"
      subject={
        page ? (
          <>
            <Termo of="function">Função</Termo>
            {`: ${page.function.name}`}
          </>
        ) : null
      }
      searchLabel="Buscar action"
      action={allows('create') && <NewLink {...toActionForm({ functionId })}>Nova Action</NewLink>}
      open={({ id }) => allows('update') && toActionForm({ actionId: id, functionId })}
      columns={[{ ...createdColumn, header: 'Data de Criação' }, statusColumn]}
      actionIcons={1}
      {...created}
      {...props}
    />
  )
}
