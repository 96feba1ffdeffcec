import type { ReactNode } from 'react'
import { EditLink } from '../links/edit-link.tsx'
import type { RecordTarget } from '../links/record-link.tsx'
import type { Column } from '../ui/data-table.tsx'
import { ListPage, type ListPageProps } from '../ui/list-page.tsx'
import { nameColumn } from './record-columns.tsx'

interface NamedRow {
  id: number
  name: string
}

interface RecordListProps<Row, Sort extends string> extends Omit<
  ListPageProps<Row, Sort>,
  'columns' | 'renderActions'
> {
  /** Target of the name, the first column; false if the record cannot be opened. */
  open: (row: Row) => RecordTarget | false
  /** Target of 'Editar', if it is not that of the name; false if the record cannot be changed. */
  edit?: (row: Row) => RecordTarget | false
  /** True if records open read-only, by a click on the name. Rows then have no 'Editar'. */
  readOnly?: boolean
  /** Columns after the name. */
  columns: readonly Column<Row, Sort>[]
  /** Links of a row after 'Editar'. */
  links?: (row: Row) => ReactNode
}

/** Screen of a list of named records. */
export function RecordList<Row extends NamedRow, Sort extends string>({
  open,
  edit = open,
  readOnly = false,
  columns,
  links,
  ...props
}: RecordListProps<Row, Sort | 'name'>) {
  return (
    <ListPage
      {...props}
      columns={[nameColumn(open), ...columns]}
      renderActions={(row) => {
        const target = edit(row)
        return (
          <>
            {target && !readOnly && <EditLink {...target} of={row.name} />}
            {links?.(row)}
          </>
        )
      }}
    />
  )
}
