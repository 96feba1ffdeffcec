import { useQuery, skipToken } from '@tanstack/react-query'
import type { Action } from '../../contract/actions.ts'
import { call } from '../api/api-client.ts'

/** The name of the function that an action belongs to, or that a new action will belong to. */
export function useFunctionName(
  functionId: number,
  action: Action | undefined,
  creating: boolean,
): string | undefined {
  const params = { id: String(functionId) }
  const { data } = useQuery({
    queryKey: ['functionGet', params],
    queryFn: creating ? () => call('functionGet', { params }) : skipToken,
  })
  return action?.function.name ?? data?.name
}
