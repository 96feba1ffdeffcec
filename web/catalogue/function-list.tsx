import { IconListCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconLink } from '../links/icon-link.tsx'
import { NewLink } from '../links/new-link.tsx'
import { recordStateColumns } from '../list/record-columns.tsx'
import type { ColumnsOf } from '../list/list-operation.ts'
import { statusFilter } from '../list/list-filters.tsx'
import { moduleFilter, useServiceFilter } from '../list/record-filter.tsx'
import { RecordList } from '../list/record-list.tsx'
import { useCreatedRows } from '../list/created-note.tsx'
import { useList } from '../list/use-list.ts'
import { toActionForm, toActionList, toFunctionCreate, toFunctionEdit } from '../paths.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { breakingUrl } from './function-url.tsx'

const columns: ColumnsOf<'functionList'> = [
  { header: 'Módulo', sort: 'module', clamp: true, cell: ({ module }) => module.name },
  { header: 'Url', sort: 'url', cell: ({ url }) => breakingUrl(url) },
  ...recordStateColumns,
]

/** List of functions (console.md §2). */
export default function FunctionList(): ReactNode {
  const allows = useAllowedActions('/function-list')
  const { props } = useList('functionList', {
    filters: { service_id: useServiceFilter(), module_id: moduleFilter, status: statusFilter },
  })
  const created = useCreatedRows((id) => ({
    open: allows('update') && toFunctionEdit(id),
    next: {
      sentence: 'Agora cadastre as ações da função.',
      label: 'Cadastrar ação',
      target: toActionForm({ functionId: id }),
    },
  }))
  return (
    <RecordList
      title="Função"
      searchLabel="Buscar Função"
      action={allows('create') && <NewLink {...toFunctionCreate()}>Nova Função</NewLink>}
      open={({ id }) => allows('update') && toFunctionEdit(id)}
      columns={columns}
      links={({ id, name }) => (
        <IconLink {...toActionList(id)} icon={IconListCheck} label="Ações" of={name} />
      )}
      actionIcons={2}
      {...created}
      {...props}
    />
  )
}
