import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactElement } from 'react'
import { CompanyChoice } from '../form/company-choice.tsx'
import { toMasterDelegation } from '../paths.ts'
import { useSession } from '../session-state/session.ts'
import { useAllowedActions, useSeesEveryCompany } from '../session-state/use-allowed-actions.ts'
import { Page } from '../ui/page.tsx'
import { DelegatedUsers } from './delegated-users.tsx'
import { DelegationForm } from './delegation-form.tsx'
import { useDelegable } from './use-delegable.ts'
import { useDelegated } from './use-delegated.ts'
import { useSelectedCompany } from './use-selected-company.ts'

/**
 * Screen for delegating the master role of the session's company for a period (console.md §2; decision 39). Users who
 * see every company and may not delegate select the company whose delegations they read.
 */
export default function MasterDelegation(): ReactElement | null {
  const { company } = useSession()
  const companyId = useSelectedCompany()
  const { companyId: requested } = useSearch({ from: '/master-delegation' })
  const lends = useAllowedActions('/master-delegation')('create')
  const everyCompany = useSeesEveryCompany('/master-delegation')
  if (companyId === undefined) return null
  if (everyCompany && !lends) return <DelegationsOfEvery companyId={requested ?? companyId} />
  return <DelegationOfCompany key={companyId} companyId={companyId} company={company ?? ''} />
}

function DelegationsOfEvery({ companyId }: { companyId: number }) {
  const navigate = useNavigate()
  const delegated = useDelegated(companyId)
  return (
    <>
      <Page width="narrow" title={title}>
        <CompanyChoice
          companyId={companyId}
          onChoose={(id) => void navigate(toMasterDelegation(id))}
        />
      </Page>
      <DelegatedUsers delegated={delegated} limit={undefined} />
    </>
  )
}

const title = 'Delegação de usuário master'

interface OfCompany {
  companyId: number
  company: string
}

function DelegationOfCompany({ companyId, company }: OfCompany) {
  const lends = useAllowedActions('/master-delegation')('create')
  const delegable = useDelegable(companyId, lends)
  const delegated = useDelegated(companyId)
  // Key of the form: each created delegation resets it.
  const [createdCount, setCreatedCount] = useState(0)
  return (
    <>
      {lends ? (
        <DelegationForm
          key={createdCount}
          companyId={companyId}
          company={company}
          delegable={delegable}
          delegated={delegated.rows}
          onCreated={() => setCreatedCount((count) => count + 1)}
        />
      ) : (
        <Page width="narrow" title={title} subject={company}>
          {null}
        </Page>
      )}
      {/* The key replaces the list instead of moving it when the form's skeleton ends. */}
      <DelegatedUsers
        key={`list ${lends && delegable === undefined}`}
        delegated={delegated}
        limit={delegable?.limit}
      />
    </>
  )
}
