import type { OptionsFilter } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { searchOf } from '../../contract/list.ts'
import { call } from '../api/api-client.ts'
import { choiceOf } from '../ui/choice-of.ts'
import { useSelectFirstOption } from '../ui/select-first-option.ts'

interface Named {
  id: number
  name: string
}

interface Choice {
  value: string
  label: string
  disabled?: boolean
}

/** Active companies to choose from: the server searches, however many there are. */
export interface CompanyChoices {
  /** What a select takes: all that were found so far, and those that the record has. */
  withOwn: (own: readonly Named[]) => Choice[]
  /** Why they could not be read; null where they could. */
  unreadable: Error | null
  /** For a select that is searched. */
  searched: {
    searchable: true
    openOnFocus: false
    nothingFoundMessage: string
    searchValue: string
    onSearchChange: (typed: string) => void
    filter: OptionsFilter
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  }
}

/** So many companies are offered; others are found by typing. */
const offered = 20
const moreChoices = { value: 'more', label: 'Digite para achar outras…', disabled: true }

/** What a select of companies offers, of which one is chosen or several. */
export function useCompanyChoices(chosen: 'one' | 'several'): CompanyChoices {
  const [searchValue, onSearchChange] = useState('')
  const [seen, setSeen] = useState<readonly Named[]>([])
  // Where one is chosen its name stands where others are searched: it is not searched, and all are offered beside it.
  const standing = seen.filter(({ name }) => chosen === 'one' && name === searchValue)
  const [search] = useDebouncedValue(standing.length > 0 ? '' : searchOf(searchValue), 250)
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: ['companyList', 'choices', search],
    queryFn: () => call('companyList', { query: { search, status: '1', take: offered } }),
    placeholderData: keepPreviousData,
  })
  const answered = !isPending && !isPlaceholderData
  const onKeyDown = useSelectFirstOption(answered && search === searchOf(searchValue))
  const rows = data?.rows ?? []
  const fresh = rows.filter(({ id }) => !seen.some((each) => each.id === id))
  // Kept, since what was chosen after one search must have its name after the next.
  if (fresh.length > 0) setSeen([...seen, ...fresh])
  const more = (data?.pagination.totalRecords ?? 0) > offered ? [moreChoices] : []
  const shown = new Set([...standing, ...rows].map(({ id }) => String(id))).add(moreChoices.value)
  return {
    withOwn: (own) => [
      ...new Map([...rows, ...own, ...seen].map((each) => [each.id, choiceOf(each)])).values(),
      ...more,
    ],
    unreadable: data === undefined ? error : null,
    searched: {
      searchable: true,
      // The first field of a form has the focus when it opens, and would cover the others.
      openOnFocus: false,
      nothingFoundMessage: 'Nenhuma empresa encontrada.',
      searchValue,
      onSearchChange,
      onKeyDown,
      // The server has searched already.
      filter: ({ options }) =>
        options.filter((option) => 'value' in option && shown.has(option.value)),
    },
  }
}
