import { formatInstant, formatUpdate } from '../ui/format-date.ts'
import { ActiveMark } from '../ui/status-mark.tsx'

/** The name of a record. */
export const nameColumn = {
  header: 'Nome',
  sort: 'name',
  cell: ({ name }: { name: string }) => name,
} as const

/** When a record was created. */
export const createdColumn = {
  header: 'Data de criação',
  sort: 'created_at',
  cell: ({ created_at }: { created_at: string }) => formatInstant(created_at),
} as const

/** When a record was updated last. */
export const updatedColumn = {
  header: 'Data de atualização',
  sort: 'updated_at',
  cell: (row: { created_at: string; updated_at: string }) => formatUpdate(row),
} as const

/** Whether a record is active; some resources say so by `active`, others by `status` (console.md §3). */
export const statusColumn = {
  header: 'Status',
  sort: 'status',
  cell: (row: { active: boolean } | { status: 0 | 1 }) => (
    <ActiveMark active={'active' in row ? row.active : row.status === 1} />
  ),
} as const
