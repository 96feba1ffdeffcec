import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { searchMaxLength } from '../../contract/list.ts'
import { call } from '../api/api-client.ts'
import type { FilterControlProps, FilterOffer } from '../list/list-filters.tsx'
import { wideChoices } from './wide-choices.ts'

type Kind = 'user' | 'company'

/** Stands in the select for no choice: Mantine takes an empty value for none. */
const everythingValue = 'all'

/** A filter by somebody, or a company, found by typing among those whom the reader of the trail sees. */
export function choiceFilter(kind: Kind, label: string, everything: string): FilterOffer {
  return {
    label,
    everything,
    Control: (props) => <ChoiceSelect kind={kind} {...props} />,
    Name: ({ value }) => useName(kind, value),
  }
}

function ChoiceSelect({
  kind,
  label,
  everything,
  value,
  onChoose,
}: FilterControlProps & { kind: Kind }) {
  const name = useName(kind, value)
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState<string>()
  const [search] = useDebouncedValue(typed?.trim().slice(0, searchMaxLength) ?? '', 250)
  const { data } = useQuery({
    queryKey: ['auditChoice', kind, search],
    queryFn: () => call('auditChoice', { query: { kind, search } }),
    placeholderData: keepPreviousData,
    enabled: opened,
  })
  const found = (data?.rows ?? []).map(({ id, name: shown, detail }) => ({
    value: String(id),
    label: kind === 'user' ? `${shown} (${detail})` : shown,
  }))
  const unseen =
    value === '' || found.some((each) => each.value === value) ? [] : [{ value, label: name }]
  return (
    <Select
      aria-label={label}
      comboboxProps={wideChoices}
      searchable
      allowDeselect={false}
      // What is chosen stays among them, or Mantine takes it for gone and writes its name over what is being typed.
      data={[{ value: everythingValue, label: everything }, ...unseen, ...found]}
      // The server has searched already.
      filter={({ options }) => options}
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

/** What somebody is called; their number where they aren't seen. */
function useName(kind: Kind, id: string): string {
  const { data } = useQuery({
    queryKey: ['auditChoice', kind, 'name', id],
    queryFn: () => call('auditChoice', { query: { kind, id } }),
    enabled: id !== '',
  })
  if (id === '' || !data) return ''
  return data.rows[0]?.name ?? `nº ${id}`
}
