import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Column, Ordering } from './data-table.tsx'
import classes from './list-card.module.css'

interface OrderSelectProps<Row, Sort extends string> {
  columns: readonly Column<Row, Sort>[]
  /** Absent if a search orders the list by relevance. */
  ordering: Ordering<Sort> | undefined
  onOrder: (ordering: Ordering<Sort>) => void
}

/** Select for the sort order, for cards, which have no column headers, and for columns that are hidden. */
export function OrderSelect<Row, Sort extends string>(props: OrderSelectProps<Row, Sort>) {
  const { columns, ordering, onOrder } = props
  const { sort, order } = ordering ?? { order: 'asc' as const }
  const ascending = order === 'asc'
  const Icon = ascending ? IconArrowUp : IconArrowDown
  return (
    <div className={classes['order']}>
      <NativeSelect
        classNames={{ root: classes['orderField'] ?? '' }}
        label="Ordenar por"
        value={sort ?? ''}
        onChange={(event) => {
          const chosen = columns.find((column) => column.sort === event.currentTarget.value)
          if (chosen?.sort !== undefined) onOrder({ sort: chosen.sort, order })
        }}
      >
        {sort === undefined && <option value="">Melhores resultados</option>}
        {columns.map(
          (column) =>
            column.sort !== undefined && (
              <option key={column.sort} value={column.sort}>
                {column.header}
              </option>
            ),
        )}
      </NativeSelect>
      {sort !== undefined && (
        <ActionIcon
          variant="default"
          size={36}
          aria-label={ascending ? 'Ordem crescente; inverter' : 'Ordem decrescente; inverter'}
          onClick={() => onOrder({ sort, order: ascending ? 'desc' : 'asc' })}
        >
          <Icon size={16} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  )
}
