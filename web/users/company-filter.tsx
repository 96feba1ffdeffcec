import { useQuery } from '@tanstack/react-query'
import { call } from '../api/api-client.ts'
import { FoundSelect, foundAtOnce } from '../form/found-select.tsx'

interface CompanyFilterProps {
  /** The id of a company; empty for all. */
  value: string
  onChoose: (id: string) => void
}

/** The company by which administrators look for people, found by typing. */
export function CompanyFilter({ value, onChoose }: CompanyFilterProps) {
  const { data } = useQuery({
    queryKey: ['companyList', 'name', value],
    queryFn: () => call('companyList', { query: { id: value } }),
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
