import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { queryOf } from '../api/query-of.ts'
import { useDelayedLeave } from '../form/use-delayed-leave.ts'
import { isSessionProblem } from '../session-state/session-end.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'
import { notify } from '../ui/notify.ts'

/** Profiles that the user may delegate in a company, and the limit. */
export type Delegable = SuccessOf<Api['delegationProfileList']>

const reload = () => location.reload()

/**
 * Reads the delegable profiles; undefined while they load. On failure it shows the error and reloads the page
 * (console.md §8).
 */
export function useDelegable(companyId: number, enabled: boolean): Delegable | undefined {
  const { data, error } = useQuery({
    ...queryOf('delegationProfileList', { params: { companyId: String(companyId) } }),
    enabled,
  })
  useEndedSession(error)
  const failed = data === undefined && error !== null && !isSessionProblem(error)
  useEffect(() => {
    if (failed) notify.error('Erro ao buscar permissões para delegar')
  }, [failed])
  useDelayedLeave(failed, reload)
  return data
}
