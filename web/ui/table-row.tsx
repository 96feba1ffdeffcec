import { ActionIcon } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useRef, type ReactNode } from 'react'
import type { PlacedColumn, RowSelection } from './data-table.tsx'
import { NewMark } from './new-mark.tsx'
import { RowCheckbox } from './row-checkbox.tsx'
import tableClasses from './data-table.module.css'
import classes from './table-row.module.css'
import { useRowInSight } from './use-row-in-sight.ts'

interface TableRowProps<Row, Sort extends string> {
  row: Row
  shown: readonly PlacedColumn<Row, Sort>[]
  /** Columns that do not fit; the details of the row show them. */
  hidden: readonly PlacedColumn<Row, Sort>[]
  /** Number of cells in a row. */
  cells: number
  renderActions: ((row: Row) => ReactNode) | undefined
  selection: RowSelection<Row> | undefined
  /** The row was just created. */
  isNew: boolean
  /** The row is scrolled into view when it appears. */
  scrollsIntoView: boolean
  /** Whether the details are shown. */
  open: boolean
  onToggle: () => void
}

/** A row of a table with its checkbox and actions, and the details below it while they are open. */
export function TableRow<Row, Sort extends string>(props: TableRowProps<Row, Sort>) {
  const { row, shown, hidden, cells, renderActions, selection, open, onToggle } = props
  const { isNew, scrollsIntoView } = props
  const id = useId()
  const line = useRef<HTMLTableRowElement>(null)
  useRowInSight(line, scrollsIntoView)
  const detailed = hidden.length > 0
  return (
    <>
      <tr
        ref={line}
        data-selected={selection?.isSelected(row) || undefined}
        data-open={open || undefined}
        data-new={isNew || undefined}
      >
        {shown.map((column) => (
          <TableCell key={column.header} column={column} row={row} id={id} isNew={isNew} />
        ))}
        {selection && (
          <td data-kind="selection">
            <RowCheckbox
              aria-label={selection.labelOf(row)}
              checked={selection.isSelected(row)}
              onChange={({ currentTarget }) => selection.onSelect(row, currentTarget.checked)}
            />
          </td>
        )}
        {renderActions && (
          <td className={tableClasses['actions']} data-kind="actions" data-no-open>
            <span>{renderActions(row)}</span>
          </td>
        )}
        {detailed && (
          <td data-kind="details" data-no-open>
            <ActionIcon
              className={classes['toggle'] ?? ''}
              variant="subtle"
              color="gray"
              size={30}
              aria-label="Mais dados"
              aria-labelledby={`${id}-toggle ${id}`}
              id={`${id}-toggle`}
              aria-expanded={open}
              aria-controls={open ? `${id}-details` : undefined}
              onClick={onToggle}
            >
              <IconChevronDown size={17} stroke={1.7} aria-hidden="true" />
            </ActionIcon>
          </td>
        )}
      </tr>
      {detailed && open && (
        <tr
          className={classes['details']}
          id={`${id}-details`}
          data-details={selection ? 'indented' : true}
        >
          <td colSpan={cells} data-no-open>
            <dl>
              {hidden.map(({ header, cell }) => (
                <div key={header}>
                  <dt>{header}</dt>
                  <dd>{cell(row) ?? '—'}</dd>
                </div>
              ))}
            </dl>
          </td>
        </tr>
      )}
    </>
  )
}

interface TableCellProps<Row, Sort extends string> {
  column: PlacedColumn<Row, Sort>
  row: Row
  /** Id of the row header. */
  id: string
  isNew: boolean
}

function TableCell<Row, Sort extends string>({
  column,
  row,
  id,
  isNew,
}: TableCellProps<Row, Sort>) {
  const { header, kind, cell, rowHeader, clamp = false } = column
  const content = clamp ? <Clamped>{cell(row)}</Clamped> : cell(row)
  const facts = { 'data-kind': kind, 'data-label': header }
  return rowHeader ? (
    // The mark is a description, so that it is not repeated with the name of the row in each cell.
    <th {...facts} id={id} scope="row" aria-describedby={isNew ? `${id}-new` : undefined}>
      {isNew ? (
        <div className={classes['new']}>
          <div>{content}</div>
          <NewMark id={`${id}-new`} aria-hidden="true" />
        </div>
      ) : (
        content
      )}
    </th>
  ) : (
    <td {...facts}>{content}</td>
  )
}

/** Text of limited height. If it is cut, the tooltip shows all of it. */
function Clamped({ children }: { children: ReactNode }) {
  return (
    <div
      className={classes['clamped']}
      onMouseEnter={({ currentTarget: box }) => {
        if (box.scrollHeight > box.clientHeight + 1) box.title = box.textContent
        else box.removeAttribute('title')
      }}
    >
      {children}
    </div>
  )
}
