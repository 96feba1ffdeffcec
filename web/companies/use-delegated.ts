import { useQuery } from '@tanstack/react-query'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { queryOf } from '../api/query-of.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'

/** A user with a current or future delegation of the master role. */
export type Delegated = SuccessOf<Api['companyTemporaryMasters']>['temporary_masters'][number]

/** Reads the delegations of a company; `rows` is undefined while they load, or if they are not read. */
export function useDelegated(companyId: number, enabled = true) {
  const { data, error, refetch } = useQuery({
    ...queryOf('companyTemporaryMasters', {
      params: { id: String(companyId) },
    }),
    enabled,
  })
  useEndedSession(error)
  return { rows: data?.temporary_masters, error, refetch }
}
