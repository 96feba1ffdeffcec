import { useRef } from 'react'
import type { ColumnsMenuProps } from './columns-menu.tsx'
import { ExportButton } from './export-button.tsx'
import { PageButtons } from './page-buttons.tsx'
import { PagerOptions } from './pager-options.tsx'
import { rangeOf } from './page-window.ts'
import classes from './pager.module.css'
import { narrowRoom, optionsRoom, useRoom } from './use-room.ts'
import type { UseListeners } from './use-settled-key.ts'

interface PagerProps {
  page: number
  take: number
  /** Number of rows; absent until the first page has loaded. */
  total: number | undefined
  /** True if more than `total` rows exist; the additional ones are neither counted nor shown. */
  more?: boolean | undefined
  pageSizes: readonly number[]
  /** Called with another page or page size. A change of the page size also returns to page 1. */
  onChange: (change: { page?: number; take?: number }) => void
  /** Exports all rows, not only the current page; absent if the list has no export. */
  onExport?: () => Promise<void>
  /** The columns that can be chosen. */
  columns?: ColumnsMenuProps
  listeners?: UseListeners
}

/** Page size, columns, export and page buttons of a list, in one line (console.md §2; decisions 28, 68). */
export function Pager(props: PagerProps) {
  const { page, take, total, more, pageSizes, onChange, onExport, columns } = props
  const box = useRef<HTMLDivElement>(null)
  const room = useRoom(box)
  const last = Math.max(1, Math.ceil((total ?? 0) / take))
  return (
    <div ref={box} className={classes['pager']} data-bottom-bar {...props.listeners}>
      <PagerOptions
        folded={room < optionsRoom}
        take={take}
        pageSizes={pageSizes}
        onTake={(chosen) => onChange({ take: chosen })}
        columns={columns}
        exporting={onExport && <ExportButton onExport={onExport} />}
      />
      <p className={classes['range']}>
        {total !== undefined && rangeOf(page, take, { total, more })}
      </p>
      <PageButtons
        page={page}
        last={last}
        short={room < narrowRoom}
        onPage={(target) => onChange({ page: target })}
      />
    </div>
  )
}
