import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import type { ColumnsMenuProps } from './columns-menu.tsx'
import { PagerOptions } from './pager-options.tsx'
import classes from './pager.module.css'
import { PagerStep } from './pager-step.tsx'
import { narrowRoom, useRoom } from './use-room.ts'
import type { UseListeners } from './use-settled-key.ts'

interface PositionPagerProps {
  take: number
  pageSizes: readonly number[]
  onTake: (take: number) => void
  /** Handlers of the page buttons; each is undefined if there is no such page. */
  onFirst: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** The columns that can be chosen. */
  columns?: ColumnsMenuProps
  listeners?: UseListeners
  /** The export button with its progress. */
  children: ReactNode
}

/** Pager of a list with cursor pagination. The rows are not counted, so there are no page numbers and no last page. */
export function PositionPager(props: PositionPagerProps) {
  const { take, pageSizes, onTake, onFirst, onPrevious, onNext, columns, children } = props
  const box = useRef<HTMLDivElement>(null)
  return (
    <div ref={box} className={classes['pager']} data-bottom-bar {...props.listeners}>
      <PagerOptions
        folded={useRoom(box) < narrowRoom}
        take={take}
        pageSizes={pageSizes}
        onTake={onTake}
        columns={columns}
        exporting={children}
      />
      <nav className={classes['pages']} aria-label="Paginação">
        <PagerStep label="Primeira página" icon={IconChevronsLeft} onPress={onFirst} />
        <PagerStep label="Página anterior" icon={IconChevronLeft} onPress={onPrevious} />
        <PagerStep label="Próxima página" icon={IconChevronRight} onPress={onNext} />
      </nav>
    </div>
  )
}
