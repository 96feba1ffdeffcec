import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query-of.ts'
import { maxOptions, SearchSelect } from '../list/search-select.tsx'

interface CompanyFilterProps {
  /** Company id; empty for all companies. */
  value: string
  onChoose: (id: string) => void
}

/** Company filter of the user list for administrators, searched by typing. */
export function CompanyFilter({ value, onChoose }: CompanyFilterProps) {
  const { data } = useQuery({
    ...queryOf('companyList', { query: { id: value } }),
    enabled: value !== '',
  })
  const name = data === undefined ? '' : (data.rows[0]?.name ?? 'não encontrada')
  return (
    <SearchSelect
      label="Empresa"
      placeholder="Todas"
      clearable
      find={(search) => queryOf('companyList', { query: { search, take: maxOptions } })}
      optionsIn={({ rows }) => rows}
      value={value === '' ? null : { id: Number(value), name }}
      onChoose={(company) => onChoose(company === null ? '' : String(company.id))}
    />
  )
}
