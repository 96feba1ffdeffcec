import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { toOption } from '../ui/to-option.ts'
import { holdsAll } from '../ui/plain-text.ts'
import { useOptionSearch, type FindOptions } from './use-option-search.ts'
import { wideChoices } from './wide-choices.ts'

/** A record that can be selected. */
export interface Option {
  id: number
  name: string
}

/** Maximum number of options shown; others are found by typing. */
export const maxOptions = 20

interface SearchSelectProps<Found> extends Pick<
  SelectProps,
  'className' | 'placeholder' | 'required' | 'error' | 'disabled' | 'clearable'
> {
  label: string
  find: FindOptions<Found>
  optionsIn: (found: Found) => readonly Option[]
  /** Returns the hint shown after the options, or false if there are no more matches. */
  more?: ((found: Found) => string | false) | undefined
  /** Options offered in addition to the search results. */
  own?: readonly Option[]
  /** Label of the option for no selection. If set, the select is a filter. */
  everything?: string
  nothingFound?: string
  value: Option | null
  onChoose: (value: Option | null) => void
}

/** Value of the option for no selection. An empty string would mean to Mantine that no option is selected. */
const everythingValue = 'all'
const moreValue = 'more'

/** Select of one record, searched on the server. */
export function SearchSelect<Found>({
  label,
  find,
  optionsIn,
  more,
  own = [],
  everything,
  nothingFound = 'Nada encontrado.',
  value,
  onChoose,
  ...props
}: SearchSelectProps<Found>) {
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState<string>()
  const { search, data, loaded, onKeyDown } = useOptionSearch(find, {
    typed: typed ?? '',
    enabled: opened && props.disabled !== true,
  })
  const isFilter = everything !== undefined
  const found = data === undefined ? [] : optionsIn(data)
  const others = data !== undefined && more?.(data)
  const unselected = isFilter ? [{ value: everythingValue, label: everything }] : []
  const offered = [...own, ...found]
  // The selected option stays in the data; otherwise Mantine overwrites the typed text with its label.
  const missing = value && !offered.some(({ id }) => id === value.id) ? [value] : []
  const all = new Map([...missing, ...offered].map((option) => [String(option.id), option]))
  const isFound = new Set([...found.map(({ id }) => String(id)), moreValue])
  const isOwn = new Set(own.map(({ id }) => String(id)))
  return (
    <Select
      {...props}
      {...(isFilter ? { 'aria-label': label, comboboxProps: wideChoices } : { label })}
      searchable
      openOnFocus={isFilter}
      onKeyDown={onKeyDown}
      nothingFoundMessage={loaded && nothingFound}
      data={[
        ...unselected,
        ...[...all.values()].map(toOption),
        ...(others ? [{ value: moreValue, label: others, disabled: true }] : []),
      ]}
      // The server has already filtered the options that it found.
      filter={({ options }) =>
        options.filter(
          (option) =>
            'value' in option &&
            (search === '' ||
              isFound.has(option.value) ||
              (isOwn.has(option.value) && holdsAll(option.label, search))),
        )
      }
      value={value ? String(value.id) : isFilter ? everythingValue : null}
      searchValue={typed ?? value?.name ?? everything ?? ''}
      onSearchChange={setTyped}
      onDropdownOpen={() => {
        setOpened(true)
        // A filter opens on focus. Mantine has then set the search text to the option's label, so clear it. Any other
        // select may have been opened by typing, so keep the typed text.
        setTyped((before) => (isFilter ? '' : (before ?? '')))
      }}
      onDropdownClose={() => {
        setOpened(false)
        setTyped(undefined)
      }}
      onChange={(chosen) => onChoose(all.get(chosen ?? '') ?? null)}
    />
  )
}
