import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { searchOf } from '../../contract/list.ts'
import type { FilterControlProps } from './list-filters.tsx'
import { wideChoices } from './wide-choices.ts'

interface Found {
  choices: readonly { value: string; label: string }[]
  /** There are more results, found by typing. */
  more: boolean
}

interface SearchedSelectProps extends Omit<FilterControlProps, 'query'> {
  /** Label of `value`. */
  name: string
  /** Query key, to which the search text is appended. */
  queryKey: readonly unknown[]
  /** Fetches the options that match the search text; the first options for an empty one. */
  find: (search: string) => Promise<Found>
  /** Hides options that the search did not find: the selected one and 'everything'. */
  onlyFound?: boolean
}

/** Value of the option for no selection; Mantine takes an empty string for none selected. */
const everythingValue = 'all'
const moreChoices = { value: 'more', label: 'Digite para achar outros…', disabled: true }
const nothing: Found = { choices: [], more: false }

/** Select of a filter whose options are searched on the server. */
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
  const selected = value === '' || isFound(value) ? [] : [{ value, label: name }]
  const others = more ? [moreChoices] : []
  return (
    <Select
      aria-label={label}
      comboboxProps={wideChoices}
      searchable
      // The selected option stays in the data; otherwise Mantine overwrites the typed text with its label.
      data={[{ value: everythingValue, label: everything }, ...selected, ...choices, ...others]}
      // The server has already filtered the options.
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
