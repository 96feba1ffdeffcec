import { Anchor } from '@mantine/core'
import { useId, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import type { ArrowStop } from '../ui/arrow-keys.ts'
import { SearchableList } from '../ui/searchable-list.tsx'
import classes from './access-step.module.css'

/** Props that each row of a step gets. */
export interface StepRow {
  stop: ArrowStop
  chosen: boolean
  onPress: (event: MouseEvent) => void
}

interface AccessStepProps<Item> {
  number: number
  title: string
  listLabel: string
  searchLabel: string
  /** Message that tells the user which step to complete first; null if this step is available. */
  waitingFor?: string | null
  items: readonly Item[]
  chosen: Item | null
  textOf: (item: Item) => string
  /** Picture of an item, shown beside the chosen one when the step is collapsed. */
  pictureOf?: (item: Item) => ReactNode
  onChoose: (item: Item) => void
  children: (item: Item, row: StepRow) => ReactNode
}

/**
 * One step of the access page. On wide screens its list stays visible; on narrow ones it collapses to the chosen item
 * with a button to change it.
 */
export function AccessStep<Item extends { id: number; name: string }>(
  props: AccessStepProps<Item>,
) {
  const { number, title, listLabel, searchLabel, waitingFor = null } = props
  const { items, chosen, textOf, pictureOf, onChoose, children } = props
  const [changing, setChanging] = useState(false)
  const section = useRef<HTMLElement>(null)
  const titleId = useId()

  const choose = (item: Item) => {
    setChanging(false)
    onChoose(item)
  }
  const chooseByKeyboard = (item: Item) => {
    choose(item)
    requestAnimationFrame(() => focusFirst(section.current?.nextElementSibling))
  }
  // `detail` is 0 for a click by keyboard; the focus then moves to the next step.
  const press = (item: Item, { detail }: MouseEvent) =>
    detail === 0 ? chooseByKeyboard(item) : choose(item)

  return (
    <section
      ref={section}
      className={classes['step']}
      aria-labelledby={titleId}
      data-folded={(chosen !== null && !changing && items.length > 0) || undefined}
      data-waiting={waitingFor !== null || undefined}
    >
      <header className={classes['header']}>
        <span
          className={classes['number']}
          data-done={chosen !== null || undefined}
          aria-hidden="true"
        >
          {number}
        </span>
        <h2 id={titleId}>{title}</h2>
        {waitingFor === null && items.length > 1 && (
          <span className={classes['count']} aria-hidden="true">
            {items.length}
          </span>
        )}
      </header>
      {chosen && (
        <p className={classes['summary']}>
          {pictureOf?.(chosen)}
          <span className={classes['chosen']}>{chosen.name}</span>
          {items.length > 1 && (
            <Anchor component="button" type="button" size="sm" onClick={() => setChanging(true)}>
              Trocar
            </Anchor>
          )}
        </p>
      )}
      {waitingFor === null ? (
        <div className={classes['content']}>
          <SearchableList
            label={listLabel}
            searchLabel={searchLabel}
            items={items}
            textOf={textOf}
            onFirstMatch={chooseByKeyboard}
          >
            {(item, stop) =>
              children(item, {
                stop,
                chosen: chosen?.id === item.id,
                onPress: (event) => press(item, event),
              })
            }
          </SearchableList>
        </div>
      ) : (
        <p className={classes['waiting']}>{waitingFor}</p>
      )}
    </section>
  )
}

function focusFirst(element: Element | null | undefined): void {
  element?.querySelector<HTMLElement>('[data-arrow-stop]')?.focus()
}
