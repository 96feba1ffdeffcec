import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { moveFocus } from './arrow-keys.ts'
import { plainText } from './plain-text.ts'
import classes from './searchable-list.module.css'

/** From how many items on a list is searched rather than read. */
const searchFrom = 7

/** What an item spreads on the one thing in it that can be pressed. */
export interface ArrowStop {
  'data-arrow-stop': true
  tabIndex: 0 | -1
}

interface SearchableListProps<Item> {
  label: string
  searchLabel: string
  items: readonly Item[]
  textOf: (item: Item) => string
  children: (item: Item, stop: ArrowStop) => ReactNode
  /** Enter in the search box, with the first item found. */
  onFirstMatch: (item: Item) => void
}

/**
 * A list that stays quick by the hundred: one Tab stop, arrow keys, and a search box that finds by any part of the
 * words typed.
 */
export function SearchableList<Item extends { id: number }>(props: SearchableListProps<Item>) {
  const { label, searchLabel, items, textOf, children, onFirstMatch } = props
  const [search, setSearch] = useState('')
  const words = plainText(search).split(/\s+/)
  const found = items.filter((item) => {
    const text = plainText(textOf(item))
    return words.every((word) => text.includes(word))
  })
  const [first] = found
  const searching = search.trim() !== ''
  const onEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && searching && first) onFirstMatch(first)
  }

  return (
    <div className={classes['list']} onKeyDown={moveFocus}>
      {items.length >= searchFrom && (
        <TextInput
          data-arrow-stop
          type="search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={onEnter}
        />
      )}
      <ul aria-label={label} className={classes['items']} data-searching={searching || undefined}>
        {found.map((item, index) => (
          <li key={item.id}>
            {children(item, { 'data-arrow-stop': true, tabIndex: index === 0 ? 0 : -1 })}
          </li>
        ))}
      </ul>
      <p role="status" className={classes['empty']}>
        {found.length === 0 && 'Nenhum resultado encontrado para os critérios de pesquisa.'}
      </p>
    </div>
  )
}
