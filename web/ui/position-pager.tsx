import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DensityChoice } from './density-choice.tsx'
import { PageSizeSelect } from './page-size-select.tsx'
import classes from './pager.module.css'
import { PagerStep } from './pager-step.tsx'

interface PositionPagerProps {
  take: number
  pageSizes: readonly number[]
  onTake: (take: number) => void
  /** Handlers of the page buttons; each is undefined if there is no such page. */
  onFirst: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** The export button with its progress. */
  children: ReactNode
}

/** Pager of a list with cursor pagination. The rows are not counted, so there are no page numbers and no last page. */
export function PositionPager(props: PositionPagerProps) {
  const { take, pageSizes, onTake, onFirst, onPrevious, onNext, children } = props
  return (
    <div className={classes['pager']}>
      <PageSizeSelect take={take} pageSizes={pageSizes} onTake={onTake} />
      <DensityChoice />
      {children}
      <nav className={classes['pages']} aria-label="Paginação">
        <PagerStep label="Primeira página" icon={IconChevronsLeft} onPress={onFirst} />
        <PagerStep label="Página anterior" icon={IconChevronLeft} onPress={onPrevious} />
        <PagerStep label="Próxima página" icon={IconChevronRight} onPress={onNext} />
      </nav>
    </div>
  )
}
