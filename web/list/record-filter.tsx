import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { searchOf } from '../../contract/list.ts'
import { call } from '../api/api-client.ts'
import { useCurrentService } from './use-current-service.ts'
import type { FilterControlProps, FilterOffer } from './list-filters.tsx'

/** The lists of records that others are filtered by. */
type ChoiceOperation = 'serviceList' | 'moduleList' | 'profileMakerList' | 'companyList'

/** Stands in the select for no choice: Mantine takes an empty value for none. */
const everythingValue = 'all'
const moreChoices = { value: 'more', label: 'Digite para achar outros…', disabled: true }

/** So many choices are offered; others are found by typing. */
const offered = 20

interface Rules {
  within?: string
  initial?: number | undefined
}

/** A filter by a record, which is found by typing: the server searches, however many there are. */
export function recordFilter(
  operation: ChoiceOperation,
  label: string,
  everything: string,
  rules: Rules = {},
): FilterOffer {
  return {
    label,
    everything,
    ...rules,
    Name: ({ value }) => useName(operation, value),
    Control: (props) => <RecordSelect operation={operation} {...props} />,
  }
}

/** The module, of the chosen service where one is chosen. */
export const moduleFilter = recordFilter('moduleList', 'Módulo', 'Todos os módulos', {
  within: 'service_id',
})

/**
 * The service. For others than administrators the list begins with the one through which they entered the console; they
 * may choose any that their company is entitled to, or all of them (console.md §6).
 */
export function useServiceFilter(): FilterOffer {
  return { ...serviceFilter, initial: useCurrentService() }
}

const serviceFilter = recordFilter('serviceList', 'Serviço', 'Todos os serviços')

interface RecordSelectProps extends FilterControlProps {
  operation: ChoiceOperation
}

function RecordSelect(props: RecordSelectProps) {
  const { operation, label, everything, value, onChoose, query } = props
  const name = useName(operation, value)
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState<string>()
  const [search] = useDebouncedValue(searchOf(typed ?? ''), 250)
  const { data } = useQuery({
    queryKey: [operation, 'choices', query, search],
    queryFn: () => call(operation, { query: { ...query, search, take: offered } }),
    placeholderData: keepPreviousData,
    enabled: opened,
  })
  const found = (data?.rows ?? []).map(({ id, name: shown }) => ({
    value: String(id),
    label: shown,
  }))
  const isFound = (id: string) => found.some((each) => each.value === id)
  const unseen = value === '' || isFound(value) ? [] : [{ value, label: name }]
  const more = (data?.pagination.totalRecords ?? 0) > offered ? [moreChoices] : []
  return (
    <Select
      aria-label={label}
      searchable
      allowDeselect={false}
      // What is chosen stays among them, or Mantine takes it for gone and writes its name over what is being typed.
      data={[{ value: everythingValue, label: everything }, ...unseen, ...found, ...more]}
      // The server has searched already.
      filter={({ options }) =>
        options.filter(
          (option) =>
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

/** What the record with this id is called. */
function useName(operation: ChoiceOperation, id: string): string {
  const { data } = useQuery({
    queryKey: [operation, 'name', id],
    queryFn: () => call(operation, { query: { id } }),
    enabled: id !== '',
  })
  if (id === '' || !data) return ''
  return data.rows[0]?.name ?? 'não encontrado'
}
