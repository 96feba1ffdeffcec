import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query-of.ts'
import classes from './company-choice.module.css'
import { useCompanyChoices } from './use-company-choices.ts'

interface CompanyChoiceProps {
  companyId: number
  onChoose: (companyId: number) => void
}

/** Select for the company whose rows a screen shows, for users who see every company. Screens keep it in the URL. */
export function CompanyChoice({ companyId, onChoose }: CompanyChoiceProps) {
  const companies = useCompanyChoices('one')
  const id = String(companyId)
  const { data } = useQuery(queryOf('companyList', { query: { id } }))
  return (
    <Select
      className={classes['company'] ?? ''}
      label="Empresa"
      placeholder="Buscar empresa"
      {...companies.searched}
      data={companies.withOwn(data?.rows ?? [])}
      value={id}
      onChange={(chosen) => chosen !== null && onChoose(Number(chosen))}
    />
  )
}
