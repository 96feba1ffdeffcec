import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query-of.ts'
import classes from './company-choice.module.css'
import { SearchSelect } from '../list/search-select.tsx'
import { companySelect } from './use-company-choices.ts'

interface CompanyChoiceProps {
  companyId: number
  onChoose: (companyId: number) => void
}

/**
 * Select for the company whose rows a screen shows, for users who see every company. The screen stores the choice in
 * its URL.
 */
export function CompanyChoice({ companyId, onChoose }: CompanyChoiceProps) {
  const { data } = useQuery(queryOf('companyList', { query: { id: String(companyId) } }))
  return (
    <SearchSelect
      className={classes['company'] ?? ''}
      {...companySelect}
      label="Empresa"
      value={{ id: companyId, name: data?.rows[0]?.name ?? '' }}
      onChoose={(company) => company && onChoose(company.id)}
    />
  )
}
