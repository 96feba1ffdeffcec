import { DensityChoice } from './density-choice.tsx'
import { ExportButton } from './export-button.tsx'
import { PageButtons } from './page-buttons.tsx'
import { PageSizeSelect } from './page-size-select.tsx'
import { rangeOf } from './page-window.ts'
import classes from './pager.module.css'

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
}

/** Page size, page buttons and export of a list (console.md §2; decision 28). */
export function Pager({ page, take, total, more, pageSizes, onChange, onExport }: PagerProps) {
  const last = Math.max(1, Math.ceil((total ?? 0) / take))
  return (
    <div className={classes['pager']}>
      <PageSizeSelect
        take={take}
        pageSizes={pageSizes}
        onTake={(chosen) => onChange({ take: chosen })}
      />
      <DensityChoice />
      {onExport && <ExportButton onExport={onExport} />}
      <p className={classes['range']}>
        {total !== undefined && rangeOf(page, take, { total, more })}
      </p>
      <PageButtons page={page} last={last} onPage={(target) => onChange({ page: target })} />
    </div>
  )
}
