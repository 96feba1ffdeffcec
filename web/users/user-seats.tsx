import { Select } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useApi } from '../api/use-api.ts'
import { toUserSeats } from '../paths.ts'
import { useCompanyChoices } from '../form/use-company-choices.ts'
import { CompanySeats } from '../seats/company-seats.tsx'
import { useSession } from '../session-state/session.ts'
import { useSeesEveryCompany } from '../session-state/use-allowed-actions.ts'
import { Page } from '../ui/page.tsx'
import classes from './user-seats.module.css'

/**
 * Free seats and seat holders of each module in the session's company. Users who see every company can select another
 * one.
 */
export default function UserSeats(): ReactElement {
  const { userData } = useSession()
  const { companyId: requested } = useSearch({ from: '/user-seats' })
  const everyCompany = useSeesEveryCompany('/user-list')
  const own = userData?.company_id ?? undefined
  const companyId = (everyCompany && requested) || own
  return (
    <Page
      width="narrow"
      title="Licenças"
      subject={everyCompany ? undefined : userData?.companies.find(({ id }) => id === own)?.name}
    >
      {companyId !== undefined && (
        <>
          {everyCompany && <CompanyChoice companyId={companyId} />}
          <CompanySeats key={companyId} companyId={companyId} />
        </>
      )}
    </Page>
  )
}

/** Select for the company. It is in the URL, so that the back button returns to the previous company. */
function CompanyChoice({ companyId }: { companyId: number }) {
  const navigate = useNavigate()
  const companies = useCompanyChoices('one')
  const { data } = useApi('seatsOfCompany', { params: { companyId: String(companyId) } })
  return (
    <Select
      className={classes['company'] ?? ''}
      label="Empresa"
      placeholder="Buscar empresa"
      {...companies.searched}
      data={companies.withOwn(data ? [data.company] : [])}
      value={String(companyId)}
      onChange={(chosen) => chosen !== null && void navigate(toUserSeats(Number(chosen)))}
    />
  )
}
