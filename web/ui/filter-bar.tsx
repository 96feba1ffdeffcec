import { Button, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import classes from './filter-bar.module.css'

/** A filter of a list with its current value. */
export interface ListFilter {
  name: string
  label: string
  /** The field that sets the value. */
  control: ReactNode
  /** The current value as text; null if the filter is not set. */
  chosen: ReactNode
  onClear: () => void
}

interface FilterBarProps {
  filters: readonly ListFilter[]
}

const active = ({ chosen }: ListFilter) => chosen !== null

/** Filter fields beside the search; on narrow screens they collapse behind one button. */
export function FilterSelects({ filters }: FilterBarProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const count = filters.filter(active).length
  return (
    <>
      <Button
        className={classes['fold'] ?? ''}
        variant="default"
        leftSection={<IconFilter size={16} stroke={1.8} aria-hidden="true" />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {count === 0 ? 'Filtros' : `Filtros (${count})`}
      </Button>
      <fieldset
        id={id}
        aria-label="Filtros"
        className={classes['selects']}
        data-open={open || undefined}
      >
        {filters.map(({ name, control }) => (
          <div key={name} className={classes['select']}>
            {control}
          </div>
        ))}
      </fieldset>
    </>
  )
}

/** The active filters; a click removes one. */
export function FilterChips({ filters }: FilterBarProps) {
  const chips = useRef<HTMLUListElement>(null)
  const chosen = filters.filter(active)
  /** Moves the focus to the next chip, otherwise to the search, otherwise to the page. */
  const remove = ({ name, onClear }: ListFilter) => {
    const buttons = [...(chips.current?.querySelectorAll('button') ?? [])]
    const index = chosen.findIndex((each) => each.name === name)
    const search = chips.current?.parentElement?.querySelector<HTMLElement>('input[type=search]')
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
