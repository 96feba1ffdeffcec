import { UnstyledButton } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
  type Icon,
} from '@tabler/icons-react'
import { formatNumber } from './format-number.ts'
import { pageWindow } from './page-window.ts'
import classes from './pager.module.css'
import { PagerStep } from './pager-step.tsx'

interface PageButtonsProps {
  page: number
  /** Number of the last page. */
  last: number
  /** Whether 'Página 2 de 25' takes the place of the numbers. */
  short?: boolean
  onPage: (page: number) => void
}

/** Buttons for the pages near the current one, and for the first, previous, next and last page. */
export function PageButtons({ page, last, short = false, onPage }: PageButtonsProps) {
  const step = (label: string, icon: Icon, target: number, disabled: boolean) => (
    <PagerStep label={label} icon={icon} onPress={disabled ? undefined : () => onPage(target)} />
  )
  if (short)
    return (
      <nav className={classes['pages']} aria-label="Paginação">
        {step('Página anterior', IconChevronLeft, page - 1, page <= 1)}
        <span className={classes['place']}>
          {`Página ${formatNumber(page)} de ${formatNumber(last)}`}
        </span>
        {step('Próxima página', IconChevronRight, page + 1, page >= last)}
      </nav>
    )
  return (
    <nav className={classes['pages']} aria-label="Paginação">
      {step('Primeira página', IconChevronsLeft, 1, page <= 1)}
      {step('Página anterior', IconChevronLeft, page - 1, page <= 1)}
      {pageWindow(page, last).map((number) => (
        <UnstyledButton
          key={number}
          className={classes['page'] ?? ''}
          aria-label={`Página ${formatNumber(number)}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
        >
          {formatNumber(number)}
        </UnstyledButton>
      ))}
      {step('Próxima página', IconChevronRight, page + 1, page >= last)}
      {step('Última página', IconChevronsRight, last, page >= last)}
    </nav>
  )
}
