import { IconBuilding, IconPuzzle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatUtcInstant } from '../../contract/shown.ts'
import { IconLink } from '../links/icon-link.tsx'
import { NewLink } from '../links/new-link.tsx'
import { statusFilter } from '../list/list-filters.tsx'
import type { ColumnsOf } from '../list/list-operation.ts'
import { createdColumn, statusColumn } from '../list/record-columns.tsx'
import { RecordList } from '../list/record-list.tsx'
import { useCreatedRows } from '../list/created-note.tsx'
import { useList } from '../list/use-list.ts'
import {
  toPlanCompanies,
  toPlanForm,
  toPlanModuleForm,
  toPlanModules,
  toPlanRecord,
} from '../paths.ts'
import { useAdministratorActions } from '../session-state/use-allowed-actions.ts'
import { utcHint } from './utc-hint.ts'

const columns: ColumnsOf<'planList'> = [
  {
    ...createdColumn,
    header: 'Data de criação (UTC)',
    cell: ({ created_at }) => formatUtcInstant(created_at),
  },
  statusColumn,
]

/** List of plans (console.md §2). */
export default function PlanList(): ReactNode {
  const allows = useAdministratorActions('/plan-list')
  const { props } = useList('planList', { filters: { status: statusFilter } })
  const created = useCreatedRows((id) => ({
    open: toPlanRecord(id),
    next: {
      sentence: 'Agora adicione os módulos do plano.',
      label: 'Adicionar módulos',
      target: toPlanModuleForm(id),
    },
  }))
  return (
    <RecordList
      title="Planos"
      lead={utcHint}
      searchLabel="Buscar Plano"
      action={allows('create') && <NewLink {...toPlanForm()}>Novo Plano</NewLink>}
      open={({ id }) => toPlanRecord(id)}
      edit={({ id }) => toPlanForm(id)}
      readOnly={!allows('update')}
      columns={columns}
      links={({ id, name }) => (
        <>
          <IconLink {...toPlanModules(id)} icon={IconPuzzle} label="Associar a módulo" of={name} />
          <IconLink
            {...toPlanCompanies(id)}
            icon={IconBuilding}
            label="Associar a empresa"
            of={name}
          />
        </>
      )}
      actionIcons={4}
      {...created}
      {...props}
    />
  )
}
