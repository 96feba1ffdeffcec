import { Button } from '@mantine/core'
import { useRef, useState, type ReactNode, type Ref } from 'react'
import {
  activeCount,
  BarFilters,
  FilterButton,
  filtersBesideViews,
  filtersThatFit,
  FilterSheet,
  moreFiltersWidth,
  SheetFilters,
  type ListFilter,
} from './filter-bar.tsx'
import classes from './list-card.module.css'
import { ListCount, type Counted } from './list-count.tsx'
import { narrowRoom, useRoom } from './use-room.ts'

interface ListToolsProps {
  /** Anchor to which the list scrolls after a change of page. */
  anchor: Ref<HTMLDivElement>
  /** Menu of the saved views, before the search. */
  views?: ((iconOnly: boolean) => ReactNode) | undefined
  /** The search box; absent if the list has no search. */
  search?: ReactNode
  filters: readonly ListFilter[]
  /** The select of the sort order. The dialog of the filters shows it, because cards have no column headers. */
  order?: ReactNode
  /** Number of rows. */
  counted: Counted | undefined
}

/** Width in rem of the search with its gap. */
const searchWidth = 12
/** Width in rem of 'Mais filtros' and the count with their gaps. */
const moreAndCountWidth = moreFiltersWidth + 7.5

/** The bar above a list: search, up to three filters, a dialog with the others, and the number of rows. */
export function ListTools({ anchor, views, search, filters, order, counted }: ListToolsProps) {
  const box = useRef<HTMLDivElement>(null)
  const room = useRoom(box)
  const [opened, setOpened] = useState(false)
  const narrow = room < narrowRoom
  const texts = filters.map(({ everything }) => everything)
  const othersWidth = (search === undefined ? 0 : searchWidth) + moreAndCountWidth
  const { fit, iconOnly } = views
    ? filtersBesideViews(room, texts, othersWidth)
    : { fit: filtersThatFit(room, texts, othersWidth), iconOnly: false }
  const inBar = filters.slice(0, fit)
  const inSheet = filters.slice(fit)
  const close = () => setOpened(false)
  return (
    <div ref={box}>
      <div ref={anchor} className={classes['tools']}>
        {views?.(iconOnly)}
        {search !== undefined && <search className={classes['search']}>{search}</search>}
        <BarFilters filters={inBar} />
        {(inSheet.length > 0 || (narrow && order !== undefined)) && (
          <FilterButton
            further={inBar.length > 0}
            count={activeCount(inSheet)}
            onPress={() => setOpened(true)}
          />
        )}
        <ListCount counted={counted} />
      </div>
      <FilterSheet opened={opened} onClose={close}>
        <SheetFilters filters={inSheet} />
        {order}
        <Button onClick={close}>Ver resultados</Button>
      </FilterSheet>
    </div>
  )
}
