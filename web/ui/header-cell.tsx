import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import type { Column, Ordering } from './data-table.tsx'
import classes from './header-cell.module.css'
import type { ColumnKind } from './table-layout.ts'

interface HeaderCellProps<Row, Sort extends string> {
  column: Column<Row, Sort>
  kind: ColumnKind | undefined
  ordering: Ordering<Sort> | undefined
  onOrder: ((ordering: Ordering<Sort>) => void) | undefined
}

/** Column header; a button if the list can be sorted by the column. */
export function HeaderCell<Row, Sort extends string>({
  column: { header, sort },
  kind,
  ordering,
  onOrder,
}: HeaderCellProps<Row, Sort>) {
  if (sort === undefined || !onOrder) {
    return (
      <th scope="col" data-kind={kind}>
        {header}
      </th>
    )
  }
  const current = ordering?.sort === sort ? ordering.order : null
  const Icon = current === null ? IconArrowsSort : current === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <th scope="col" data-kind={kind} aria-sort={current === null ? 'none' : `${current}ending`}>
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
