import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/query-of.ts'
import { RelatedLink } from '../links/related-link.tsx'
import { toUsersOfCompany } from '../paths.ts'
import { formatNumber } from '../ui/format-number.ts'

/** Link to the users of a company, with their number. */
export function CompanyPeopleLink({ companyId }: { companyId: number }) {
  const body = { filters: { company_id: companyId }, pagination: { take: 5 } } as const
  const { data } = useQuery(queryOf('userSearch', { body }))
  return (
    <RelatedLink {...toUsersOfCompany(companyId)}>
      {data === undefined ? 'Pessoas' : `Pessoas (${counted(data.pagination)})`}
    </RelatedLink>
  )
}

const counted = ({ totalRecords, more }: { totalRecords: number; more: boolean }) =>
  more ? `mais de ${formatNumber(totalRecords)}` : formatNumber(totalRecords)
