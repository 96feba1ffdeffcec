import { useQuery } from '@tanstack/react-query'
import { call } from '../api/api-client.ts'

interface InitialPermissionsOptions {
  enabled?: boolean
  /** Milliseconds for which an answer is taken for true. */
  staleTime?: number
}

/** What a person can go to with the initial token `token`: companies, their services and modules (portal.md §4). */
export function useInitialPermissions(token: string, options: InitialPermissionsOptions = {}) {
  return useQuery({
    queryKey: ['userInitialPermissions', token],
    queryFn: () => call('userInitialPermissions', { token, body: { access_token: token } }),
    ...options,
  })
}
