import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { arrowStop, type ArrowStop } from './arrow-keys.ts'
import { holdsAll } from './plain-text.ts'
import classes from './searchable-list.module.css'

/** Minimum number of items for a search box. */
const minItemsForSearch = 8

interface SearchableListProps<Item> {
  label: string
  searchLabel: string
  items: readonly Item[]
  textOf: (item: Item) => string
  children: (item: Item, stop: ArrowStop) => ReactNode
  /** Shows the items as cards side by side where there is room. */
  cards?: boolean
  /** Called on Enter in the search box with the first match. */
  onFirstMatch: (item: Item) => void
}

/** A list for hundreds of items: one tab stop, arrow keys, and a search box that matches every typed word. */
export function SearchableList<Item extends { id: number }>(props: SearchableListProps<Item>) {
  const { label, searchLabel, items, textOf, children, onFirstMatch, cards = false } = props
  const [search, setSearch] = useState('')
  const found = items.filter((item) => holdsAll(textOf(item), search))
  const [first] = found
  const searching = search.trim() !== ''
  const inSearch = arrowStop(true)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && searching && first) onFirstMatch(first)
    else inSearch.onKeyDown(event)
  }

  return (
    <div className={classes['list']} data-arrow-list>
      {items.length >= minItemsForSearch && (
        <TextInput
          {...inSearch}
          type="search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      )}
      <ul
        aria-label={label}
        className={classes['items']}
        data-cards={cards || undefined}
        data-searching={searching || undefined}
      >
        {found.map((item, index) => (
          <li key={item.id}>{children(item, arrowStop(index === 0))}</li>
        ))}
      </ul>
      <output className={classes['empty']} aria-label="Resultado da busca">
        {found.length === 0 && 'Nenhum resultado encontrado para os critérios de pesquisa.'}
      </output>
    </div>
  )
}
