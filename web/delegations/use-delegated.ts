import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { useApi } from '../api/use-api.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'

/** A user with a current or future delegation of the master role. */
export type Delegated = SuccessOf<Api['companyTemporaryMasters']>['temporary_masters'][number]

/** Reads the delegations of a company; `rows` is undefined while they load. */
export function useDelegated(companyId: number) {
  const { data, error, refetch } = useApi('companyTemporaryMasters', {
    params: { id: String(companyId) },
  })
  useEndedSession(error)
  return { rows: data?.temporary_masters, error, refetch }
}
