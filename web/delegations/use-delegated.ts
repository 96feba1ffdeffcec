import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { useApi } from '../api/use-api.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'

/** Somebody to whom the master role is lent, now or later. */
export type Delegated = SuccessOf<Api['companyTemporaryMasters']>['temporary_masters'][number]

/** Everybody to whom a company's master role is lent; `rows` are absent until they are read. */
export function useDelegated(companyId: number) {
  const { data, error, refetch } = useApi('companyTemporaryMasters', {
    params: { id: String(companyId) },
  })
  useEndedSession(error)
  return { rows: data?.temporary_masters, error, refetch }
}
