import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { call } from '../api/api-client.ts'
import { serverNow } from '../api/server-clock.ts'
import { withVisit, type Destination } from './choices.ts'

interface InitialPermissionsOptions {
  enabled?: boolean
  /** Milliseconds for which an answer is taken for true. */
  staleTime?: number
}

/** What a person can go to with the initial token `token`: companies, their services and modules (portal.md §4). */
export function useInitialPermissions(token: string, options: InitialPermissionsOptions = {}) {
  return useQuery({
    queryKey: keyOf(token),
    queryFn: () => call('userInitialPermissions', { token, body: { access_token: token } }),
    ...options,
  })
}

/**
 * Remembers that the person went somewhere just now, so that it is among the last places at once: the server knows when
 * the module has exchanged its code, of which this window hears nothing.
 */
export function useRememberVisit(token: string): (to: Destination) => void {
  const queryClient = useQueryClient()
  return (to) => {
    const now = serverNow()
    if (now === undefined) return
    queryClient.setQueryData<SuccessOf<Api['userInitialPermissions']>>(
      keyOf(token),
      (known) => known && { ...known, companies: withVisit(known.companies, to, now) },
    )
  }
}

const keyOf = (token: string) => ['userInitialPermissions', token]
