import { useState, type ReactElement } from 'react'
import { useSession } from '../session-state/session.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { Page } from '../ui/page.tsx'
import { DelegatedUsers } from './delegated-users.tsx'
import { DelegationForm } from './delegation-form.tsx'
import { useDelegable } from './use-delegable.ts'
import { useDelegated } from './use-delegated.ts'
import { useSelectedCompany } from './use-selected-company.ts'

/** Screen that delegates the master role of the session's company for a period (console.md §2; decision 39). */
export default function MasterDelegation(): ReactElement | null {
  const { company } = useSession()
  const companyId = useSelectedCompany()
  return companyId === undefined ? null : (
    <DelegationOfCompany key={companyId} companyId={companyId} company={company ?? ''} />
  )
}

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
        <Page width="narrow" title="Delegação de usuário master" subject={company}>
          {null}
        </Page>
      )}
      <DelegatedUsers delegated={delegated} limit={delegable?.limit} />
    </>
  )
}
