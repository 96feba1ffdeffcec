import { useLayoutEffect, type RefObject } from 'react'
import { narrowRoom, unmeasured, useRoom } from './use-room.ts'

/** Content of a column, which determines its width. The widths are repeated in `data-table.module.css`. */
export type ColumnKind =
  | 'name'
  | 'email'
  | 'text'
  | 'long'
  | 'short'
  | 'date'
  | 'updated'
  | 'status'

/** Facts about a column that decide whether it is shown. */
export interface LayoutColumn {
  kind: ColumnKind
  /**
   * A column with priority 0 is always shown. Of the others, those with the highest priority number are hidden first.
   */
  priority: number
  /** What the user chose for the column; undefined lets the width decide. */
  choice: boolean | undefined
}

export interface TableLayout {
  /** Whether each row is shown as a card. */
  cards: boolean
  /** Whether each column is shown. Hidden columns are in the details of a row. */
  shown: readonly boolean[]
  /** Minimum width in rem, if the columns that the user chose need more than there is. The table scrolls then. */
  scrollWidth: number | undefined
}

/** Importance of a column by its content, unless the column declares another. */
export const priorities: Readonly<Record<ColumnKind, number>> = {
  name: 2,
  status: 1,
  email: 2,
  text: 2,
  long: 2,
  short: 2,
  date: 3,
  updated: 5,
}

/** Cards show only columns up to this priority. */
const cardPriority = 3

/** Widths in rem at which common values do not wrap. */
const widths: Readonly<Record<ColumnKind, number>> = {
  name: 14,
  email: 15,
  text: 10,
  long: 12,
  short: 7.25,
  date: 8.75,
  updated: 8.75,
  status: 5.75,
}
/** Widths to which columns shrink before an important one is hidden. */
const minWidths = { ...widths, name: 10, email: 11, text: 7.625, long: 8 }
/** Columns up to this priority are important. */
const importantPriority = 2
/** Padding at both ends of a row. */
const rowPadding = 0.75
/** Width of the checkbox column in rem. */
export const selectionWidth = 2.25
/** Width of the column with the button that opens the details of a row. */
export const detailsWidth = 2.25

/**
 * Chooses the columns that a table shows in `room` rem: those that the user chose, then the others by priority, as long
 * as they fit. `fixed` is the width of the columns without data.
 */
export function layoutFor(
  room: number,
  columns: readonly LayoutColumn[],
  fixed: number,
): TableLayout {
  const allowed = columns.map(({ priority, choice }) => priority === 0 || choice !== false)
  if (room < narrowRoom)
    return {
      cards: true,
      shown: columns.map(
        ({ priority, choice }) => choice ?? (priority === 0 || priority <= cardPriority),
      ),
      scrollWidth: undefined,
    }
  const all = columns.reduce((sum, { kind }) => sum + widths[kind], fixed + rowPadding)
  if (all <= room && allowed.every(Boolean))
    return { cards: false, shown: allowed, scrollWidth: undefined }
  const shown = columns.map(() => false)
  const others = fixed + rowPadding + detailsWidth
  const total = { wide: others, narrow: others }
  for (const { column, index, chosen } of inOrderOfImportance(columns)) {
    const wide = total.wide + widths[column.kind]
    const narrow = total.narrow + minWidths[column.kind]
    const needed = column.priority <= importantPriority ? narrow : wide
    if (!chosen && needed > room) break
    Object.assign(total, { wide, narrow })
    shown[index] = true
  }
  return { cards: false, shown, scrollWidth: total.narrow > room ? total.narrow : undefined }
}

/** Columns that may be shown, the most important first. */
function inOrderOfImportance(columns: readonly LayoutColumn[]) {
  return columns
    .map((column, index) => ({
      column,
      index,
      chosen: column.priority === 0 || column.choice === true,
    }))
    .filter(({ column, chosen }) => chosen || column.choice !== false)
    .toSorted(
      (one, other) =>
        Number(other.chosen) - Number(one.chosen) || one.column.priority - other.column.priority,
    )
}

/** Width of the actions column in rem. Icons are larger on touch screens (`links/icon-link.module.css`). */
export function actionsWidth(icons: number | undefined): number {
  if (icons === undefined) return 7
  return Math.max(3, icons * (matchMedia('(pointer: coarse)').matches ? 2.875 : 2))
}

/**
 * Chooses the layout by the width of the table's container, not of the window, and sets the widths that the style sheet
 * uses. CSS container queries cannot do this, because each set of columns would need its own condition. `measured` is
 * false in the first render, before the width is known.
 */
export function useTableLayout(
  box: RefObject<HTMLElement | null>,
  columns: readonly LayoutColumn[],
  widthsOf: { actions: number; selection: number },
): TableLayout & { measured: boolean } {
  const { actions, selection } = widthsOf
  const room = useRoom(box)
  const layout = layoutFor(room, columns, actions + selection)
  const { scrollWidth } = layout
  useLayoutEffect(() => {
    box.current?.style.setProperty('--actions', `${actions}rem`)
    box.current?.style.setProperty(
      '--table-width',
      scrollWidth === undefined ? '100%' : `${scrollWidth}rem`,
    )
  }, [box, actions, scrollWidth])
  return { ...layout, measured: room !== unmeasured }
}
