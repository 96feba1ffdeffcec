import { useLayoutEffect, useState, type RefObject } from 'react'

/** What a column holds, by which it has its width; the widths stand in `data-table.module.css` too. */
export type ColumnKind = 'name' | 'text' | 'long' | 'short' | 'date' | 'updated' | 'status'

/**
 * How a table uses the room it has: each column beside the other, the update date under the creation date, or each row a
 * card.
 */
type TableLayout = 'wide' | 'joined' | 'cards'

/** The least width of a column in rem: the longest ordinary words fit, so that none is broken in the middle. */
const leastWidths: Record<ColumnKind, number> = {
  name: 8.625,
  text: 7.625,
  long: 7.625,
  short: 7.25,
  date: 8.75,
  updated: 9.5,
  status: 5.75,
}
/** The widths below which ordinary names wrap: there the update date rather gives its room to them. */
const easyWidths: Record<ColumnKind, number> = { ...leastWidths, name: 16, text: 9 }
/** What the creation date takes with the update date under it. */
const joinedDates = 11.625
/** What stands free at the ends of a row. */
const rowEnds = 0.75

/** The layout for a table of these columns in a place of so many rem. */
export function layoutFor(
  room: number,
  kinds: readonly ColumnKind[],
  actions: number,
): TableLayout {
  const widthOf = (widths: Record<ColumnKind, number>) =>
    kinds.reduce((sum, kind) => sum + widths[kind], actions + rowEnds)
  const dated = kinds.includes('updated')
  if (widthOf(dated ? easyWidths : leastWidths) <= room) return 'wide'
  if (!dated) return 'cards'
  const joined = widthOf(leastWidths) - leastWidths.date - leastWidths.updated + joinedDates
  return joined <= room ? 'joined' : 'cards'
}

/** What the boxes to tick take in rem. */
export const selectionWidth = 2.25

/** What the actions of rows take in rem; icons are larger where they are touched (`links/icon-link.module.css`). */
export function actionsWidth(icons: number | undefined): number {
  if (icons === undefined) return 7
  return Math.max(3, icons * (matchMedia('(pointer: coarse)').matches ? 2.875 : 2))
}

/**
 * The layout of a table by the width of its place, not of the window; its style sheet is told the width of the actions. Not a container query: its condition would be
 * another for each set of columns, and CSS can't add their widths up.
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
      // In whole rem, so that a window being resized doesn't draw the table again for each pixel.
      setRoom(Math.floor(element.getBoundingClientRect().width / rem))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [table])
  return layoutFor(room, kinds, actions + selection)
}
