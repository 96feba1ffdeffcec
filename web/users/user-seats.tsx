import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { toUserSeats } from '../paths.ts'
import { CompanyChoice } from '../form/company-choice.tsx'
import { CompanySeats } from '../plans/company-seats.tsx'
import { NearlyFullSeats } from '../plans/nearly-full-seats.tsx'
import { useSession } from '../session-state/session.ts'
import { useSeesEveryCompany } from '../session-state/use-allowed-actions.ts'
import { Page } from '../ui/page.tsx'

/**
 * Free seats and seat holders of each module in the session's company. Users who see every company can select another
 * one. With `nearlyFull`, only the modules that HOME counts, of all companies that the user sees.
 */
export default function UserSeats(): ReactElement {
  const { userData } = useSession()
  const navigate = useNavigate()
  const { companyId: requested, module, nearlyFull } = useSearch({ from: '/user-seats' })
  const everyCompany = useSeesEveryCompany('/user-list')
  const own = userData?.company_id ?? undefined
  const companyId = (everyCompany && requested) || own
  return (
    <Page
      width="narrow"
      title="Licenças"
      subject={everyCompany ? undefined : userData?.companies.find(({ id }) => id === own)?.name}
    >
      {nearlyFull === 1 && <NearlyFullSeats />}
      {nearlyFull !== 1 && companyId !== undefined && (
        <>
          {everyCompany && (
            <CompanyChoice
              companyId={companyId}
              onChoose={(id) => void navigate(toUserSeats(id))}
            />
          )}
          <CompanySeats key={companyId} companyId={companyId} marked={module} />
        </>
      )}
    </Page>
  )
}
