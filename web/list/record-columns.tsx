import type { ReactNode } from 'react'
import { shownInstant, shownUpdate } from '../../contract/shown.ts'
import { RecordLink, type RecordTarget } from '../links/record-link.tsx'
import { StatusMark } from '../ui/status-mark.tsx'

interface NamedRow {
  id: number
  name: string
}

/** The name of a record, which is the link to it where `open` gives one. */
export function nameColumn<Row extends NamedRow>(open: (row: Row) => RecordTarget | false) {
  const cell = (row: Row): ReactNode => {
    const target = open(row)
    return target ? <RecordLink {...target}>{row.name}</RecordLink> : row.name
  }
  return { header: 'Nome', sort: 'name', cell } as const
}

/** When a record was created. */
export const createdColumn = {
  header: 'Data de criação',
  sort: 'created_at',
  kind: 'date',
  cell: ({ created_at }: { created_at: string }) => shownInstant(created_at),
} as const

/** When a record was updated last. */
export const updatedColumn = {
  header: 'Data de atualização',
  sort: 'updated_at',
  kind: 'updated',
  cell: (row: { created_at: string; updated_at: string }) => shownUpdate(row),
} as const

/**
 * Whether a record is active (console.md §4); some resources say so by `active`, others by `status` (console.md §3). The
 * words stand in the cell itself, where hits are marked.
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

/** When a record was created and updated, and whether it is active. */
export const recordStateColumns = [createdColumn, updatedColumn, statusColumn] as const
