import { useRef, useState, type ReactNode } from 'react'
import { breakEmail } from './break-email.tsx'
import { DataTable, hideable, type Column, type Ordering } from './data-table.tsx'
import classes from './list-card.module.css'
import { FilterChips, type ListFilter } from './filter-bar.tsx'
import { ListClear, ListNote, ListUnreadable } from './list-note.tsx'
import { ListTools } from './list-tools.tsx'
import { markHits } from './mark-hits.tsx'
import { OrderSelect } from './order-select.tsx'
import { Pager } from './pager.tsx'
import { wordsOf } from './plain-text.ts'
import { SearchBox } from './search-box.tsx'
import { useSettledKey } from './use-settled-key.ts'

/** Page, page size, search and order of a list. */
export interface ListState<Sort extends string> {
  /** Absent if a search orders the list by relevance. */
  ordering: Ordering<Sort> | undefined
  page: number
  take: number
  search: string
}

/** Props of a list, either a whole page or part of one. */
export interface ListCardProps<Row, Sort extends string> {
  /** Accessible name of the table. */
  label: string
  searchLabel: string
  searchMaxLength: number
  pageSizes: readonly number[]
  columns: readonly Column<Row, Sort>[]
  /** Absent while the first page loads. */
  rows: readonly Row[] | undefined
  total: number | undefined
  /** New rows are loading; the current ones stay visible until they arrive. */
  reading: boolean
  renderActions?: (row: Row) => ReactNode
  /** Maximum number of icons in the actions of a row; absent if the actions are a text button. */
  actionIcons?: 1 | 2 | 3 | 4
  /** Ids of rows that were just created. */
  created?: readonly (number | string)[]
  state: ListState<Sort>
  /** Called with the changed values. A change without `page` also returns to the first page. */
  onChange: (change: Partial<ListState<Sort>>) => void
  filters: readonly ListFilter[]
  /** Menu of the saved views. */
  views?: ((iconOnly: boolean) => ReactNode) | undefined
  /** Sentence for a list without rows, if nothing was searched or filtered. */
  nothingYet?: string
  /** Picture above `nothingYet`: an open door if an empty list is good news, otherwise a closed one. */
  nothingDoor?: 'closed' | 'open'
  /** Removes the search and all filters; absent if there are none. */
  onClear: (() => void) | undefined
  /** Exports all rows with the current filters, search and order, and reports the result. */
  onExport: () => Promise<void>
  /** Reloads the list; set only after loading failed. */
  onRetry: (() => void) | undefined
}

/** A list: search box, filters, rows and pages (console.md §2). */
export function ListCard<Row extends { id: number | string }, Sort extends string>(
  props: ListCardProps<Row, Sort>,
) {
  const { label, columns, rows, total, reading, renderActions } = props
  const { actionIcons, searchLabel, searchMaxLength, pageSizes, state, onChange, onRetry } = props
  const { created, filters, onClear, onExport, nothingYet, nothingDoor = 'closed' } = props
  const { page, take, search, ordering } = state
  const tools = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<readonly string[]>([])
  /** Scrolls to the first row of the new page; the sticky pager stays visible. */
  const goToPage = (change: { page?: number; take?: number }) => {
    tools.current?.scrollIntoView({ block: 'nearest' })
    onChange(change)
  }
  const orderBy = (chosen: Ordering<Sort>) => onChange({ ordering: chosen })
  const pager = useSettledKey(total === undefined)
  const words = wordsOf(search)
  const highlighted = columns.map((column) => ({
    ...column,
    cell: (row: Row) => {
      const cell = column.searched === false ? column.cell(row) : markHits(column.cell(row), words)
      return column.email ? breakEmail(cell) : cell
    },
  }))
  const empty = rows?.length === 0 && !onRetry
  const emptyText =
    (!onClear && nothingYet) || 'Nenhum resultado encontrado para os critérios de pesquisa.'
  return (
    <div className={classes['list']}>
      <ListTools
        anchor={tools}
        views={props.views}
        search={
          <SearchBox
            label={searchLabel}
            maxLength={searchMaxLength}
            value={search}
            onSearch={(typed) => onChange({ search: typed })}
          />
        }
        filters={filters}
        order={<OrderSelect columns={columns} ordering={ordering} onOrder={orderBy} />}
        counted={total === undefined ? undefined : { total }}
      />
      <FilterChips filters={filters} />
      {onRetry ? (
        <ListUnreadable onRetry={onRetry} />
      ) : (
        !empty && (
          <DataTable
            label={label}
            columns={highlighted}
            rows={rows}
            reading={reading}
            {...(renderActions && { renderActions })}
            actionIcons={actionIcons}
            created={created}
            {...(ordering && { ordering })}
            onOrder={orderBy}
            expectedRows={Math.min(take, 10)}
            onShown={setShown}
          />
        )
      )}
      <ListNote door={onClear ? undefined : nothingDoor}>{empty && emptyText}</ListNote>
      {empty && onClear && <ListClear onClear={onClear} />}
      {!onRetry && total !== 0 && (
        <Pager
          key={pager.key}
          listeners={pager.listeners}
          page={page}
          take={take}
          total={total}
          pageSizes={pageSizes}
          onChange={goToPage}
          onExport={onExport}
          columns={{ table: label, headers: hideable(columns), shown }}
        />
      )}
    </div>
  )
}
