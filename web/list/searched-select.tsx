import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { searchOf } from '../../contract/list.ts'
import type { FilterControlProps } from './list-filters.tsx'
import { wideChoices } from './wide-choices.ts'

interface Found {
  choices: readonly { value: string; label: string }[]
  /** There are others, which are found by typing. */
  more: boolean
}

interface SearchedSelectProps extends Omit<FilterControlProps, 'query'> {
  /** What `value` is called. */
  name: string
  /** The key of the answers, to which the search is added. */
  queryKey: readonly unknown[]
  /** Asks the server for those that hold what was typed; for any, where nothing was. */
  find: (search: string) => Promise<Found>
  /** Leaves out, while somebody searches, what the search did not find: what is chosen, and no choice. */
  onlyFound?: boolean
}

/** Stands in the select for no choice: Mantine takes an empty value for none. */
const everythingValue = 'all'
const moreChoices = { value: 'more', label: 'Digite para achar outros…', disabled: true }
const nothing: Found = { choices: [], more: false }

/** The control of a filter whose choices are found by typing: the server searches, however many there are. */
export function SearchedSelect(props: SearchedSelectProps) {
  const { label, everything, value, name, onChoose, queryKey, find, onlyFound = false } = props
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState<string>()
  const [search] = useDebouncedValue(searchOf(typed ?? ''), 250)
  const { data: { choices, more } = nothing } = useQuery({
    queryKey: [...queryKey, search],
    queryFn: () => find(search),
    placeholderData: keepPreviousData,
    enabled: opened,
  })
  const isFound = (id: string) => choices.some((each) => each.value === id)
  const unseen = value === '' || isFound(value) ? [] : [{ value, label: name }]
  const others = more ? [moreChoices] : []
  return (
    <Select
      aria-label={label}
      comboboxProps={wideChoices}
      searchable
      // What is chosen stays among them, or Mantine takes it for gone and writes its name over what is being typed.
      data={[{ value: everythingValue, label: everything }, ...unseen, ...choices, ...others]}
      // The server has searched already.
      filter={({ options }) =>
        options.filter(
          (option) =>
            !onlyFound ||
            search === '' ||
            ('value' in option && (isFound(option.value) || option.value === moreChoices.value)),
        )
      }
      nothingFoundMessage="Nada encontrado."
      value={value || everythingValue}
      searchValue={typed ?? (value === '' ? everything : name)}
      onSearchChange={setTyped}
      onDropdownOpen={() => {
        setOpened(true)
        setTyped('')
      }}
      onDropdownClose={() => {
        setOpened(false)
        setTyped(undefined)
      }}
      onChange={(next) => onChoose(next === everythingValue ? '' : (next ?? ''))}
    />
  )
}
