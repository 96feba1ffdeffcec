import type { OptionsFilter } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { queryOf } from '../api/query-of.ts'
import { maxOptions } from '../list/search-select.tsx'
import { useOptionSearch } from '../list/use-option-search.ts'
import { toOption } from '../ui/to-option.ts'

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
  /** Returns the options: all companies found so far, and `own`, those of the record. */
  withOwn: (own: readonly Named[]) => Choice[]
  /** Error if the companies could not be loaded; otherwise null. */
  unreadable: Error | null
  /** Props of a searchable multi-select. */
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

const nothingFound = 'Nenhuma empresa encontrada.'
const more = 'Digite para achar outras…'
const moreChoice = { value: 'more', label: more, disabled: true }

const findCompanies = (search: string) =>
  queryOf('companyList', { query: { search, status: '1', take: maxOptions } })
type FoundCompanies = Awaited<ReturnType<ReturnType<typeof findCompanies>['queryFn']>>
const hasMore = ({ pagination }: FoundCompanies) => pagination.totalRecords > maxOptions

/** Props of a `SearchSelect` of one active company. */
export const companySelect = {
  placeholder: 'Buscar empresa',
  nothingFound,
  find: findCompanies,
  optionsIn: ({ rows }: FoundCompanies) => rows,
  more: (found: FoundCompanies) => hasMore(found) && more,
}

/** Options of a select of several companies. */
export function useCompanyChoices(): CompanyChoices {
  const [searchValue, onSearchChange] = useState('')
  const [seen, setSeen] = useState<readonly Named[]>([])
  const { data, error, onKeyDown } = useOptionSearch(findCompanies, { typed: searchValue })
  const rows = data?.rows ?? []
  const added = rows.filter(({ id }) => !seen.some((each) => each.id === id))
  // Store the options of all searches, because a selected option needs its name after the next search too.
  if (added.length > 0) setSeen([...seen, ...added])
  const others = data && hasMore(data) ? [moreChoice] : []
  const visible = new Set(rows.map(({ id }) => String(id))).add(moreChoice.value)
  return {
    withOwn: (own) => [
      ...new Map([...rows, ...own, ...seen].map((each) => [each.id, toOption(each)])).values(),
      ...others,
    ],
    unreadable: data === undefined ? error : null,
    searched: {
      searchable: true,
      // A form focuses its first field when it opens. An open dropdown would then cover the other fields.
      openOnFocus: false,
      nothingFoundMessage: nothingFound,
      searchValue,
      onSearchChange,
      onKeyDown,
      // The server has already filtered the options.
      filter: ({ options }) =>
        options.filter((option) => 'value' in option && visible.has(option.value)),
    },
  }
}
