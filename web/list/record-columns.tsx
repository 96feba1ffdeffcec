import type { ReactNode } from 'react'
import { formatInstant, formatUpdate } from '../../contract/shown.ts'
import { RecordLink, type RecordTarget } from '../links/record-link.tsx'
import { StatusMark } from '../ui/status-mark.tsx'

interface NamedRow {
  id: number
  name: string
}

/** Name column; the name is a link if `open` returns a target. */
export function nameColumn<Row extends NamedRow>(open: (row: Row) => RecordTarget | false) {
  const cell = (row: Row): ReactNode => {
    const target = open(row)
    return target ? <RecordLink {...target}>{row.name}</RecordLink> : row.name
  }
  return { header: 'Nome', sort: 'name', clamp: true, cell } as const
}

export const createdColumn = {
  header: 'Data de criação',
  sort: 'created_at',
  kind: 'date',
  priority: 4,
  cell: ({ created_at }: { created_at: string }) => formatInstant(created_at),
} as const

export const updatedColumn = {
  header: 'Data de atualização',
  sort: 'updated_at',
  kind: 'updated',
  cell: (row: { created_at: string; updated_at: string }) => formatUpdate(row),
} as const

/**
 * Active or inactive (console.md §4). Some resources have `active`, others `status` (console.md §3). The words are
 * rendered in the cell itself, so that search hits are highlighted.
 */
export const statusColumn = {
  header: 'Status',
  sort: 'status',
  kind: 'status',
  cell: (row: { active: boolean } | { status: 0 | 1 }) => {
    const active = 'active' in row ? row.active : row.status === 1
    return <StatusMark on={active}>{active ? 'Ativo' : 'Inativo'}</StatusMark>
  },
} as const

/** Creation date, update date and status. */
export const recordStateColumns = [createdColumn, updatedColumn, statusColumn] as const
