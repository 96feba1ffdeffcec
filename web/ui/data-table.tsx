import { Checkbox, Skeleton, VisuallyHidden } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { useDensity } from './density.ts'
import classes from './data-table.module.css'
import { HeaderCell } from './header-cell.tsx'
import { actionsWidth, selectionWidth, useTableLayout, type ColumnKind } from './table-layout.ts'

export interface Column<Row, Sort extends string = string> {
  header: string
  cell: (row: Row) => ReactNode
  /** Sort key in the query of the list; absent if the list cannot be sorted by this column. */
  sort?: Sort
  /** Kind of content, which determines the column's width. The first column defaults to 'name', others to 'text'. */
  kind?: ColumnKind
  /** False if the search of the list ignores this column. No hits are highlighted in it then. */
  searched?: false
  /** The column contains an e-mail, which may wrap after '@' or a dot. */
  email?: true
}

/** Sort column and direction of a list. */
export interface Ordering<Sort extends string> {
  sort: Sort
  order: 'asc' | 'desc'
}

/** Selected rows, for bulk actions. */
export interface RowSelection<Row> {
  isSelected: (row: Row) => boolean
  onSelect: (row: Row, selected: boolean) => void
  /** Accessible name of the checkbox: 'Selecionar: Ana Lima'. */
  labelOf: (row: Row) => string
}

interface DataTableProps<Row, Sort extends string> {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<Row, Sort>[]
  /** Absent while the first page loads. */
  rows: readonly Row[] | undefined
  /** New rows are loading; the current ones stay visible until they arrive. */
  reading?: boolean
  /** Buttons at the end of each row. */
  renderActions?: (row: Row) => ReactNode
  /** Maximum number of icons in the actions of a row; absent if the actions are a text button. */
  actionIcons?: 1 | 2 | 3 | 4 | undefined
  /** Adds a checkbox to each row. */
  selection?: RowSelection<Row> | undefined
  ordering?: Ordering<Sort>
  onOrder?: (ordering: Ordering<Sort>) => void
  /** Number of placeholder rows while the first page loads. */
  expectedRows: number
}

/**
 * A table of records. Depending on the available width it shows all columns, puts the update date under the creation
 * date, or shows each row as a card (console.md §2).
 */
export function DataTable<Row extends { id: number | string }, Sort extends string>(
  props: DataTableProps<Row, Sort>,
) {
  const { label, columns, rows, reading = false, renderActions, actionIcons } = props
  const { ordering, onOrder, expectedRows, selection } = props
  const table = useRef<HTMLTableElement>(null)
  const kinds = columns.map(({ kind }, index) => kind ?? (index === 0 ? 'name' : 'text'))
  // The row header is the first column of kind 'name', otherwise the first column.
  const nameIndex = Math.max(
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
              const Cell = index === nameIndex ? 'th' : 'td'
              return (
                <Cell
                  key={header}
                  data-kind={kinds[index]}
                  data-label={header}
                  {...(index === nameIndex && { scope: 'row' })}
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
