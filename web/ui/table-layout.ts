import { useLayoutEffect, useState, type RefObject } from 'react'

/** Content of a column, which determines its width. The widths are repeated in `data-table.module.css`. */
export type ColumnKind = 'name' | 'text' | 'long' | 'short' | 'date' | 'updated' | 'status'

/**
 * Layout of a table: `wide` shows all columns side by side, `joined` shows the update date under the creation date,
 * `cards` shows each row as a card.
 */
type TableLayout = 'wide' | 'joined' | 'cards'

/** Minimum widths in rem, at which the longest common words fit without a break. */
const minWidths: Record<ColumnKind, number> = {
  name: 8.625,
  text: 7.625,
  long: 7.625,
  short: 7.25,
  date: 8.75,
  updated: 9.5,
  status: 5.75,
}
/**
 * Widths in rem at which common names do not wrap. In narrower tables the update date moves under the creation date.
 */
const comfortableWidths: Record<ColumnKind, number> = { ...minWidths, name: 16, text: 9 }
/** Width of the creation date with the update date under it. */
const joinedDatesWidth = 11.625
/** Padding at both ends of a row. */
const rowPadding = 0.75

/** Returns the layout of a table with these columns in `room` rem. */
export function layoutFor(
  room: number,
  kinds: readonly ColumnKind[],
  actions: number,
): TableLayout {
  const widthOf = (widths: Record<ColumnKind, number>) =>
    kinds.reduce((sum, kind) => sum + widths[kind], actions + rowPadding)
  const dated = kinds.includes('updated')
  if (widthOf(dated ? comfortableWidths : minWidths) <= room) return 'wide'
  if (!dated) return 'cards'
  const joined = widthOf(minWidths) - minWidths.date - minWidths.updated + joinedDatesWidth
  return joined <= room ? 'joined' : 'cards'
}

/** Width of the checkbox column in rem. */
export const selectionWidth = 2.25

/** Width of the actions column in rem. Icons are larger on touch screens (`links/icon-link.module.css`). */
export function actionsWidth(icons: number | undefined): number {
  if (icons === undefined) return 7
  return Math.max(3, icons * (matchMedia('(pointer: coarse)').matches ? 2.875 : 2))
}

/**
 * Chooses the layout by the width of the table's container, not of the window, and sets `--actions` for the style
 * sheet. CSS container queries cannot do this, because each set of columns would need its own condition.
 */
export function useTableLayout(
  table: RefObject<HTMLElement | null>,
  kinds: readonly ColumnKind[],
  actions: number,
  selection = 0,
): TableLayout {
  const [room, setRoom] = useState(Infinity)
  useLayoutEffect(
    () => table.current?.style.setProperty('--actions', `${actions}rem`),
    [table, actions],
  )
  useLayoutEffect(() => {
    const element = table.current
    if (!element) return undefined
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      // Measure in whole rem, so that resizing the window does not render the table for each pixel.
      setRoom(Math.floor(element.getBoundingClientRect().width / rem))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [table])
  return layoutFor(room, kinds, actions + selection)
}
