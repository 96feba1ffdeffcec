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
  /** Where a record opens: by its name, which is the first column, and by 'Editar'; false where it doesn't. */
  open: (row: Row) => RecordTarget | false
  /** Records are opened by their name alone, to be read: no row has an 'Editar'. */
  readOnly?: boolean
  /** The columns after the name. */
  columns: readonly Column<Row, Sort>[]
  /** The links of a row after 'Editar'. */
  links?: (row: Row) => ReactNode
}

/** The screen of a list of records that have a name. */
export function RecordList<Row extends NamedRow, Sort extends string>({
  open,
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
        const target = open(row)
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
