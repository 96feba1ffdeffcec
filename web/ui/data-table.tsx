import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './data-table.module.css'

/** A column of a list. */
export interface Column<Row, Sort extends string = string> {
  header: string
  cell: (row: Row) => ReactNode
  /** The name of the column in the query of the list; absent where the list can't be ordered by it. */
  sort?: Sort
}

/** The column by which a list is ordered, and the direction. */
export interface Ordering<Sort extends string> {
  sort: Sort
  order: 'asc' | 'desc'
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
  ordering?: Ordering<Sort>
  onOrder?: (ordering: Ordering<Sort>) => void
  /** The number of placeholder rows to show until the first page was read. */
  expectedRows: number
}

/** A table of records; below 640 px each row becomes a card (console.md §2). */
export function DataTable<Row extends { id: number | string }, Sort extends string>(
  props: DataTableProps<Row, Sort>,
) {
  const { label, columns, rows, reading = false, renderActions } = props
  const { ordering, onOrder, expectedRows } = props
  const placeholders = Array.from({ length: expectedRows }, (_, index) => index)
  return (
    <table
      className={classes['table']}
      aria-label={label}
      aria-busy={rows === undefined || reading}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <HeaderCell key={column.header} column={column} ordering={ordering} onOrder={onOrder} />
          ))}
          {renderActions && <th scope="col">Ações</th>}
        </tr>
      </thead>
      <tbody>
        {rows?.map((row) => (
          <tr key={row.id}>
            {columns.map(({ header, cell }, index) => {
              // The first column names the row, so its cell is the header of the row.
              const Cell = index === 0 ? 'th' : 'td'
              return (
                <Cell key={header} data-label={header} {...(index === 0 && { scope: 'row' })}>
                  {cell(row)}
                </Cell>
              )
            })}
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
              <td
                className={classes['placeholder']}
                colSpan={columns.length + (renderActions ? 1 : 0)}
              >
                <Skeleton height={14} />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

interface HeaderCellProps<Row, Sort extends string> {
  column: Column<Row, Sort>
  ordering: Ordering<Sort> | undefined
  onOrder: ((ordering: Ordering<Sort>) => void) | undefined
}

function HeaderCell<Row, Sort extends string>({
  column: { header, sort },
  ordering,
  onOrder,
}: HeaderCellProps<Row, Sort>) {
  if (sort === undefined || !onOrder) return <th scope="col">{header}</th>
  const current = ordering?.sort === sort ? ordering.order : null
  const Icon = current === null ? IconArrowsSort : current === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <th scope="col" aria-sort={current === null ? 'none' : `${current}ending`}>
      <UnstyledButton
        className={classes['sort'] ?? ''}
        onClick={() => onOrder({ sort, order: current === 'asc' ? 'desc' : 'asc' })}
      >
        {header}
        <Icon size={13} stroke={1.9} aria-hidden="true" />
      </UnstyledButton>
    </th>
  )
}
