import { Button, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import classes from './filter-bar.module.css'
import { narrowRoom } from './use-room.ts'

/** A filter of a list with its current value. */
export interface ListFilter {
  name: string
  label: string
  /** Text of the field while the filter is not set. */
  everything: string
  /** The field that sets the value. */
  control: ReactNode
  /** The current value as text; null if the filter is not set. */
  chosen: ReactNode
  onClear: () => void
}

const active = ({ chosen }: ListFilter) => chosen !== null

/** Maximum number of filters beside the search. */
const barMax = 3
/** Minimum width in rem of a filter with its gap. */
const filterWidth = 9.5
/** Width in rem of a filter's padding, arrow and gap. */
const emptyWidth = 3.75
/** Width in rem of a character, rounded up. */
const characterWidth = 0.45
/** Width in rem of 'Mais filtros' with its gap. */
export const moreFiltersWidth = 9

/** Width in rem that a filter needs, with its gap, to show the whole text of a filter that is not set. */
const widthOf = (everything: string) =>
  Math.max(filterWidth, emptyWidth + characterWidth * everything.length)

/**
 * Number of filters that fit in `room` rem beside the search and the other parts of the bar, which take `others` rem with
 * 'Mais filtros'. The rest is in the dialog of the filters. `everything` are the texts of the filters while they are not
 * set.
 */
export function filtersThatFit(
  room: number,
  everything: readonly string[],
  others: number,
): number {
  if (room < narrowRoom) return 0
  const widths = everything.slice(0, barMax).map(widthOf)
  const withoutMore = others - moreFiltersWidth
  if (everything.length <= barMax && room >= widths.reduce((sum, each) => sum + each, withoutMore))
    return everything.length
  let fitting = 0
  let taken = others
  for (const width of widths) {
    taken += width
    if (taken > room) break
    fitting += 1
  }
  return fitting
}

/** Width in rem of the menu of saved views, with the gap after it. */
const viewsWidth = 7.5
/** The same width, if the menu is only an icon. */
const viewsIconWidth = 3

/**
 * Returns how many filters fit beside the menu of saved views, and whether the menu is only an icon, because its text
 * would take the space of a filter.
 */
export function filtersBesideViews(room: number, everything: readonly string[], others: number) {
  const most = filtersThatFit(room, everything, others + viewsIconWidth)
  const roomy = filtersThatFit(room, everything, others + viewsWidth) === most && room >= narrowRoom
  return { fit: most, iconOnly: !roomy }
}

interface FilterButtonProps {
  /** Whether the bar shows filters too. */
  further: boolean
  /** Number of filters in the dialog that are set. */
  count: number
  onPress: () => void
}

/** Button that opens the dialog of the filters, with the number of those that are set. */
export function FilterButton({ further, count, onPress }: FilterButtonProps) {
  const word = further ? 'Mais filtros' : 'Filtros'
  return (
    <Button
      className={classes['open'] ?? ''}
      variant="default"
      leftSection={<IconFilter size={16} stroke={1.8} aria-hidden="true" />}
      aria-haspopup="dialog"
      aria-label={count === 0 ? word : `${word} (${count})`}
      title={word}
      onClick={onPress}
    >
      <span className={classes['word']}>{word}</span>
      {count > 0 && <span>{`(${count})`}</span>}
    </Button>
  )
}

interface FilterSheetProps {
  opened: boolean
  onClose: () => void
  children: ReactNode
}

/** Dialog of the filters; on a narrow screen it is at the lower edge. */
export function FilterSheet({ opened, onClose, children }: FilterSheetProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Filtros"
      size="sm"
      classNames={{ inner: classes['sheetInner'] ?? '', content: classes['sheetContent'] ?? '' }}
    >
      <div className={classes['sheet']}>{children}</div>
    </Dialog>
  )
}

/** The fields of filters in the dialog, each below its label. */
export function SheetFilters({ filters }: { filters: readonly ListFilter[] }) {
  return filters.map(({ name, label, control }) => (
    <div key={name} className={classes['field']}>
      {/* The field has the same accessible name. */}
      <span aria-hidden="true">{label}</span>
      {control}
    </div>
  ))
}

/** The fields of filters in the bar. */
export function BarFilters({ filters }: { filters: readonly ListFilter[] }) {
  if (filters.length === 0) return null
  return (
    <fieldset aria-label="Filtros" className={classes['selects']}>
      {filters.map(({ name, control, everything }) => (
        <div
          key={name}
          className={classes['select']}
          style={{ minWidth: `${widthOf(everything) - 0.5}rem` }}
        >
          {control}
        </div>
      ))}
    </fieldset>
  )
}

/** The active filters; a click removes one. */
export function FilterChips({ filters }: { filters: readonly ListFilter[] }) {
  const chips = useRef<HTMLUListElement>(null)
  const chosen = filters.filter(active)
  /** Moves the focus to the next chip, otherwise to the search, otherwise to the page. */
  const remove = ({ name, onClear }: ListFilter) => {
    const buttons = [...(chips.current?.querySelectorAll('button') ?? [])]
    const index = chosen.findIndex((each) => each.name === name)
    const search = chips.current?.parentElement?.querySelector<HTMLElement>('search input')
    const page = chips.current?.closest<HTMLElement>('main')
    const next = buttons[index + 1] ?? buttons[index - 1] ?? search ?? page
    next?.focus()
    onClear()
  }
  return (
    <ul ref={chips} className={classes['chips']} aria-label="Filtros ativos">
      {chosen.map((filter) => (
        <li key={filter.name}>
          <UnstyledButton className={classes['chip'] ?? ''} onClick={() => remove(filter)}>
            <VisuallyHidden>Remover filtro: </VisuallyHidden>
            <span>
              {filter.label}: <strong>{filter.chosen}</strong>
            </span>
            <IconX size={14} stroke={2} aria-hidden="true" />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

export const activeCount = (filters: readonly ListFilter[]): number => filters.filter(active).length
