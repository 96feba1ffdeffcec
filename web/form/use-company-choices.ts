import type { OptionsFilter } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { searchOf } from '../../contract/list.ts'
import { queryOf } from '../api/query-of.ts'
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

/** Active companies to select from, searched on the server. */
export interface CompanyChoices {
  /** Options: all companies found so far, and those of the record. */
  withOwn: (own: readonly Named[]) => Choice[]
  /** Why they could not be loaded; null on success. */
  unreadable: Error | null
  /** Props of a searchable select. */
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

/** Maximum number of companies visible; others are found by typing. */
const maxOptions = 20
const moreChoices = { value: 'more', label: 'Digite para achar outras…', disabled: true }

/** Options of a select of one company or of several. */
export function useCompanyChoices(chosen: 'one' | 'several'): CompanyChoices {
  const [searchValue, onSearchChange] = useState('')
  const [seen, setSeen] = useState<readonly Named[]>([])
  // In a single select, the name of the selected company is in the search field. It is not searched for, so that all
  // companies are maxOptions beside it.
  const selected = seen.filter(({ name }) => chosen === 'one' && name === searchValue)
  const [search] = useDebouncedValue(selected.length > 0 ? '' : searchOf(searchValue), 250)
  const { data, error, isPending, isPlaceholderData } = useQuery({
    ...queryOf('companyList', { query: { search, status: '1', take: maxOptions } }),
    placeholderData: keepPreviousData,
  })
  const loaded = !isPending && !isPlaceholderData
  const onKeyDown = useSelectFirstOption(loaded && search === searchOf(searchValue))
  const rows = data?.rows ?? []
  const added = rows.filter(({ id }) => !seen.some((each) => each.id === id))
  // Stored, because an option selected after one search needs its name after the next.
  if (added.length > 0) setSeen([...seen, ...added])
  const more = (data?.pagination.totalRecords ?? 0) > maxOptions ? [moreChoices] : []
  const visible = new Set([...selected, ...rows].map(({ id }) => String(id))).add(moreChoices.value)
  return {
    withOwn: (own) => [
      ...new Map([...rows, ...own, ...seen].map((each) => [each.id, choiceOf(each)])).values(),
      ...more,
    ],
    unreadable: data === undefined ? error : null,
    searched: {
      searchable: true,
      // The first field of a form gets the focus on opening; the dropdown would cover the other fields.
      openOnFocus: false,
      nothingFoundMessage: 'Nenhuma empresa encontrada.',
      searchValue,
      onSearchChange,
      onKeyDown,
      // The server has already filtered the options.
      filter: ({ options }) =>
        options.filter((option) => 'value' in option && visible.has(option.value)),
    },
  }
}
