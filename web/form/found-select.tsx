import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { searchOf } from '../../contract/list.ts'
import { holdsAll } from '../ui/plain-text.ts'
import { useSelectFirstOption } from '../ui/select-first-option.ts'

/** A record that may be asked about. */
export interface Found {
  id: number
  name: string
}

interface FoundSelectProps {
  label: string
  placeholder: string
  /** What it is found by, beside the words that are typed; null where it can't be chosen yet. */
  of: readonly unknown[] | null
  find: (search: string) => Promise<readonly Found[]>
  /** Offered beside what is found. */
  own?: readonly Found[]
  value: Found | null
  onChoose: (value: Found | null) => void
  required?: boolean
  /** What is wrong with it. */
  error?: string | undefined
}

/** So many are offered; others are found by typing. */
export const foundAtOnce = 20

/** One record or none, found by typing: the server searches, however many there are. */
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
  const answered = !isPending && !isPlaceholderData
  const onKeyDown = useSelectFirstOption(answered && search === searchOf(typed ?? ''))
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
      // The server has searched already, but not among what is offered beside.
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
        // The list may open because of what was typed.
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
