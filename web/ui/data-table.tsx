import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useColumnChoice } from './column-choice.ts'
import { useDensity } from './density.ts'
import classes from './data-table.module.css'
import { HeaderCell } from './header-cell.tsx'
import { openOnClick } from './row-click.ts'
import cardClasses from './table-cards.module.css'
import {
  actionsWidth,
  priorities,
  selectionWidth,
  useTableLayout,
  type ColumnKind,
} from './table-layout.ts'
import { TableRow } from './table-row.tsx'

export interface Column<Row, Sort extends string = string> {
  header: string
  cell: (row: Row) => ReactNode
  /** Sort key in the query of the list; absent if the list cannot be sorted by this column. */
  sort?: Sort
  /** Kind of content, which determines the column's width. The first column defaults to 'name', others to 'text'. */
  kind?: ColumnKind
  /**
   * Importance: if there is too little space, columns with a higher number are hidden first. Depends on the kind by
   * default. The row header is always shown.
   */
  priority?: number
  /** Shows at most two lines, for names of up to 200 characters that the record shows whole. */
  clamp?: true
  /** Hidden, also in the details of the rows, unless the user chooses the column. */
  optional?: true
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
  /** Checkbox that selects all rows of the page, shown in the header. */
  all?: ReactNode
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
  /** Ids of rows that were just created: they are marked, and the first of them is scrolled into view. */
  created?: readonly (number | string)[] | undefined
  ordering?: Ordering<Sort>
  onOrder?: (ordering: Ordering<Sort>) => void
  /** Number of placeholder rows while the first page loads. */
  expectedRows: number
  /** Called with the headers of the shown columns whenever they change. */
  onShown?: ((headers: readonly string[]) => void) | undefined
}

/** A column with its kind. */
export interface PlacedColumn<Row, Sort extends string> extends Column<Row, Sort> {
  kind: ColumnKind
  /** Whether its cells are the headers of the rows. */
  rowHeader: boolean
}

/** Headers of the columns that can be hidden: all except the row header. */
export const hideable = <Row, Sort extends string>(columns: readonly Column<Row, Sort>[]) =>
  place(columns).flatMap(({ header, rowHeader }) => (rowHeader ? [] : [header]))

/** Adds the kinds. The row header is the first column of kind 'name', otherwise the first column. */
function place<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
): PlacedColumn<Row, Sort>[] {
  const kinds = columns.map(
    ({ kind, email }, index) => kind ?? (email ? 'email' : index === 0 ? 'name' : 'text'),
  )
  const header = Math.max(kinds.indexOf('name'), 0)
  return columns.map((column, index) => ({
    ...column,
    kind: kinds[index] ?? 'text',
    rowHeader: index === header,
  }))
}

/**
 * A table of records. Columns that do not fit are in the details of each row, the least important first. In a narrow
 * container each row is a card. A click on a row opens its record (console.md §2, decision 68).
 */
export function DataTable<Row extends { id: number | string }, Sort extends string>(
  props: DataTableProps<Row, Sort>,
) {
  const { label, rows, reading = false, renderActions, actionIcons } = props
  const { ordering, onOrder, expectedRows, selection, created = [] } = props
  const box = useRef<HTMLDivElement>(null)
  const density = useDensity()
  const { shown, hidden, cards, scrolls, measured } = useColumns(box, props)
  const [open, setOpen] = useState<readonly Row['id'][]>([])
  const toggle = (id: Row['id']) =>
    setOpen(open.includes(id) ? open.filter((each) => each !== id) : [...open, id])
  const cells =
    shown.length + (selection ? 1 : 0) + (renderActions ? 1 : 0) + (hidden.length > 0 ? 1 : 0)
  return (
    <div ref={box} className={classes['box']} data-scrolls={scrolls || undefined}>
      <table
        className={`${classes['table']} ${cards ? cardClasses['cards'] : ''}`}
        data-layout={cards ? 'cards' : 'wide'}
        data-density={density}
        data-icons={actionIcons}
        data-selection={selection && true}
        aria-label={label}
        aria-busy={rows === undefined || reading}
      >
        <thead>
          <tr>
            {shown.map((column) => (
              <HeaderCell
                key={column.header}
                column={column}
                kind={column.kind}
                ordering={ordering}
                onOrder={onOrder}
              />
            ))}
            {selection && (
              <th scope="col" data-kind="selection">
                {selection.all ?? <VisuallyHidden>Seleção</VisuallyHidden>}
              </th>
            )}
            {renderActions && (
              <th scope="col" className={classes['actions']}>
                Ações
              </th>
            )}
            {hidden.length > 0 && (
              <th scope="col" data-kind="details">
                <VisuallyHidden>Mais dados</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody {...openOnClick}>
          {/* Rows are expensive, so they are not rendered for a width that is about to change. */}
          {(measured ? rows : [])?.map((row) => (
            <TableRow
              key={row.id}
              row={row}
              shown={shown}
              hidden={hidden}
              cells={cells}
              renderActions={renderActions}
              selection={selection}
              isNew={created.includes(row.id)}
              scrollsIntoView={created[0] === row.id}
              open={open.includes(row.id)}
              onToggle={() => toggle(row.id)}
            />
          ))}
          {rows === undefined &&
            Array.from({ length: expectedRows }, (_, index) => (
              <tr key={index}>
                <td colSpan={cells}>
                  <Skeleton height={cards ? `${shown.length * 1.25}rem` : 14} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}

/** The columns that fit, and those that are in the details of a row. */
function useColumns<Row, Sort extends string>(
  box: RefObject<HTMLDivElement | null>,
  { label, columns, renderActions, actionIcons, selection, onShown }: DataTableProps<Row, Sort>,
) {
  const choice = useColumnChoice(label)
  const placed = place(columns).filter(({ header, optional }) => !optional || choice[header])
  const layout = useTableLayout(
    box,
    placed.map(({ header, kind, priority = priorities[kind], rowHeader }) => ({
      kind,
      priority: rowHeader ? 0 : priority,
      choice: choice[header],
    })),
    {
      actions: renderActions ? actionsWidth(actionIcons) : 0,
      selection: selection ? selectionWidth : 0,
    },
  )
  const shown = placed.filter((_, index) => layout.shown[index])
  const headers = shown.map(({ header }) => header).join('\n')
  useEffect(() => onShown?.(headers.split('\n')), [headers, onShown])
  return {
    shown,
    hidden: placed.filter((_, index) => !layout.shown[index]),
    cards: layout.cards,
    measured: layout.measured,
    scrolls: layout.scrollWidth !== undefined,
  }
}
