import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Api, Operation } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { call, type CallArguments } from './api-client.ts'

/** Reads an operation of the contract for a screen; cached by operation and input. */
export function useApi<O extends Operation>(
  operation: O,
  ...input: CallArguments<O>
): UseQueryResult<SuccessOf<Api[O]>, Error> {
  return useQuery({ queryKey: [operation, ...input], queryFn: () => call(operation, ...input) })
}
