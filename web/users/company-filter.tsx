import { useQuery } from '@tanstack/react-query'
import { call } from '../api/api-client.ts'
import { queryOf } from '../api/query-of.ts'
import { FoundSelect, foundAtOnce } from '../form/found-select.tsx'

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
    <FoundSelect
      label="Empresa"
      placeholder="Todas"
      of={[]}
      find={async (search) =>
        (await call('companyList', { query: { search, take: foundAtOnce } })).rows
      }
      value={value === '' ? null : { id: Number(value), name }}
      onChoose={(company) => onChoose(company === null ? '' : String(company.id))}
    />
  )
}
