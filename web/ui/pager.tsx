import { UnstyledButton } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
  type Icon,
} from '@tabler/icons-react'
import { DensityChoice } from './density-choice.tsx'
import { ExportButton } from './export-button.tsx'
import { formatNumber } from './format-number.ts'
import { PageSizeSelect } from './page-size-select.tsx'
import { pageWindow, rangeOf } from './page-window.ts'
import classes from './pager.module.css'
import { PagerStep } from './pager-step.tsx'

interface PagerProps {
  page: number
  take: number
  /** Number of rows; absent until the first page has loaded. */
  total: number | undefined
  /** There are more rows than `total`; these are neither counted nor shown. */
  more?: boolean | undefined
  pageSizes: readonly number[]
  /** Another page size returns to the first page. */
  onChange: (change: { page?: number; take?: number }) => void
  /** Exports all rows, not only the current page; absent if the list has no export. */
  onExport?: () => Promise<void>
}

/** Page size, page buttons and export of a list (console.md §2; decision 28). */
export function Pager({ page, take, total, more, pageSizes, onChange, onExport }: PagerProps) {
  const last = Math.max(1, Math.ceil((total ?? 0) / take))
  const step = (label: string, icon: Icon, target: number, disabled: boolean) => (
    <PagerStep
      label={label}
      icon={icon}
      onPress={disabled ? undefined : () => onChange({ page: target })}
    />
  )
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
      <nav className={classes['pages']} aria-label="Paginação">
        {step('Primeira página', IconChevronsLeft, 1, page <= 1)}
        {step('Página anterior', IconChevronLeft, page - 1, page <= 1)}
        {pageWindow(page, last).map((number) => (
          <UnstyledButton
            key={number}
            className={classes['page'] ?? ''}
            data-far={Math.abs(number - page) > 1 || undefined}
            aria-label={`Página ${formatNumber(number)}`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onChange({ page: number })}
          >
            {formatNumber(number)}
          </UnstyledButton>
        ))}
        {step('Próxima página', IconChevronRight, page + 1, page >= last)}
        {step('Última página', IconChevronsRight, last, page >= last)}
      </nav>
    </div>
  )
}
