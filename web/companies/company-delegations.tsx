import { DelegatedUsers } from './delegated-users.tsx'
import { useDelegated } from './use-delegated.ts'

/** Current and future delegations of a company, shown on its form; each can be ended. */
export function CompanyDelegations({ companyId }: { companyId: number }) {
  return <DelegatedUsers delegated={useDelegated(companyId)} limit={undefined} />
}
