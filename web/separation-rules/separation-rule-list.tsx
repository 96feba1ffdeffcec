import type { ReactNode } from 'react'
import { formatSide, separationKinds } from '../../contract/separation-rules.ts'
import { NewLink } from '../links/new-link.tsx'
import { useCreatedRows } from '../list/created-note.tsx'
import { statusFilter, wordFilter } from '../list/list-filters.tsx'
import type { ColumnsOf } from '../list/list-operation.ts'
import { createdColumn, statusColumn, updatedColumn } from '../list/record-columns.tsx'
import { RecordList } from '../list/record-list.tsx'
import { useList } from '../list/use-list.ts'
import { toNewOf, toSeparationRuleForm, toSeparationRuleRecord } from '../paths.ts'
import { useAdministratorActions } from '../session-state/use-allowed-actions.ts'

const kindFilter = wordFilter('Regra sobre', 'Perfis e funções', separationKinds)

const columns: ColumnsOf<'separationRuleList'> = [
  {
    header: 'Regra sobre',
    kind: 'short',
    priority: 3,
    cell: ({ kind }) => separationKinds[kind],
  },
  { header: 'Primeiro', clamp: true, cell: ({ first }) => formatSide(first) },
  { header: 'Segundo', clamp: true, cell: ({ second }) => formatSide(second) },
  createdColumn,
  updatedColumn,
  statusColumn,
]

/** List of the rules of separation of duties (decision 102). */
export default function SeparationRuleList(): ReactNode {
  const allows = useAdministratorActions('/separation-rule-list')
  const { props } = useList('separationRuleList', {
    filters: { kind: kindFilter, status: statusFilter },
  })
  const created = useCreatedRows((id) => ({
    open: toSeparationRuleRecord(id),
    next: {
      sentence: 'Veja quem já tem os dois.',
      label: 'Ver violações',
      target: toSeparationRuleRecord(id, 'violations'),
    },
  }))
  return (
    <RecordList
      title="Incompatibilidades"
      lead="Cada regra nomeia dois perfis ou duas funções que uma pessoa não pode ter juntos na mesma empresa."
      searchLabel="Buscar incompatibilidade"
      action={allows('create') && <NewLink {...toNewOf('separation-rule')}>Nova Regra</NewLink>}
      open={({ id }) => toSeparationRuleRecord(id)}
      edit={({ id }) => toSeparationRuleForm(id)}
      readOnly={!allows('update')}
      columns={columns}
      {...created}
      {...props}
    />
  )
}
