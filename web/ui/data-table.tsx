import { Checkbox, Skeleton, VisuallyHidden } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { useDensity } from './density.ts'
import classes from './data-table.module.css'
import { HeaderCell } from './header-cell.tsx'
import { actionsWidth, selectionWidth, useTableLayout, type ColumnKind } from './table-layout.ts'

/** A column of a list. */
export interface Column<Row, Sort extends string = string> {
  header: string
  cell: (row: Row) => ReactNode
  /** The name of the column in the query of the list; absent where the list can't be ordered by it. */
  sort?: Sort
  /** By what it holds a column has its width, the same on every page; the first is 'name' and others 'text' by default. */
  kind?: ColumnKind
  /** False where the search of the list doesn't look at it: then no hits are marked in it. */
  searched?: false
  /** It holds an e-mail, which goes on to the next line after its '@' or a point. */
  email?: true
}

/** The column by which a list is ordered, and the direction. */
export interface Ordering<Sort extends string> {
  sort: Sort
  order: 'asc' | 'desc'
}

/** The rows of a list that are chosen, for what is done to many at once. */
export interface RowSelection<Row> {
  isSelected: (row: Row) => boolean
  onSelect: (row: Row, selected: boolean) => void
  /** What its box is called: 'Selecionar: Ana Lima'. */
  labelOf: (row: Row) => string
}

interface DataTableProps<Row, Sort extends string> {
  /** The name of the table for screen readers. */
  label: string
  columns: readonly Column<Row, Sort>[]
  /** Absent while the first page is being read. */
  rows: readonly Row[] | undefined
  /** Other rows are being read; these are shown until they come. */
  reading?: boolean
  /** Buttons at the end of each row. */
  renderActions?: (row: Row) => ReactNode
  /** How many icons the actions of a row may be; absent where they are a button with a word. */
  actionIcons?: 1 | 2 | 3 | 4 | undefined
  /** Gives each row a box to tick. */
  selection?: RowSelection<Row> | undefined
  ordering?: Ordering<Sort>
  onOrder?: (ordering: Ordering<Sort>) => void
  /** The number of placeholder rows to show until the first page was read. */
  expectedRows: number
}

/**
 * A table of records. By the width of its place it shows all columns, or the update date under the creation date, or each
 * row as a card (console.md §2).
 */
export function DataTable<Row extends { id: number | string }, Sort extends string>(
  props: DataTableProps<Row, Sort>,
) {
  const { label, columns, rows, reading = false, renderActions, actionIcons } = props
  const { ordering, onOrder, expectedRows, selection } = props
  const table = useRef<HTMLTableElement>(null)
  const kinds = columns.map(({ kind }, index) => kind ?? (index === 0 ? 'name' : 'text'))
  // What names the row is the header of the row: the first column that is called so, or the first of all.
  const named = Math.max(
    columns.findIndex(({ kind }) => kind === 'name'),
    0,
  )
  const layout = useTableLayout(
    table,
    kinds,
    renderActions ? actionsWidth(actionIcons) : 0,
    selection ? selectionWidth : 0,
  )
  const density = useDensity()
  const placeholders = Array.from({ length: expectedRows }, (_, index) => index)
  return (
    <table
      ref={table}
      className={classes['table']}
      data-layout={layout}
      data-density={density}
      data-icons={actionIcons}
      data-selection={selection && true}
      aria-label={label}
      aria-busy={rows === undefined || reading}
    >
      <thead>
        <tr>
          {columns.map((column, index) => (
            <HeaderCell
              key={column.header}
              column={column}
              kind={kinds[index]}
              ordering={ordering}
              onOrder={onOrder}
            />
          ))}
          {selection && (
            <th scope="col" data-kind="selection">
              <VisuallyHidden>Seleção</VisuallyHidden>
            </th>
          )}
          {renderActions && (
            <th scope="col" className={classes['actions']}>
              Ações
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows?.map((row) => (
          <tr key={row.id} data-selected={selection?.isSelected(row) || undefined}>
            {columns.map(({ header, cell }, index) => {
              const Cell = index === named ? 'th' : 'td'
              return (
                <Cell
                  key={header}
                  data-kind={kinds[index]}
                  data-label={header}
                  {...(index === named && { scope: 'row' })}
                >
                  {cell(row)}
                </Cell>
              )
            })}
            {selection && (
              <td data-kind="selection">
                <Checkbox
                  aria-label={selection.labelOf(row)}
                  checked={selection.isSelected(row)}
                  onChange={({ currentTarget }) => selection.onSelect(row, currentTarget.checked)}
                />
              </td>
            )}
            {renderActions && (
              <td className={classes['actions']}>
                <span>{renderActions(row)}</span>
              </td>
            )}
          </tr>
        ))}
        {rows === undefined &&
          placeholders.map((index) => (
            <tr key={index}>
              <td colSpan={columns.length + (renderActions ? 1 : 0) + (selection ? 1 : 0)}>
                <Skeleton height={14} />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
