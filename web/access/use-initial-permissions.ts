import { useQuery, useQueryClient } from '@tanstack/react-query'
import { queryOf } from '../api/query-of.ts'
import { serverNow } from '../api/server-clock.ts'
import { withVisit, type Destination } from './choices.ts'

interface InitialPermissionsOptions {
  enabled?: boolean
  /** Stale time in milliseconds. */
  staleTime?: number
}

/** Companies, services and modules that the sign-in `token` gives access to (portal.md §4). */
export function useInitialPermissions(token: string, options: InitialPermissionsOptions = {}) {
  return useQuery({ ...permissionsOf(token), ...options })
}

/**
 * Returns a function that records a visit in the cache, so that it appears in the recent destinations immediately. The
 * server records it when the module exchanges its code, but this window is not notified of that.
 */
export function useRecordVisit(token: string): (to: Destination) => void {
  const queryClient = useQueryClient()
  return (to) => {
    const now = serverNow()
    if (now === undefined) return
    queryClient.setQueryData(
      permissionsOf(token).queryKey,
      (cached) => cached && { ...cached, companies: withVisit(cached.companies, to, now) },
    )
  }
}

export const permissionsOf = (token: string) =>
  queryOf('userInitialPermissions', { token, body: { access_token: token } })
