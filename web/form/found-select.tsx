import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { searchOf } from '../../contract/list.ts'
import { holdsAll } from '../ui/plain-text.ts'
import { useSelectFirstOption } from '../ui/select-first-option.ts'

/** A record that can be selected. */
export interface Found {
  id: number
  name: string
}

interface FoundSelectProps {
  label: string
  placeholder: string
  /** Query key beside the search text; null disables the select. */
  of: readonly unknown[] | null
  find: (search: string) => Promise<readonly Found[]>
  /** Options offered in addition to the search results. */
  own?: readonly Found[]
  value: Found | null
  onChoose: (value: Found | null) => void
  required?: boolean
  /** Error message. */
  error?: string | undefined
}

/** Maximum number of options shown; others are found by typing. */
export const foundAtOnce = 20

/** Optional select of one record, searched on the server. */
export function FoundSelect(props: FoundSelectProps) {
  const { label, placeholder, of, find, own = [], value, onChoose, required, error } = props
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState<string>()
  const [search] = useDebouncedValue(searchOf(typed ?? ''), 250)
  const {
    data = [],
    isPending,
    isPlaceholderData,
  } = useQuery({
    queryKey: [label, of, search],
    queryFn: () => find(search),
    placeholderData: keepPreviousData,
    enabled: opened && of !== null,
  })
  const loaded = !isPending && !isPlaceholderData
  const onKeyDown = useSelectFirstOption(loaded && search === searchOf(typed ?? ''))
  const all = new Map([...own, ...data, ...(value ? [value] : [])].map((each) => [each.id, each]))
  const found = new Set(data.map(({ id }) => String(id)))
  return (
    <Select
      label={label}
      placeholder={placeholder}
      required={required ?? false}
      error={error}
      disabled={of === null}
      searchable
      clearable
      openOnFocus={false}
      onKeyDown={onKeyDown}
      nothingFoundMessage="Nada encontrado."
      data={[...all.values()].map(({ id, name }) => ({ value: String(id), label: name }))}
      // The server has already filtered `data`, but not `own`.
      filter={({ options }) =>
        options.filter(
          (option) =>
            'value' in option && (found.has(option.value) || holdsAll(option.label, search)),
        )
      }
      value={value ? String(value.id) : null}
      searchValue={typed ?? value?.name ?? ''}
      onSearchChange={setTyped}
      onDropdownOpen={() => {
        setOpened(true)
        // The dropdown may have opened because of typing.
        setTyped((before) => before ?? '')
      }}
      onDropdownClose={() => {
        setOpened(false)
        setTyped(undefined)
      }}
      onChange={(chosen) => onChoose(all.get(Number(chosen)) ?? null)}
    />
  )
}
