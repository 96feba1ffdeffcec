import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { ListNote, ListUnreadable } from '../ui/list-note.tsx'
import { RecordCard } from './record-parts.tsx'
import classes from './record-page.module.css'
import { rowsPerPage, type RecordRowsState } from './use-record-rows.ts'

interface RecordRowsProps<Row> {
  /** Id of the heading; unique on the screen. */
  id: string
  title: string
  columns: readonly Column<Row>[]
  state: RecordRowsState<Row>
  /** Sentence in place of the table if there are no rows. */
  empty: string
  /** Link to the whole list. */
  action?: ReactNode
  /** Sentence below the heading. */
  lead?: ReactNode
}

/** Tab of a record with the first rows of a list; 'Mostrar mais' appends the next ones. */
export function RecordRows<Row extends { id: number | string }>(props: RecordRowsProps<Row>) {
  const { id, title, columns, state, empty, action, lead } = props
  const { rows, failed, onRetry, onMore, loadingMore } = state
  const none = rows?.length === 0
  return (
    <RecordCard id={id} title={title} action={action}>
      {lead !== undefined && <p className={classes['lead']}>{lead}</p>}
      {failed && <ListUnreadable onRetry={onRetry} />}
      {!failed && !none && (
        <DataTable label={title} columns={columns} rows={rows} expectedRows={rowsPerPage} />
      )}
      <ListNote>{none && empty}</ListNote>
      {onMore && (
        <Button
          className={classes['rest'] ?? ''}
          variant="default"
          loading={loadingMore}
          onClick={onMore}
        >
          Mostrar mais
        </Button>
      )}
    </RecordCard>
  )
}
