import { DelegatedUsers } from './delegated-users.tsx'
import { useDelegated } from './use-delegated.ts'

/** The delegations of a company, on its record: those that run and those that are to begin, each to be ended. */
export function CompanyDelegations({ companyId }: { companyId: number }) {
  return <DelegatedUsers delegated={useDelegated(companyId)} limit={undefined} />
}
